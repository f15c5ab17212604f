import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { countedInRedis, eventRateFrom, eventRateSql } from '../../../src/domain/events/event/rate.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { onCleanup } from '../../support/on-cleanup.ts';
import { STORES } from '../../support/processes/redis.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPixel, createPoster, eventsOf, postEvents } from '../../support/traffic/intake.ts';

const system = await testSystem();
const refusal = (message: string) => ({ success: false, message, errors: [] });

describe.each(STORES)('the rate of an advertiser, in %s', async (_store, start) => {
  const open = await start();
  let moment = Date.now();
  /** A process for which everything happens at one moment, so that one second is meant whatever the machine does. */
  const appAtOneMoment = async (overrides: Partial<typeof system> = {}) =>
    buildApp({ system: { ...system, redis: await open(), now: () => new Date(moment), ...overrides } });
  const app = await appAtOneMoment();
  afterAll(() => app.close());
  const postAtOnce = (
    target: Parameters<typeof postEvents>[1],
    body: unknown,
    headers?: Record<string, string>,
  ) => postEvents(app, target, body, headers);

  // covers: 1.limits.events-per-second-per-advertiser
  it('5,000 events in one second are accepted; further ones are refused, and none of them is stored', async () => {
    const own = await createPoster(system);
    const body = JSON.stringify(Array.from({ length: 100 }, () => anEvent()));
    const answers = await Promise.all(Array.from({ length: 55 }, () => postAtOnce(own, body)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.json()).toEqual(refusal('Error. Rate limit exceeded.'));
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect(await eventsOf(system, own.pixelId)).toHaveLength(5_000);
    const ctx = { redis: await open(), now: () => new Date(moment) };
    const { rows } = await system.pool.query<{ rate: string }>(
      `SELECT ${eventRateSql('$1::int', '$2::bigint')} AS rate`,
      [own.advertiserId, moment],
    );
    const counted = (await countedInRedis(ctx, [own.advertiserId]))?.get(own.advertiserId);
    expect(eventRateFrom(rows[0]?.rate ?? '', counted)).toEqual({ limit: 5_000, used: 5_000 });
  });

  it('one advertiser at its limit takes nothing from others whose events arrive together with its own', async () => {
    const limits = [150, 5_000, 50, 1_000];
    const posters = await Promise.all(limits.map(() => createPoster(system)));
    for (const [index, { advertiserId }] of posters.entries())
      await system.db.advertiserQuota.create({
        data: { advertiserId, eventsPerSec: limits[index] as number },
      });
    const body = JSON.stringify(Array.from({ length: 50 }, () => anEvent()));
    const rounds = Array.from({ length: 6 }, () => posters).flat();
    const answers = await Promise.all(rounds.map((own) => postAtOnce(own, body)));
    for (const [index, own] of posters.entries()) {
      const statuses = answers.filter((_, n) => n % posters.length === index).map((it) => it.statusCode);
      const passed = Math.min(6, (limits[index] as number) / 50);
      expect(statuses.filter((status) => status === 200)).toHaveLength(passed);
      expect(statuses.filter((status) => status === 429)).toHaveLength(6 - passed);
      expect(await eventsOf(system, own.pixelId)).toHaveLength(passed * 50);
    }
  });

  it('the limit of an advertiser can be set; pixels of one advertiser share it, a replay is free', async () => {
    const own = await createPoster(system);
    await system.db.advertiserQuota.create({ data: { advertiserId: own.advertiserId, eventsPerSec: 2 } });
    const { seatId, advertiserId } = own;
    const second = await createPixel(system, { seatId, advertiserId });
    await system.db.clientPixel.create({ data: { clientId: own.client.clientId, pixelId: second } });
    const headers = { 'idempotency-key': randomUUID() };
    const body = JSON.stringify([anEvent()]);
    expect((await postAtOnce(own, body, headers)).statusCode).toBe(200);
    expect((await postAtOnce({ ...own, pixelId: second }, body)).statusCode).toBe(200);
    expect((await postAtOnce(own, body)).statusCode).toBe(429);
    expect((await postAtOnce(own, body, headers)).headers['idempotency-replayed']).toBe('true');
    expect((await postAtOnce(own, [anEvent(), anEvent(), anEvent()])).statusCode).toBe(413);
  });

  it('a key whose array was refused for the rate is not spent', async () => {
    const own = await createPoster(system);
    await system.db.advertiserQuota.create({ data: { advertiserId: own.advertiserId, eventsPerSec: 1 } });
    const headers = { 'idempotency-key': randomUUID() };
    await postAtOnce(own, [anEvent()]);
    const body = JSON.stringify([anEvent()]);
    expect((await postAtOnce(own, body, headers)).statusCode).toBe(429);
    moment += 1_001;
    const again = await postAtOnce(own, body, headers);
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, undefined]);
  });

  it('four processes share it to the event', async () => {
    const apps = await Promise.all(
      Array.from({ length: 4 }, () => {
        const database = openDatabase({ url: system.database.url });
        onCleanup(() => database.close());
        return appAtOneMoment({ db: database.prisma, pool: database.pool });
      }),
    );
    const own = await createPoster(system);
    const body = JSON.stringify(Array.from({ length: 100 }, () => anEvent()));
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => postEvents(apps[n % 4] ?? app, own, body)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
    expect(await eventsOf(system, own.pixelId)).toHaveLength(5_000);
    for (const one of apps) await one.close();
  });
});
