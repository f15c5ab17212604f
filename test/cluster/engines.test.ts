import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { openSystem } from '../../src/operations/service/system.ts';
import { freePort } from '../../src/platform/database/embedded/postmaster.ts';
import { prepareDebian } from '../faults/debian.ts';
import { Load } from '../faults/load.ts';
import { Pair } from '../faults/pair.ts';
import { Service } from '../faults/service.ts';
import { tokenFor } from '../support/actors.ts';
import { RedisServer } from '../support/processes/redis-server.ts';
import { createPoster } from '../support/traffic/intake.ts';

/** Two processes take events in, on PostgreSQL 15 with a synchronous standby and on Redis. */

const BACK_MS = 5_000;
const EVENTS_A_SECOND = 1_000;
const pair = await Pair.create({ prepare: prepareDebian });
const redis = await RedisServer.create();
const env = {
  DATABASE_URL: pair.url,
  FLIGHTLINE_REDIS_URL: redis.url,
  FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
};
const { system, close } = await openSystem({
  config: loadConfig(env),
  databaseUrl: pair.url,
  log: pino({ level: 'silent' }),
});
const { client, pixelId, advertiserId, eventToken } = await createPoster(system);
await system.db.advertiserQuota.create({ data: { advertiserId, eventsPerSec: 1_000_000 } });
const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, client) };
await close();
const services = [new Service(await freePort(), env), new Service(await freePort(), env)];
await Promise.all(services.map((service) => service.start()));
afterAll(async () => {
  for (const service of services) await service.kill();
  await redis.kill();
  await pair.remove();
});

const originOf = (index: number) => `http://127.0.0.1:${services[index % 2]?.port}`;

/** Partners send to both in turn while `work` runs; then everything acknowledged is stored once. */
async function underIntake(work: (load: Load) => Promise<void>): Promise<Load> {
  let calls = 0;
  const url = () => {
    calls += 1;
    return `${originOf(calls)}/v1/pixels/${pixelId}/events`;
  };
  const load = new Load({ url, token: eventToken });
  const sending = load.send(EVENTS_A_SECOND);
  await sleep(1_000);
  await work(load);
  await load.finish();
  await sending;
  const { acknowledged, lost, stored, distinct } = await load.verify(pair.url);
  expect(acknowledged).toBeGreaterThan(EVENTS_A_SECOND);
  expect([lost, stored]).toEqual([0, distinct]);
  expect([...load.statuses.keys()].filter((status) => !['200', '503'].includes(status))).toEqual([]);
  return load;
}

const listAt = (index: number) => fetch(`${originOf(index)}/traffic/advertisers`, { headers });

test('while Redis is unavailable events are accepted, and calls that have a quota are 503 until it is back', async () => {
  const load = await underIntake(async ({ statuses }) => {
    expect((await listAt(0)).status).toBe(200);
    await redis.kill();
    await sleep(500);
    const before = statuses.get('200') ?? 0;
    for (const index of [0, 1]) {
      const answer = await listAt(index);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    }
    await sleep(2_000);
    expect(statuses.get('200') ?? 0).toBeGreaterThan(before);
    await redis.start();
    for (const index of [0, 1])
      await vi.waitFor(async () => expect((await listAt(index)).status).toBe(200), { timeout: 10_000 });
  });
  expect(load.statuses.has('503')).toBe(false);
});

test('the standby is promoted while Redis is unavailable: nothing acknowledged is lost or stored twice, and both are back within 5 s', async () => {
  await vi.waitFor(async () => expect(await pair.isSynchronous()).toBe(true));
  await underIntake(async (load) => {
    await redis.kill();
    await sleep(500);
    const began = Date.now();
    await pair.failOver();
    await vi.waitFor(() => expect(load.lastSuccess).toBeGreaterThan(began + 100), { timeout: 20_000 });
    expect(load.lastSuccess - began).toBeLessThan(BACK_MS);
    for (const index of [0, 1]) expect((await listAt(index)).status).toBe(503);
    await redis.start();
    for (const index of [0, 1])
      await vi.waitFor(async () => expect((await listAt(index)).status).toBe(200), { timeout: 10_000 });
  });
});
