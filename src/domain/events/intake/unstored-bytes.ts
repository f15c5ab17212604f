import { LRUCache } from 'lru-cache';
import type { System } from '../../context.ts';
import { RateLimitedError } from '../../errors.ts';

/**
 * Limits requests that store nothing: refused ones, test events, and repeats of a stored request. They count towards no
 * other limit, but take as much time to read and check. This many bytes per second are allowed for each seat in each
 * process.
 */
export const UNSTORED_BYTES_PER_SECOND = 2 * 2 ** 20;
/** The bytes that may arrive at once in addition. */
export const UNSTORED_BURST_BYTES = 16 * 2 ** 20;
/** The minimum number of bytes that a request counts. */
const MIN_BYTES = 1_024;
const MAX_SEATS = 10_000;

interface Level {
  readonly bytes: number;
  /** By real time, whatever the clock of a sandbox shows. */
  readonly at: number;
}

const levels = new WeakMap<object, LRUCache<number, Level>>();

/** What is left of the bytes that the seat has sent. */
function bytesOf({ bytes, at }: Level): number {
  return Math.max(0, bytes - ((performance.now() - at) / 1_000) * UNSTORED_BYTES_PER_SECOND);
}

/**
 * Counts a request, or a share of it, that stored nothing. Calls without a seat (FLIGHTLINE_INTAKE_AUTH=observe) are
 * not counted: one of them would shut out the others.
 */
export function countUnstored(
  { pool }: Pick<System, 'pool'>,
  { seatId, bytes, share }: { seatId: number | undefined; bytes: number; share: number },
): void {
  if (share === 0 || seatId === undefined) return;
  const seats = levels.get(pool) ?? new LRUCache<number, Level>({ max: MAX_SEATS });
  levels.set(pool, seats);
  const level = seats.get(seatId);
  const sum = (level ? bytesOf(level) : 0) + share * Math.max(MIN_BYTES, bytes);
  seats.set(seatId, { bytes: sum, at: performance.now() });
}

/**
 * Throws RateLimitedError where the seat has sent too much of it. Called before a body is read and before it is parsed.
 */
export function checkUnstored({ pool }: Pick<System, 'pool'>, seatId: number | undefined): void {
  const level = seatId === undefined ? undefined : levels.get(pool)?.get(seatId);
  const over = level ? bytesOf(level) - UNSTORED_BURST_BYTES : 0;
  if (over <= 0) return;
  throw new RateLimitedError({
    limit: 'UNSTORED_EVENTS',
    retryAfterS: Math.ceil(over / UNSTORED_BYTES_PER_SECOND),
    message: 'Too many of the events that were sent are refused, tests or repeats.',
  });
}
