import { useEffect, useState } from 'react';

/** While somebody types, the service is asked about what stands there, not about each letter. */
const PAUSE_MS = 300;

/** A value once it has not changed for a moment; undefined at once where there is none. */
export function useSettled<Value>(value: Value | undefined, pauseMs = PAUSE_MS): Value | undefined {
  const [settled, setSettled] = useState<Value>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are the same
  useEffect(() => {
    if (value === undefined) return setSettled(undefined);
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value)]);
  return settled;
}
