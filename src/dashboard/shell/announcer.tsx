import { useEffect, useState } from 'react';

const EVENT = 'page';

/** The title of the window, which screen readers do not read out where the address changes after the # alone. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Flightline`;
    dispatchEvent(new CustomEvent(EVENT, { detail: title }));
  }, [title]);
}

/** Says which page is shown, to whoever does not see it. */
export function Announcer() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const onPage = (event: Event) => setTitle(String((event as CustomEvent).detail));
    addEventListener(EVENT, onPage);
    return () => removeEventListener(EVENT, onPage);
  }, []);
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  );
}
