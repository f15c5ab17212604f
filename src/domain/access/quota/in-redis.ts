import type { Redis } from '../../../platform/redis/redis.ts';

/**
 * Counts a call and returns the state of the windows, with the same result as PostgreSQL's `count_calls` for one call.
 */
export async function countCallInRedis(options: {
  redis: Redis;
  userId: number;
  method: string;
  now: Date;
  take: boolean;
  limits: readonly number[];
}): Promise<{ passed: boolean; used: number[]; freeAt: Date[] }> {
  const { redis, userId, method, now, take, limits } = options;
  const answer = await redis.run('countCall', `calls:${userId}:${method}`, [
    now.getTime(),
    take ? 1 : 0,
    ...limits,
  ]);
  const [passed, ...rest] = numbersOf(answer);
  return {
    passed: passed === 1,
    used: rest.slice(0, 3),
    freeAt: rest.slice(3).map((time) => new Date(time)),
  };
}

interface Bucket {
  readonly redis: Redis;
  readonly userId: number;
  readonly bucket: string;
  readonly hour: Date;
}

/** Takes units of a clock hour, with the same result as PostgreSQL's `take_units`. */
export async function takeUnitsInRedis(
  options: Bucket & { cost: number; limit: number },
): Promise<{ passed: boolean; used: number; began: Date }> {
  const { redis, userId, bucket, hour, cost, limit } = options;
  const answer = await redis.run('takeUnits', `units:${userId}:${bucket}`, [hour.getTime(), cost, limit]);
  const [passed, used = 0, began = 0] = numbersOf(answer);
  return { passed: passed === 1, used, began: new Date(began) };
}

export async function refundUnitsInRedis(options: Bucket & { units: number }): Promise<void> {
  const { redis, userId, bucket, hour, units } = options;
  await redis.run('refundUnits', `units:${userId}:${bucket}`, [hour.getTime(), units]);
}

const numbersOf = (answer: unknown): number[] => (Array.isArray(answer) ? answer.map(Number) : []);
