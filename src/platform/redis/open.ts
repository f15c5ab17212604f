import type { Redis, RedisOptions } from './redis.ts';

/** Connects, or fails with a SettingError. Nothing of the client is loaded before. */
export async function openRedis(options: RedisOptions): Promise<Redis> {
  const { connectRedis } = await import('./ioredis.ts');
  return await connectRedis(options);
}
