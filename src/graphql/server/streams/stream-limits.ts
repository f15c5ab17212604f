import { openSubscriptions } from '../../../metrics/subscriptions.ts';
import { graphqlFault } from '../fault.ts';
import type { CallContext } from './sessions.ts';

/** Streams that may be open at once in this process. */
const MOST_OF_USER = 200;
const MOST_OF_SEAT = 500;

/** Counts the streams of each user and seat, those that are being opened included. */
export class StreamLimits {
  readonly #open = new Map<string, number>();

  /** Counts one until the answer is called. Throws the refusal if there are too many. */
  enter({ actor, seatId, transport: over }: CallContext): () => void {
    if (this.#count(userKey(actor)) >= MOST_OF_USER) throw tooMany('user', MOST_OF_USER);
    if (this.#count(seatKey(seatId)) >= MOST_OF_SEAT) throw tooMany('seat', MOST_OF_SEAT);
    const transport = over === 'http' ? 'sse' : over;
    openSubscriptions.inc({ transport });
    const keys = [userKey(actor), seatKey(seatId)];
    for (const key of keys) this.#open.set(key, this.#count(key) + 1);
    return () => {
      if (keys.length > 0) openSubscriptions.dec({ transport });
      for (const key of keys.splice(0)) {
        const left = this.#count(key) - 1;
        if (left > 0) this.#open.set(key, left);
        else this.#open.delete(key);
      }
    };
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}

const userKey = ({ userId }: CallContext['actor']) => `user ${userId}`;
const seatKey = (seatId: number) => `seat ${seatId}`;

const tooMany = (whose: 'user' | 'seat', most: number) =>
  graphqlFault(
    'SUBSCRIPTION_LIMIT_EXCEEDED',
    `A ${whose} can have at most ${most} subscriptions open at once. Close one first.`,
    { http: { status: 429, headers: { 'retry-after': '5' } } },
  );
