import { Link, Outlet, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useRead } from '../api/use-read.ts';
import { DashboardShellDocument } from '../generated/graphql.ts';
import { zoneIn } from '../parts/period/zone.ts';
import { ProblemNote } from '../parts/problem-note.tsx';
import { setServiceClock } from '../parts/service-clock.ts';
import { PageUndo } from '../undo/undo-note.tsx';
import { Announcer } from './announcer.tsx';
import { Foot } from './foot.tsx';
import { PAGES } from './pages.ts';
import { SandboxTime } from './sandbox-time.tsx';
import { SearchButton } from './search-button.tsx';
import { Mark } from './sign-in.tsx';
import { useMenu } from './use-menu.ts';
import { ViewerContext } from './viewer.ts';

/** Somebody else may move the clock of a sandbox. */
const CLOCK_MS = 15_000;

/** What stands around every page: navigation, search, theme, signing out. */
export function Shell() {
  const opener = useRef<HTMLButtonElement>(null);
  const { isOpen, setOpen } = useMenu(opener);
  const read = useRead(
    DashboardShellDocument,
    {},
    { every: (data) => (data?.viewer.sandboxClock ? CLOCK_MS : false) },
  );
  const { data, dataUpdatedAt } = read.result;
  const viewer = data?.viewer;
  // Before any part of the page asks what is today.
  setServiceClock(viewer?.sandboxClock, dataUpdatedAt);
  const { zone }: { zone?: string | undefined } = useSearch({ strict: false });
  // Nothing of the page is shown to whoever turns out not to be signed in.
  if (!viewer)
    return read.result.error && read.result.error.kind !== 'signed-out' ? (
      <main className="page">
        <h1>Flightline</h1>
        <ProblemNote read={read} />
      </main>
    ) : null;
  return (
    <ViewerContext value={viewer}>
      <div className="shell">
        <button type="button" className="skip" onClick={() => document.getElementById('content')?.focus()}>
          Skip to content
        </button>
        <header className="top">
          <button
            type="button"
            ref={opener}
            className="quiet menu"
            aria-expanded={isOpen}
            aria-controls="nav"
            onClick={() => setOpen(!isOpen)}
          >
            <span aria-hidden="true">☰</span>
            <span className="visually-hidden">Menu</span>
          </button>
          <Link to="/" className="brand" aria-label="Flightline">
            <Mark /> <span>Flightline</span>
          </Link>
          <span className="who">
            <bdi>{viewer.seat.name}</bdi>
            <span className="seat-zone" title="Time zone of all days, and currency of all totals">
              {zoneIn(zone, viewer.seat.timezone)} · {viewer.seat.currency}
            </span>
          </span>
          {viewer.sandboxClock && <SandboxTime clock={viewer.sandboxClock} />}
          <SearchButton />
        </header>
        <nav id="nav" className={isOpen ? 'side open' : 'side'} aria-label="Pages">
          <ul>
            {PAGES.map(([to, name]) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                  onClick={() => setOpen(false)}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <Foot />
        </nav>
        {isOpen && (
          <button
            type="button"
            className="scrim"
            aria-label="Close the menu"
            onClick={() => setOpen(false)}
          />
        )}
        <Announcer />
        <PageUndo />
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </ViewerContext>
  );
}
