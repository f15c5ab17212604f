import { type RefObject, useEffect } from 'react';

let isFirstPage = true;

/**
 * Moves the focus to the heading of a new page: what was chosen has gone with the page before, and the next Tab would
 * begin at the top. Whoever types, as in the search box, goes on typing.
 */
export function usePageFocus(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, select, textarea');
    if (!isFirstPage && !isTyping) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, [heading]);
}
