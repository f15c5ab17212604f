import { randomUUID } from 'node:crypto';

let lastMs = 0;
let counter = 0;

/**
 * A version 7 UUID for something that arrived at `now`. Within a process, later ones sort after earlier ones.
 */
export function receiptId(now: Date): string {
  const ms = Math.max(now.getTime(), lastMs);
  counter = ms === lastMs ? counter + 1 : 0;
  // 12 bits count within a millisecond; more of them borrow the next one.
  lastMs = counter > 0xfff ? ms + 1 : ms;
  if (counter > 0xfff) counter = 0;
  return receiptIdAt(lastMs, counter);
}

/** The receipt ID of something that arrived at `ms`; `count` tells those of one millisecond apart. */
export function receiptIdAt(ms: number, count = 0): string {
  const time = ms.toString(16).padStart(12, '0');
  // The variant and the random bits are those of a version 4 UUID, which Node makes from a stock.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`;
}
