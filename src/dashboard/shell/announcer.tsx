import { useEffect, useState } from 'react';
import { ANNOUNCEMENT, announce } from '../parts/announce.ts';

/** The title of the window, which screen readers do not read out where the address changes after the # alone. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Flightline`;
    announce(title);
  }, [title]);
}

/** What was said last: which page is shown, that something was saved. */
export function Announcer() {
  const [{ text, count }, setSaid] = useState({ text: '', count: 0 });
  useEffect(() => {
    const onSaid = (event: Event) =>
      setSaid((old) => ({ text: String((event as CustomEvent).detail), count: old.count + 1 }));
    addEventListener(ANNOUNCEMENT, onSaid);
    return () => removeEventListener(ANNOUNCEMENT, onSaid);
  }, []);
  return (
    <p className="visually-hidden" role="status">
      {/* An element of its own each time: the same words are said again. */}
      <span key={count}>{text}</span>
    </p>
  );
}
