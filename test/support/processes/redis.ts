import { pino } from 'pino';
import { afterAll } from 'vitest';
import { UnavailableError } from '../../../src/domain/errors.ts';
import { openRedis } from '../../../src/platform/redis/open.ts';
import type { Redis } from '../../../src/platform/redis/redis.ts';
import { RedisServer } from './redis-server.ts';

type Log = Parameters<typeof openRedis>[0]['log'];

/** A redis-server of the calling test file's own; `open` opens a connection, as each process has one. */
export async function startRedis() {
  const server = await RedisServer.create();
  const opened: Redis[] = [];
  afterAll(async () => {
    for (const redis of opened) await redis.close();
    await server.kill();
  });
  const open = async (log: Log = pino({ level: 'silent' })): Promise<Redis> => {
    const redis = await openRedis({
      url: server.url,
      prefix: 'test:',
      log,
      unavailable: () => new UnavailableError(),
    });
    opened.push(redis);
    return redis;
  };
  return { server, open };
}

/** Where quotas and windows may be; `open` answers what a process of that store has besides its database. */
export const STORES: readonly ['PostgreSQL' | 'Redis', () => Promise<() => Promise<Redis | undefined>>][] = [
  ['PostgreSQL', async () => async () => undefined],
  ['Redis', async () => (await startRedis()).open],
];
