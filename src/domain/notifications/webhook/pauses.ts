const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pause after each failed attempt; the last one applies to all further attempts. */
const PAUSES = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[1 * HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR],
];

/** How long a delivery is retried. */
export const TRIED_MS = 72 * HOUR;

/** The status with which a receiver declines further deliveries, as Standard Webhooks define it. */
export const GONE = 410;

/**
 * Returns when the next attempt follows after `attempts` failed ones, the last of them at `now`; null once the delivery
 * has been tried for 72 hours, or the receiver answered 410 Gone. A random tenth prevents receivers from being called all at once.
 */
export function nextAttempt(options: {
  attempts: number;
  firstAttemptAt: Date;
  now: Date;
  /** The status of the last response, if there was one. */
  status?: number | null;
  /** A random number from 0 to 1. */
  chance?: number;
}): Date | null {
  const { attempts, firstAttemptAt, now, status, chance = Math.random() } = options;
  if (status === GONE) return null;
  const end = firstAttemptAt.getTime() + TRIED_MS;
  if (now.getTime() >= end) return null;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0;
  return new Date(Math.min(now.getTime() + pause * (0.9 + chance / 5), end));
}
