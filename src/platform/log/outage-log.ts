import type { Logger } from 'pino';
import { causeOf } from './cause.ts';

/** A cause that was not seen for so long is new. */
const SAME_MS = 60_000;
/** A cause may be the words of a library. */
const MAX_CAUSES = 100;

const seen = new WeakMap<object, Map<string, number>>();

/** Notes a cause of an outage. @returns whether it is new, so that the log names it once, not once a call */
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

/** Names the cause for which calls are answered 503, unless it was named already. */
export function logOutage(
  log: Pick<Logger, 'error'>,
  given: { cause: string; err: unknown; requestId?: string },
): void {
  if (noteCause(log, given.cause)) log.error(given, 'calls are answered with 503');
}

/** Names why work that is repeated failed: once, not at every attempt while the cause lasts. */
export function logFailure(log: Pick<Logger, 'warn'>, error: unknown, message: string): void {
  const cause = causeOf(error);
  if (noteCause(log, `${message}: ${cause}`)) log.warn({ cause, err: error }, message);
}
