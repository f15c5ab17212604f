import { FairQueue } from '../../platform/process/fair-queue.ts';
import { UnavailableError } from '../errors.ts';

/** A smaller body is read in a millisecond or two, whatever it contains. */
const LARGE_BODY = 128 * 1024;
/** The most large bodies of a seat that wait to be read. */
const MAX_WAITING = 50;

const largeBodies = new FairQueue({
  maxWaiting: MAX_WAITING,
  refusal: () => new UnavailableError('Too many large request bodies of this seat are waiting.'),
});

/** Parses or checks a body: a large one after those before it, with other requests in between. */
export function readInTurn<T>(
  { seatId = 0, bytes }: { readonly seatId?: number | undefined; readonly bytes: number },
  work: () => T | Promise<T>,
): T | Promise<T> | Promise<Awaited<T>> {
  return bytes <= LARGE_BODY ? work() : largeBodies.take(seatId, work);
}
