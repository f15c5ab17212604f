import { FairQueue } from '../../../platform/process/fair-queue.ts';
import { SerialQueue } from '../../../platform/process/serial-queue.ts';

/** For documents that take milliseconds to read and plan, by user. */
const longDocuments = new FairQueue();

/** A document of this length is read and planned in a millisecond or two, even if nothing similar was cached. */
export const SHORT_DOCUMENT = 1_000;

/**
 * Reads a short document immediately, and a long one after those before it, so that callers with short documents do not wait for
 * it. A long one whose result `remembered` returns does not wait either.
 */
export function queueIfLong<T>(
  { userId, source }: { readonly userId: number; readonly source: string },
  work: () => T,
  remembered: () => T | undefined,
): T | Promise<Awaited<T>> {
  if (source.length <= SHORT_DOCUMENT) return work();
  return remembered() ?? longDocuments.take(userId, work);
}

/** For introspection by all callers. */
export const schemaReadings = new SerialQueue();
