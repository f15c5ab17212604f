import type { Logger } from 'pino';
import { causeOf } from './cause.ts';

/** A cause that did not occur for this long is logged again. */
const SAME_MS = 60_000;
/** The number is limited, because a cause may contain any message of a library. */
const MAX_CAUSES = 100;

const seen = new WeakMap<object, Map<string, number>>();

/**
 * Records a cause of an outage.
 * @returns whether it is new, so that the log names it once and not for each call
 */
export function noteCause(log: object, cause: string): boolean {
  const causes = seen.get(log) ?? new Map<string, number>();
  seen.set(log, causes);
  const now = performance.now();
  for (const [known, at] of causes) if (now - at > SAME_MS) causes.delete(known);
  const isNew = !causes.has(cause);
  if (isNew && causes.size >= MAX_CAUSES) causes.clear();
  causes.set(cause, now);
  return isNew;
}

/** Logs the cause for which calls are answered with 503, unless it was logged already. */
export function logOutage(
  log: Pick<Logger, 'error'>,
  given: { cause: string; err: unknown; requestId?: string },
): void {
  if (noteCause(log, given.cause)) log.error(given, 'calls are answered with 503');
}

/** Logs why repeated work failed: once, and not at every attempt while the cause lasts. */
export function logFailure(log: Pick<Logger, 'warn'>, error: unknown, message: string): void {
  const cause = causeOf(error);
  if (noteCause(log, `${message}: ${cause}`)) log.warn({ cause, err: error }, message);
}
