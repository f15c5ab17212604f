import { Postgres } from '../../faults/postgres.ts';
import { RedisServer } from '../../support/processes/redis-server.ts';
import { anEvent, createPoster } from '../../support/traffic/intake.ts';
import type { ServerProcess } from '../support/child.ts';
import { type Closers, compare, prepare, startProcess } from './scene.ts';

/** High enough that the window never fills. */
const PLENTY = 2_000_000_000;
/** Per array. */
const EVENTS = 20;

/** Events of one advertiser at two processes, with its window in PostgreSQL and in Redis. */
export async function intake(closers: Closers): Promise<void> {
  const postgres = await Postgres.create();
  closers.push(() => postgres.remove());
  const redis = await RedisServer.create();
  closers.push(() => redis.kill());
  const { pixelId, eventToken } = await prepare(postgres.url, async (system) => {
    const poster = await createPoster(system);
    const { advertiserId } = poster;
    await system.db.advertiserQuota.create({ data: { advertiserId, eventsPerSec: PLENTY } });
    return poster;
  });
  const env = { DATABASE_URL: postgres.url };
  const two = async (more: Record<string, string> = {}) => [
    await startProcess(closers, { ...env, ...more }),
    await startProcess(closers, { ...env, ...more }),
  ];
  const inPostgres = await two();
  const inRedis = await two({ FLIGHTLINE_REDIS_URL: redis.url });
  const body = JSON.stringify(Array.from({ length: EVENTS }, () => anEvent()));
  const posting = (name: string, servers: ServerProcess[], key: Record<string, string>) => ({
    name,
    url: servers.map(({ url }) => `${url}/v1/pixels/${pixelId}/events`),
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${eventToken}`, ...key },
    body,
    idReplacement: 'idempotency-key' in key,
  });
  for (const [title, key] of [
    ['', {}],
    [', each with a key', { 'idempotency-key': '[<id>]' }],
  ] as const)
    await compare(`arrays of ${EVENTS} of one advertiser at two processes${title}`, {
      contenders: [posting('window in PostgreSQL', inPostgres, key), posting('in Redis', inRedis, key)],
      connections: 32,
      aim: 'aim 1.2',
    });
}
