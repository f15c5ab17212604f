import { useEffect, useState } from 'react';
import { ANNOUNCEMENT, type Announcement, announce } from '../parts/announce.ts';

/** The title of the window, which screen readers do not read out where the address changes after the # alone. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Flightline`;
    announce(title);
  }, [title]);
}

const SHOWN_MS = 6000;

/** The last announcement: the page that is shown, or what was saved. The latter is visible for a moment. */
export function Announcer() {
  const [{ text, isShown, count }, setSaid] = useState({ text: '', isShown: false, count: 0 });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onSaid = (event: Event) => {
      const { text, isShown } = (event as CustomEvent<Announcement>).detail;
      setSaid((old) => ({ text, isShown, count: old.count + 1 }));
      clearTimeout(timer);
      timer = setTimeout(() => setSaid((old) => ({ ...old, isShown: false })), SHOWN_MS);
    };
    addEventListener(ANNOUNCEMENT, onSaid);
    return () => {
      clearTimeout(timer);
      removeEventListener(ANNOUNCEMENT, onSaid);
    };
  }, []);
  return (
    <p className={isShown ? 'toast' : 'visually-hidden'} role="status">
      {/* An element of its own each time: the same words are said again. */}
      <span key={count}>{text}</span>
    </p>
  );
}
