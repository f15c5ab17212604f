import { openSubscriptions } from '../../../platform/metrics/subscriptions.ts';
import { graphqlFault } from '../fault.ts';
import type { CallContext } from './sessions.ts';

/** The maximum number of streams of a user, and of a seat, that can be open in this process. */
const MAX_OF_USER = 200;
const MAX_OF_SEAT = 500;
/** The maximum number of streams of a field per client. */
const MAX_OF_CLIENT: Readonly<Record<string, number>> = { liveDelivery: 10 };

/** The maximum size of the request of a subscription, which is held as long as the stream is open. */
export const MAX_REQUEST_BYTES = 16 * 1024;
/** Parsed, the small values of variables take up to twenty times the bytes that they were sent as. */
const PARSED = 20;
/** The maximum memory that the documents and variables of the streams of a seat, and of all seats, take. */
const MAX_BYTES_OF_SEAT = 64 * 2 ** 20;
const MAX_BYTES = 256 * 2 ** 20;

interface Limit {
  readonly key: string;
  readonly most: number;
  /** What one more stream adds. */
  readonly takes: number;
  readonly refusal: string;
}

interface Stream {
  readonly field: string | undefined;
  readonly documentBytes: number;
}

/** Counts the open streams of each user, seat and client, and what they hold, including those that are being opened. */
export class StreamLimits {
  readonly #open = new Map<string, number>();

  /** Counts a stream until the returned function is called. Throws the refusal if there are too many. */
  enter(ctx: CallContext, stream: Stream): () => void {
    if (ctx.notes.requestBytes > MAX_REQUEST_BYTES) throw tooLarge();
    const limits = limitsOf(ctx, stream);
    for (const { key, most, takes, refusal } of limits)
      if (this.#count(key) + takes > most) throw tooMany(refusal);
    const transport = ctx.transport === 'http' ? 'sse' : ctx.transport;
    openSubscriptions.inc({ transport });
    for (const { key, takes } of limits) this.#open.set(key, this.#count(key) + takes);
    return () => {
      if (limits.length > 0) openSubscriptions.dec({ transport });
      for (const { key, takes } of limits.splice(0)) {
        const left = this.#count(key) - takes;
        if (left > 0) this.#open.set(key, left);
        else this.#open.delete(key);
      }
    };
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}

function limitsOf(
  { actor: { userId, clientId }, seatId, notes: { requestBytes } }: CallContext,
  { field = '', documentBytes }: Stream,
): Limit[] {
  const most = MAX_OF_CLIENT[field];
  const bytes = documentBytes + PARSED * requestBytes;
  return [
    ofStreams(`user ${userId}`, MAX_OF_USER, 'user'),
    ofStreams(`seat ${seatId}`, MAX_OF_SEAT, 'seat'),
    // Users of the dashboard can share a client.
    ...(most === undefined ? [] : [ofStreams(`${field} ${userId} ${clientId}`, most, 'client', `${field} `)]),
    {
      key: `bytes ${seatId}`,
      most: MAX_BYTES_OF_SEAT,
      takes: bytes,
      refusal: `The documents and variables of a seat's open subscriptions can take at most ${MAX_BYTES_OF_SEAT / 2 ** 20} MiB. Close a subscription, or select fewer fields.`,
    },
    {
      key: 'bytes',
      most: MAX_BYTES,
      takes: bytes,
      refusal: 'The documents and variables of all open subscriptions take too much memory. Try again later.',
    },
  ];
}

const ofStreams = (key: string, most: number, whose: string, which = ''): Limit => ({
  ...{ key, most, takes: 1 },
  refusal: `A ${whose} can have at most ${most} ${which}subscriptions open at once. Close one first.`,
});

const tooLarge = () =>
  graphqlFault(
    'BAD_USER_INPUT',
    `The request of a subscription can have at most ${MAX_REQUEST_BYTES / 1024} KiB.`,
    { http: { status: 400 } },
  );

const tooMany = (message: string) =>
  graphqlFault('SUBSCRIPTION_LIMIT_EXCEEDED', message, {
    http: { status: 429, headers: { 'retry-after': '5' } },
  });
