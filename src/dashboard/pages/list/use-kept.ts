import { useRef } from 'react';

/** The value that was there last, while another one is being read. */
export function useKept<Value>(value: Value | undefined): Value | undefined {
  const kept = useRef(value);
  if (value !== undefined) kept.current = value;
  return kept.current;
}
