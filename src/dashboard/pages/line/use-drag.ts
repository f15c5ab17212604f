import { type PointerEvent, useEffect, useState } from 'react';
import type { Place } from './bid-hours.ts';

/** The hour below a pointer, by its place in the table: before the hours stand the heads. */
function placeOf({ target }: { readonly target: EventTarget }): Place | undefined {
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = cell?.parentElement;
  return cell && row instanceof HTMLTableRowElement ? [row.sectionRowIndex, cell.cellIndex - 1] : undefined;
}

interface Drag {
  readonly from: Place;
  readonly to: Place;
}

/** Draws a rectangle over the cells of a table with a mouse or a pen; a finger scrolls. */
export function useDrag(onDrawn: ((drag: Drag) => void) | undefined) {
  const [drag, setDrag] = useState<Drag>();
  useEffect(() => {
    if (!drag) return;
    const end = () => {
      setDrag(undefined);
      const isOne = drag.from[0] === drag.to[0] && drag.from[1] === drag.to[1];
      // Within one cell, it is a click.
      if (!isOne) onDrawn?.(drag);
    };
    window.addEventListener('pointerup', end);
    return () => window.removeEventListener('pointerup', end);
  }, [drag, onDrawn]);
  if (!onDrawn) return { drag: undefined, handlers: {} };
  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const from = placeOf(event);
        if (!from || event.button !== 0 || event.shiftKey || event.pointerType === 'touch') return;
        setDrag({ from, to: from });
      },
      onPointerOver: (event: PointerEvent) => {
        const to = placeOf(event);
        if (drag && to) setDrag({ ...drag, to });
      },
    },
  };
}
