const WINDOW_MS = 1_000;
/** Arrivals this close together count as one moment, which keeps the window short. */
const MOMENT_MS = 10;

/** How many events of one advertiser arrived when, over the last second (RULINGS E6). */
export interface RateWindow {
  /** Milliseconds since the epoch, ascending; of the first arrival of a moment. */
  readonly at: number[];
  /** Events in each of those moments. */
  readonly count: number[];
}

/**
 * Lets `events` that arrived at `now` (milliseconds) pass when no second holds more than `limit` with them,
 * and then keeps them in the window. What was refused does not count.
 */
export function admit(
  window: RateWindow,
  { now, events, limit }: { now: number; events: number; limit: number },
): boolean {
  const { at, count } = window;
  const newest = at.at(-1) ?? 0;
  // Arrivals of several processes come slightly out of order; a clock that was set back starts anew.
  const isReset = newest > now + WINDOW_MS;
  const time = isReset ? now : Math.max(now, newest);
  const live = isReset ? at.length : at.findIndex((moment) => moment > time - WINDOW_MS);
  const expired = live < 0 ? at.length : live;
  at.splice(0, expired);
  count.splice(0, expired);
  const used = count.reduce((sum, part) => sum + part, 0);
  if (used + events > limit) return false;
  const last = at.length - 1;
  if (last >= 0 && time - (at[last] ?? 0) < MOMENT_MS) count[last] = (count[last] ?? 0) + events;
  else {
    at.push(time);
    count.push(events);
  }
  return true;
}
