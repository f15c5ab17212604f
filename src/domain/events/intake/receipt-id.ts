import { randomUUID } from 'node:crypto';

let lastMs = 0;
let counter = 0;

/**
 * Returns a version 7 UUID for something that arrived at `now`. Within a process, later IDs sort after earlier ones.
 */
export function receiptId(now: Date): string {
  const ms = Math.max(now.getTime(), lastMs);
  counter = ms === lastMs ? counter + 1 : 0;
  // The counter has 12 bits per millisecond; on overflow, it continues in the next millisecond.
  lastMs = counter > 0xfff ? ms + 1 : ms;
  if (counter > 0xfff) counter = 0;
  return receiptIdAt(lastMs, counter);
}

/** Returns the receipt ID of something that arrived at `ms`; `count` distinguishes IDs of the same millisecond. */
export function receiptIdAt(ms: number, count = 0): string {
  const time = ms.toString(16).padStart(12, '0');
  // The variant and the random bits are taken from a version 4 UUID, because Node generates those in batches.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`;
}
