import { openSubscriptions } from '../../../platform/metrics/subscriptions.ts';
import { graphqlFault } from '../fault.ts';
import type { CallContext } from './sessions.ts';

/** The maximum number of streams of a user, and of a seat, that can be open in this process. */
const MAX_OF_USER = 200;
const MAX_OF_SEAT = 500;
/** The maximum number of streams of a field per client. */
const MAX_OF_CLIENT: Readonly<Record<string, number>> = { liveDelivery: 10 };

interface Limit {
  readonly key: string;
  readonly most: number;
  /** Whose streams are too many, and which ones. */
  readonly whose: 'user' | 'seat' | 'client';
  readonly what: string;
}

/** Counts the open streams of each user, seat and client, including those that are being opened. */
export class StreamLimits {
  readonly #open = new Map<string, number>();

  /** Counts a stream of this field until the returned function is called. Throws the refusal if there are too many. */
  enter(ctx: CallContext, field?: string): () => void {
    const limits = limitsOf(ctx, field);
    for (const limit of limits) if (this.#count(limit.key) >= limit.most) throw tooMany(limit);
    const transport = ctx.transport === 'http' ? 'sse' : ctx.transport;
    openSubscriptions.inc({ transport });
    const keys = limits.map(({ key }) => key);
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

function limitsOf({ actor: { userId, clientId }, seatId }: CallContext, field = ''): Limit[] {
  const most = MAX_OF_CLIENT[field];
  const what = 'subscriptions';
  return [
    { key: `user ${userId}`, most: MAX_OF_USER, whose: 'user', what },
    { key: `seat ${seatId}`, most: MAX_OF_SEAT, whose: 'seat', what },
    // Users of the dashboard can share a client.
    ...(most === undefined
      ? []
      : [
          { key: `${field} ${userId} ${clientId}`, most, whose: 'client', what: `${field} ${what}` } as const,
        ]),
  ];
}

const tooMany = ({ whose, most, what }: Limit) =>
  graphqlFault(
    'SUBSCRIPTION_LIMIT_EXCEEDED',
    `A ${whose} can have at most ${most} ${what} open at once. Close one first.`,
    { http: { status: 429, headers: { 'retry-after': '5' } } },
  );
