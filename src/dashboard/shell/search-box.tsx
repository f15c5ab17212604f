import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** One box for the whole tree; `/` leads to it from anywhere. */
export function SearchBox() {
  const ref = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      ref.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className="search">
      <input
        ref={ref}
        type="search"
        placeholder="Search"
        aria-label="Search advertisers, campaigns, lines and ads"
        aria-keyshortcuts="/"
        onChange={({ target: { value } }) =>
          void navigate({
            to: '/search',
            search: value ? { q: value } : {},
            replace: location.hash.startsWith('#/search'),
          })
        }
      />
      <span className="key" aria-hidden="true">
        /
      </span>
    </search>
  );
}
