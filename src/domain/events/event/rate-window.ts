const WINDOW_MS = 1_000;
/** Arrays that arrive within this time are counted as one arrival, which limits the size of the window. */
const MOMENT_MS = 10;

/** The arrivals of one advertiser's events within the last second. */
export interface RateWindow {
  /** The time of the first arrival, in milliseconds since the epoch, ascending. */
  readonly at: number[];
  /** The number of events at each of these times. */
  readonly count: number[];
}

/**
 * Accepts `events` that arrive at `now` (milliseconds) if no second would then contain more than `limit`, and adds them
 * to the window. Refused events are not counted.
 */
export function admit(
  window: RateWindow,
  { now, events, limit }: { now: number; events: number; limit: number },
): boolean {
  const { at, count } = window;
  const newest = at.at(-1) ?? 0;
  // Arrivals of several processes can be slightly out of order. A clock that was set back resets the window.
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
