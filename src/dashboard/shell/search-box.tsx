import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { AddressInput } from '../parts/fields/address-input.tsx';
import { moveToHit } from '../parts/hits.ts';

const SEARCH = '/search';

/** One box for the whole tree; `/` leads to it from anywhere. */
export function SearchBox() {
  const ref = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const text = useRouterState({
    select: ({ location: { pathname, search } }) => (pathname === SEARCH ? search.q : undefined) ?? '',
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      ref.current?.querySelector('input')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className="search" ref={ref}>
      <AddressInput
        type="search"
        placeholder="Search"
        aria-label="Search advertisers, campaigns, lines and ads"
        aria-keyshortcuts="/"
        text={text}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && moveToHit(1)) event.preventDefault();
        }}
        onText={(q) =>
          void navigate({
            to: SEARCH,
            search: q ? { q } : {},
            // One step back leads to where the search began.
            replace: location.hash.startsWith(`#${SEARCH}`),
          })
        }
      />
      <span className="key" aria-hidden="true">
        /
      </span>
    </search>
  );
}
