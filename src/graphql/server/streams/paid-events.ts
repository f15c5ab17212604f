import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { System } from '../../../domain/context.ts';
import { isRevocable } from '../../../domain/notifications/live/source.ts';
import { toRefusal } from '../../../http/faults.ts';
import { untilTime } from './pauses.ts';

/** Charges the events of one stream. */
export interface EventPoints {
  /** Charges one event. If there are too few points, the error contains the time until which the stream pauses. */
  readonly take: () => Promise<Receipt | { readonly error: GraphQLError; readonly until: Date }>;
}

/** An event that was charged. */
interface Receipt {
  /** Refunds the unused points of its pages. */
  readonly settle: (result: ExecutionResult) => void;
}

interface Stream {
  readonly system: Pick<System, 'now'>;
  readonly source: AsyncIterator<unknown>;
  readonly points: EventPoints;
  readonly execute: (event: unknown) => Promise<ExecutionResult>;
  /** Called once or more when it ends. */
  readonly end: () => void;
}

/** The pause after a failure of the database. */
const RETRY_MS = 1_000;

/**
 * Yields the results of a stream. Each is charged before it is executed. Without points, the stream sends one error and
 * pauses; then it continues with the last state of what has changed in the meantime.
 */
export function paidEvents(stream: Stream): AsyncGenerator<ExecutionResult> {
  const ended = new AbortController();
  const results = run(stream, ended.signal);
  const end = results.return.bind(results);
  return Object.assign(results, {
    return: async () => {
      ended.abort();
      stream.end();
      await stream.source.return?.();
      return end();
    },
  });
}

async function* run(stream: Stream, ended: AbortSignal): AsyncGenerator<ExecutionResult, void, undefined> {
  const { system, source, points, execute } = stream;
  try {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      let paid = await withRetries(points.take, ended);
      for (let announcedUntil = 0; paid && 'error' in paid; paid = await withRetries(points.take, ended)) {
        const { error, until } = paid;
        if (until.getTime() !== announcedUntil) yield { errors: [error] };
        announcedUntil = until.getTime();
        await untilTime({ time: until, now: system.now, signal: ended });
        if (ended.aborted) return;
        if (!isRevocable(source)) continue;
        source.takeBack(next.value);
        next = await source.next();
        if (next.done) return;
      }
      if (!paid) return;
      const result = await execute(next.value);
      paid.settle(result);
      yield result;
    }
  } finally {
    stream.end();
    await source.return?.();
  }
}

/** Tries again while the database is away, as the source does. Undefined once the stream has ended. */
async function withRetries<T>(work: () => Promise<T>, ended: AbortSignal): Promise<T | undefined> {
  while (!ended.aborted) {
    try {
      return await work();
    } catch (error) {
      if (toRefusal(error).code !== 'SERVICE_UNAVAILABLE') throw error;
      await sleep(RETRY_MS, undefined, { signal: ended, ref: false }).catch(() => undefined);
    }
  }
  return undefined;
}
