import type { Redis, RedisOptions } from './redis.ts';

/** Connects to Redis and loads its client only now. Throws SettingError if that fails. */
export async function openRedis(options: RedisOptions): Promise<Redis> {
  const { connectRedis } = await import('./ioredis.ts');
  return await connectRedis(options);
}
