import { FairQueue } from '../../../platform/process/fair-queue.ts';
import { SerialQueue } from '../../../platform/process/serial-queue.ts';

/** For documents that take many milliseconds to read and plan, by user. */
const longDocuments = new FairQueue();
/** For those that take a few. Of any number at once, others wait for one of each user. */
const shortDocuments = new FairQueue();

/** A document of this length is read and planned in a millisecond or two, even if nothing similar was cached. */
export const SHORT_DOCUMENT = 1_000;

/**
 * Reads or plans a document after those before it, unless `remembered` returns the result. Callers with short documents do
 * not wait for long ones.
 */
export function queueIfNew<T>(
  { userId, source }: { readonly userId: number; readonly source: string },
  work: () => T,
  remembered: () => T | undefined,
): T | Promise<Awaited<T>> {
  const queue = source.length > SHORT_DOCUMENT ? longDocuments : shortDocuments;
  return remembered() ?? queue.take(userId, work);
}

/** For introspection by all callers. */
export const schemaReadings = new SerialQueue();
