import { FairQueue } from '../../../platform/process/fair-queue.ts';
import { SerialQueue } from '../../../platform/process/serial-queue.ts';
import { UserSemaphore } from '../../../platform/process/user-semaphore.ts';

/** One document of each seat waits in the queue, and one of each user of a seat for its seat's place. */
class DocumentQueue {
  readonly #ofUsers = new UserSemaphore(1);
  readonly #ofSeats = new FairQueue();

  take<T>({ seatId, userId }: { readonly seatId: number; readonly userId: number }, work: () => T) {
    return this.#ofUsers.run(userId, () => this.#ofSeats.take(seatId, work));
  }
}

/** Documents that take many milliseconds to read and plan. */
const longDocuments = new DocumentQueue();
/** Documents that take a few milliseconds. Separate, so that they do not wait for long ones. */
const shortDocuments = new DocumentQueue();

/** A document of this length is read and planned in a millisecond or two, even if nothing similar was cached. */
export const SHORT_DOCUMENT = 1_000;

/** Reads or plans a document that is not cached when its turn comes. */
export function queueNew<T>(
  { source, ...caller }: { readonly seatId: number; readonly userId: number; readonly source: string },
  work: () => T,
): Promise<Awaited<T>> {
  const queue = source.length > SHORT_DOCUMENT ? longDocuments : shortDocuments;
  return queue.take(caller, work);
}

/** For introspection by all callers. */
export const schemaReadings = new SerialQueue();
