import { useEffect, useState } from 'react';
import { Palette } from './palette/palette.tsx';

/** Opens the search over the page; `/`, Ctrl or ⌘ with K, and the first digit of an ID do from anywhere. */
export function SearchButton() {
  /** What was typed to open it; undefined while it is closed. */
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyping = target instanceof Element && target.closest('input, textarea, select');
      const isPlain = !ctrlKey && !metaKey && !altKey && !isTyping;
      const isDigit = isPlain && /^\d$/.test(key);
      const isSlash = isPlain && key === '/';
      const isK = key.toLowerCase() === 'k' && (ctrlKey || metaKey);
      // What is open above the page is closed first.
      if (!(isSlash || isK || isDigit) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setTyped((before = '') => (isDigit ? before + key : before));
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
        onClick={() => setTyped('')}
      >
        Search
        <span className="key" aria-hidden="true">
          /
        </span>
      </button>
      {typed !== undefined && <Palette typed={typed} onClose={() => setTyped(undefined)} />}
    </search>
  );
}
