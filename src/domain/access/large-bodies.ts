import { SerialQueue } from '../../platform/process/serial-queue.ts';
import { UserSemaphore } from '../../platform/process/user-semaphore.ts';
import { UnavailableError } from '../errors.ts';

/** A smaller body is read in a millisecond or two, whatever it contains. */
const LARGE_BODY = 128 * 1024;
/** The most large bodies of a seat that wait to be read. */
const MAX_WAITING = 50;

const largeBodies = new SerialQueue();
/** One of each seat waits there, so that nobody waits for more than one body of each other seat. */
const ofSeat = new UserSemaphore(1, {
  maxWaiting: MAX_WAITING,
  refusal: () => new UnavailableError('Too many large request bodies of this seat are waiting.'),
});

/** Parses or checks a body: a large one after those before it, with other requests in between. */
export function readInTurn<T>(
  { seatId = 0, bytes }: { readonly seatId?: number | undefined; readonly bytes: number },
  work: () => T | Promise<T>,
): T | Promise<T> {
  if (bytes <= LARGE_BODY) return work();
  return ofSeat.run(seatId, () => largeBodies.take(work)) as Promise<T>;
}
