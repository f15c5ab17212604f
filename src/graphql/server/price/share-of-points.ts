import { ShareOfUser } from '../../../domain/share-of-user.ts';
import { CEILING } from './cost.ts';

/** Smaller requests never wait: they are over before anyone notices them. */
const SMALL = 500;

/** As many points as one request may cost: objects are made on the event loop, which all users share. */
const share = new ShareOfUser(CEILING);

/** Waits until a request of this cost may run. Returns a function that ends it and may be called repeatedly. */
export async function takePointsAtOnce(userId: number, cost: number): Promise<() => void> {
  return cost <= SMALL ? () => {} : share.take(userId, cost);
}
