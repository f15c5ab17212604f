import type { DomainContext } from '../../context.ts';
import { isDomainError } from '../../errors.ts';
import { DEFAULT_EVENTS_PER_SECOND } from './admission.ts';

/** The current rate of an advertiser's events, and its limit. */
export interface EventRate {
  /** The maximum number of events in any second. */
  readonly limit: number;
  /** Events that were accepted within the last second. */
  readonly used: number;
}

/**
 * SQL: the limit of an advertiser and the events that the database counted within the second before `now`, in
 * milliseconds, as text for `eventRate`.
 */
export const eventRateSql = (advertiser: string, now: string): string =>
  `coalesce((SELECT events_per_sec FROM advertiser_quota WHERE advertiser_id = ${advertiser}), ${DEFAULT_EVENTS_PER_SECOND})
    || ' ' || coalesce((SELECT sum(events) FROM event_rate rate, unnest(rate.at, rate.count) AS kept (moment, events)
      WHERE rate.advertiser_id = ${advertiser} AND moment > ${now} - 1000), 0)`;

/** Returns the rate that `eventRateSql` wrote. With Redis, events are counted there (`countedInRedis`). */
export function eventRateFrom(text: string, counted?: number): EventRate {
  const [limit = 0, used = 0] = text.split(' ').map(Number);
  return { limit, used: counted ?? used };
}

/**
 * Returns the events of advertisers within the last second. Undefined without Redis, or while it does not respond: then
 * the windows in the database are used.
 */
export async function countedInRedis(
  { redis, now }: Pick<DomainContext, 'redis' | 'now'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number> | undefined> {
  if (!redis) return undefined;
  try {
    const answers = (await redis.run('eventRates', 'events:', [now().getTime(), ...ids])) as unknown[];
    return new Map(ids.map((id, index) => [id, Number(answers[index])]));
  } catch (error) {
    if (isDomainError(error) && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}
