import { FairQueue } from '../../platform/process/fair-queue.ts';
import { Turns } from '../../platform/process/turns.ts';
import { UnavailableError } from '../errors.ts';

/** A smaller body is read in less than half a millisecond, whatever it contains. */
const SMALL_BODY = 8 * 1024;
/** A smaller body is read in a millisecond or two. */
const LARGE_BODY = 128 * 1024;
/** The maximum number of bodies of medium size of a seat that wait to be read. */
const MAX_MEDIUM_WAITING = 1_000;
/** The maximum number of large bodies of a seat that wait to be read. */
const MAX_WAITING = 50;

const largeBodies = new FairQueue({
  maxWaiting: MAX_WAITING,
  refusal: () => new UnavailableError('Too many large request bodies of this seat are waiting.'),
});

const mediumBodies = new Turns<number>({
  maxWaiting: MAX_MEDIUM_WAITING,
  refusal: () => new UnavailableError('Too many request bodies of this seat are waiting.'),
});

/** Returns whether a body is so small that it does not wait. */
export const isReadAtOnce = (bytes: number): boolean => bytes <= SMALL_BODY;

/**
 * Parses or checks a body: a large one after those before it, with other requests in between, and those of medium size
 * in turns of the seats.
 */
export function readInTurn<T>(
  { seatId = 0, bytes }: { readonly seatId?: number | undefined; readonly bytes: number },
  work: () => T | Promise<T>,
): T | Promise<T> | Promise<Awaited<T>> {
  if (bytes > LARGE_BODY) return largeBodies.take(seatId, work);
  const turn = isReadAtOnce(bytes) ? undefined : mediumBodies.take(seatId);
  return turn ? turn.then(work) : work();
}
