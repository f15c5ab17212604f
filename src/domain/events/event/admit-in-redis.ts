import type { Redis } from '../../../platform/redis/redis.ts';
import { knownLimits } from '../../access/quota/known-limits.ts';
import type { System } from '../../context.ts';
import { isDomainError } from '../../errors.ts';
import type { EventArray } from './array.ts';

/**
 * Counts the arrays in the given order, each one if its advertiser's second has room for it, in one round trip.
 * Undefined while Redis does not respond.
 */
export async function admitInRedis(options: {
  system: Pick<System, 'pool'>;
  redis: Redis;
  arrays: readonly EventArray[];
  usualLimit: number;
}): Promise<readonly { isAdmitted: boolean; limit: number }[] | undefined> {
  const { system, redis, arrays, usualLimit } = options;
  const limits = await Promise.all(
    arrays.map(
      async ({ advertiserId }) =>
        (await knownLimits(system, 'advertiser', advertiserId)).events_per_sec ?? usualLimit,
    ),
  );
  const requested = arrays.flatMap(({ advertiserId, receivedAt, events }, index) => [
    advertiserId,
    limits[index] ?? usualLimit,
    receivedAt.getTime(),
    events.length,
  ]);
  try {
    const answers = await redis.run('admit', 'events:', requested);
    if (!Array.isArray(answers)) throw new Error('Redis answered no list.');
    return arrays.map((_, index) => ({
      isAdmitted: answers[index] === 1,
      limit: limits[index] ?? usualLimit,
    }));
  } catch (error) {
    if (isDomainError(error) && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}
