import type { DomainContext } from '../../context.ts';
import { isDomainError } from '../../errors.ts';
import { DEFAULT_EVENTS_PER_SECOND } from './admission.ts';

/** The current rate of an advertiser's events, and its limit. */
export interface EventRate {
  /** The most events in any second. */
  readonly limit: number;
  /** Events that were accepted within the last second. */
  readonly used: number;
}

/** The rate of an advertiser that has sent nothing and has no custom limit. */
export const UNUSED: EventRate = { limit: DEFAULT_EVENTS_PER_SECOND, used: 0 };

type RateContext = Pick<DomainContext, 'pool' | 'redis' | 'now' | 'seatId'>;

/** Returns the current rates of advertisers of the caller's seat. */
export async function eventRates(
  ctx: RateContext,
  advertiserIds: readonly number[],
): Promise<ReadonlyMap<number, EventRate>> {
  const now = ctx.now().getTime();
  const [{ rows }, counted] = await Promise.all([
    ctx.pool.query<EventRate & { id: number }>({
      name: 'event-rates',
      text: `SELECT advertiser.id, coalesce(quota.events_per_sec, $3) AS "limit",
               coalesce((SELECT sum(events) FROM unnest(rate.at, rate.count) AS kept (moment, events)
                         WHERE moment > $4::bigint - 1000), 0)::int AS used
             FROM advertiser LEFT JOIN advertiser_quota quota ON quota.advertiser_id = advertiser.id
               LEFT JOIN event_rate rate ON rate.advertiser_id = advertiser.id
             WHERE advertiser.id = ANY ($1::int[]) AND advertiser.seat_id = $2`,
      values: [advertiserIds, ctx.seatId, DEFAULT_EVENTS_PER_SECOND, now],
    }),
    countedInRedis(ctx, advertiserIds, now),
  ]);
  return new Map(rows.map(({ id, limit, used }) => [id, { limit, used: counted?.get(id) ?? used }]));
}

/** Undefined without Redis, or while it does not respond: then the windows in the database are used. */
async function countedInRedis(
  { redis }: RateContext,
  ids: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, number> | undefined> {
  if (!redis) return undefined;
  try {
    const answers = (await redis.run('eventRates', 'events:', [now, ...ids])) as unknown[];
    return new Map(ids.map((id, index) => [id, Number(answers[index])]));
  } catch (error) {
    if (isDomainError(error) && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}
