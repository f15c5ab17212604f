import { useEffect, useState } from 'react';
import { Palette } from './palette/palette.tsx';

/** Opens the search over the page; `/` and Ctrl or ⌘ with K do from anywhere. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, target } = event;
      const isTyping = target instanceof Element && target.closest('input, textarea, select');
      const isSlash = key === '/' && !ctrlKey && !metaKey && !isTyping;
      const isK = key.toLowerCase() === 'k' && (ctrlKey || metaKey);
      // What is open above the page is closed first.
      if (!(isSlash || isK) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className="search">
      <button
        type="button"
        className="search-open"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        Search
        <span className="key" aria-hidden="true">
          /
        </span>
      </button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </search>
  );
}
