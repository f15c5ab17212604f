import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { refundUnits, takeUnits } from '../../../../src/domain/access/quota/bucket.ts';
import { openDatabase } from '../../../../src/platform/database/connection/client.ts';
import { callConcurrently } from '../../../support/call-concurrently.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { STORES } from '../../../support/processes/redis.ts';
import { countStatements } from '../../../support/statements.ts';

const { pool, prisma, url } = await createTestDatabase();
const NOON = new Date('2026-11-21T12:00:00Z');

let users = 0;
describe.each(STORES)('in %s', async (_store, start) => {
  const open = await start();
  const redis = await open();
  /** A user with a bucket of its own and a clock that the test moves. */
  async function caller(limit?: number) {
    users += 1;
    const userId = users;
    if (limit !== undefined) await prisma.userQuota.create({ data: { userId, nativePerHr: limit } });
    const clock = { now: new Date(NOON) };
    const system = { pool, redis, now: () => clock.now };
    return { clock, account: { system, userId, bucket: 'native' } as const };
  }

  test('a user without a quota of its own has 100,000 native units and 1,000,000 points an hour', async () => {
    const { account } = await caller();
    const resetAt = new Date('2026-11-21T13:00:00Z');
    expect(await takeUnits({ ...account, cost: 3 })).toEqual({
      ok: true,
      limit: 100_000,
      remaining: 99_997,
      resetAt,
    });
    expect(await takeUnits({ ...account, bucket: 'graphql', cost: 1 })).toEqual({
      ok: true,
      limit: 1_000_000,
      remaining: 999_999,
      resetAt,
    });
  });

  test('what does not fit is refused and takes nothing, and what fits still passes', async () => {
    const { account } = await caller(10);
    await takeUnits({ ...account, cost: 8 });
    expect(await takeUnits({ ...account, cost: 3 })).toMatchObject({ ok: false, remaining: 2 });
    expect(await takeUnits({ ...account, cost: 2 })).toMatchObject({ ok: true, remaining: 0 });
  });

  test('the bucket is full again with the next clock hour, not an hour after the first call', async () => {
    const { account, clock } = await caller(10);
    clock.now = new Date('2026-11-21T12:59:59.999Z');
    await takeUnits({ ...account, cost: 10 });
    clock.now = new Date('2026-11-21T13:00:00Z');
    expect(await takeUnits({ ...account, cost: 1 })).toMatchObject({ ok: true, remaining: 9 });
  });

  test('a replica whose clock is behind takes from the newer hour', async () => {
    const { account, clock } = await caller(10);
    clock.now = new Date('2026-11-21T13:00:00Z');
    await takeUnits({ ...account, cost: 10 });
    clock.now = new Date('2026-11-21T12:59:59.999Z');
    expect(await takeUnits({ ...account, cost: 1 })).toMatchObject({ ok: false, remaining: 0 });
  });

  test('a clock set back by hours does not lock the user out', async () => {
    const { account, clock } = await caller(10);
    clock.now = new Date('2026-11-23T13:00:00Z');
    await takeUnits({ ...account, cost: 10 });
    clock.now = NOON;
    expect(await takeUnits({ ...account, cost: 1 })).toMatchObject({ ok: true, remaining: 9 });
  });

  test('a refund is there for the next call, and one of an ended hour is not', async () => {
    const { account, clock } = await caller(10);
    const { resetAt } = await takeUnits({ ...account, cost: 10 });
    await refundUnits({ ...account, units: 4, resetAt });
    expect(await takeUnits({ ...account, cost: 0 })).toMatchObject({ remaining: 4 });
    clock.now = new Date('2026-11-21T13:00:00Z');
    await takeUnits({ ...account, cost: 5 });
    await refundUnits({ ...account, units: 4, resetAt });
    expect(await takeUnits({ ...account, cost: 0 })).toMatchObject({ remaining: 5 });
  });

  test('a refund of more than was taken leaves the bucket full, and no fuller', async () => {
    const { account } = await caller(10);
    const { resetAt } = await takeUnits({ ...account, cost: 2 });
    await refundUnits({ ...account, units: 5, resetAt });
    expect(await takeUnits({ ...account, cost: 1 })).toMatchObject({ remaining: 9 });
  });

  test('each of several concurrent callers receives the remaining points after its own call', async () => {
    const { account } = await caller(100);
    const take = () => Promise.all([5, 4, 3, 2, 1].map((cost) => takeUnits({ ...account, cost })));
    const { result, count } = await countStatements(pool, take);
    expect(result.map(({ ok, remaining }) => [ok, remaining])).toEqual([
      [true, 95],
      [true, 91],
      [true, 88],
      [true, 86],
      [true, 85],
    ]);
    // Those that come while one is counted are counted by one statement after it.
    if (!redis) expect(count).toBe(2);
  });

  test('of several takers at once those pass that fit, whatever others ask', async () => {
    const { account } = await caller(10);
    const takers = [4, 20, 3, 3, 1].map((cost) => takeUnits({ ...account, cost }));
    expect((await Promise.all(takers)).map(({ ok }) => ok)).toEqual([true, false, true, true, false]);
  });

  test('of 250 takers in each of four processes exactly as many pass as the bucket holds', async () => {
    const { account } = await caller(60);
    const others = Array.from({ length: 4 }, () => openDatabase({ url }));
    const systems = await Promise.all(
      others.map(async (other) => ({ ...account.system, pool: other.pool, redis: await open() })),
    );
    const results = await callConcurrently({
      processes: systems,
      each: 250,
      atOnce: redis ? 250 : 10,
      work: (system) => takeUnits({ ...account, system, cost: 1 }),
    });
    expect(results).toHaveLength(1_000);
    for (const other of others) await other.close();
    expect(results.filter(({ ok }) => ok)).toHaveLength(60);
  });
});

test('when a statement fails while takers are counted in turn, those before it pass with what they took', async () => {
  users += 1;
  await prisma.userQuota.create({ data: { userId: users, nativePerHr: 10 } });
  let count = 0;
  const query = (statement: pg.QueryConfig) => {
    count += 1;
    // The first taker, the others together, the one of 20, the first of 3, and here the second.
    return count === 5 ? Promise.reject(new Error('lost')) : pool.query(statement);
  };
  const system = { pool: { query } as unknown as pg.Pool, redis: undefined, now: () => NOON };
  const account = { system, userId: users, bucket: 'native' } as const;
  const takers = [4, 20, 3, 3, 1].map((cost) => takeUnits({ ...account, cost }));
  const results = await Promise.allSettled(takers);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value.ok : 'failed'))).toEqual([
    ...[true, false, true],
    ...['failed', 'failed'],
  ]);
  expect(count).toBe(5);
  expect(await takeUnits({ ...account, cost: 0 })).toMatchObject({ remaining: 3 });
});
