import { useRef } from 'react';

/** The value of something that was there last, while it is being read again. */
export function useKept<Value>(id: string, value: Value | undefined): Value | undefined {
  const kept = useRef({ id, value });
  if (value !== undefined || kept.current.id !== id) kept.current = { id, value };
  return kept.current.value;
}
