import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signOut } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { DashboardShellDocument } from '../generated/graphql.ts';
import { graphiqlAddress } from '../parts/links.ts';
import { SearchBox } from './search-box.tsx';
import { Mark } from './sign-in.tsx';
import { applyTheme, currentTheme, nextTheme } from './theme.ts';

const PAGES = [
  ['/', 'Overview'],
  ['/advertisers', 'Campaigns'],
  ['/reports', 'Reports'],
  ['/events', 'Events'],
  ['/history', 'History'],
  ['/settings', 'Settings'],
] as const;

/** What stands around every page: navigation, search, theme, signing out. */
export function Shell() {
  const [isOpen, setOpen] = useState(false);
  const { result } = useRead(DashboardShellDocument, {});
  // Nothing of the page is shown to whoever turns out not to be signed in.
  if (result.isPending) return null;
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to content
      </button>
      <header className="top">
        <button
          type="button"
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
        <SearchBox />
      </header>
      <nav id="nav" className={isOpen ? 'side open' : 'side'} aria-label="Pages">
        <ul>
          {PAGES.map(([to, name]) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === '/' }} onClick={() => setOpen(false)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <Foot />
      </nav>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

function Foot() {
  const [theme, setTheme] = useState(currentTheme);
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => applyTheme(theme), [theme]);
  const leave = () =>
    signOut().then(
      () => location.reload(),
      (error: Error) => setRefusal(error.message),
    );
  const graphiql = graphiqlAddress();
  return (
    <div className="side-foot">
      {graphiql && <a href={graphiql}>GraphiQL</a>}
      <a href="docs/rest">REST reference</a>
      <a href="docs">Documentation</a>
      <button type="button" className="quiet" onClick={() => setTheme(nextTheme(theme))}>
        Theme: {theme}
      </button>
      <button type="button" className="quiet" onClick={() => void leave()}>
        Sign out
      </button>
      {refusal && <p role="alert">{refusal}</p>}
    </div>
  );
}
