import { type RefObject, useLayoutEffect, useState } from 'react';

/** Until the page is laid out. */
const USUAL = 1000;

/** The width that the content of a box has, as the window changes. */
export function useWidth(box: RefObject<HTMLElement | null>, isThere: boolean): number {
  const [width, setWidth] = useState(USUAL);
  useLayoutEffect(() => {
    const element = box.current;
    if (!isThere || !element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isThere]);
  return width;
}
