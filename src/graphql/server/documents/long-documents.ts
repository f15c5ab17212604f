import { FairQueue } from '../../../platform/process/fair-queue.ts';
import { SerialQueue } from '../../../platform/process/serial-queue.ts';

/** Documents that take many milliseconds to read and plan. Queued per user. */
const longDocuments = new FairQueue();
/** Documents that take a few milliseconds. Separate, so that they do not wait for long ones. */
const shortDocuments = new FairQueue();

/** A document of this length is read and planned in a millisecond or two, even if nothing similar was cached. */
export const SHORT_DOCUMENT = 1_000;

/** Reads or plans a document that is not cached when its turn comes. */
export function queueNew<T>(
  { userId, source }: { readonly userId: number; readonly source: string },
  work: () => T,
): Promise<Awaited<T>> {
  const queue = source.length > SHORT_DOCUMENT ? longDocuments : shortDocuments;
  return queue.take(userId, work);
}

/** For introspection by all callers. */
export const schemaReadings = new SerialQueue();
