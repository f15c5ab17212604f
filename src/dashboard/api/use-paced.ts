import { useEffect, useRef, useState } from 'react';

/** A value as it changes: at once, unless it changed less than this time before; the last one always. */
export function usePaced<Value extends string>(value: Value | undefined, paceMs: number): Value | undefined {
  const [paced, setPaced] = useState(value);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const set = () => {
      lastAt.current = performance.now();
      setPaced(value);
    };
    const waitMs = lastAt.current + paceMs - performance.now();
    if (waitMs <= 0) return set();
    const timer = setTimeout(set, waitMs);
    return () => clearTimeout(timer);
  }, [value, paceMs]);
  return paced;
}
