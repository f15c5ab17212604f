import type { DomainContext } from '../../../domain/context.ts';
import { UserSemaphore } from '../../../platform/process/user-semaphore.ts';
import { CEILING } from './cost.ts';

/** Smaller requests never wait, because they finish quickly. */
const SMALL = 500;

/** As many points as one request can cost: objects are created on the event loop, which all users share. */
const ofUsers = new UserSemaphore(CEILING);
/** A seat can have any number of users. */
const ofSeats = new UserSemaphore(2 * CEILING);

/** Waits until a request of this cost can run. Returns a function that ends it and can be called repeatedly. */
export async function takePointsAtOnce(
  { actor, seatId }: Pick<DomainContext, 'actor' | 'seatId'>,
  cost: number,
): Promise<() => void> {
  if (cost <= SMALL) return () => {};
  const endOfUser = await ofUsers.take(actor.userId, cost);
  const endOfSeat = await ofSeats.take(seatId, cost);
  return () => {
    endOfSeat();
    endOfUser();
  };
}
