import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { lookAtCalls, type Method, takeCall, tightest } from '../../../../src/domain/access/quota/calls.ts';
import { openDatabase } from '../../../../src/platform/database/connection/client.ts';
import { callConcurrently } from '../../../support/call-concurrently.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { STORES } from '../../../support/processes/redis.ts';

const { pool, prisma, url } = await createTestDatabase();

let users = 0;
describe.each(STORES)('in %s', async (_store, start) => {
  const open = await start();
  const redis = await open();
  /** A user with its own quotas and a clock that the test moves, in seconds. */
  async function caller(quotas: Record<string, number> = {}, method: Method = 'GET') {
    users += 1;
    const userId = users;
    await prisma.userQuota.create({ data: { userId, ...quotas } });
    let now = Date.parse('2026-11-21T12:00:00Z');
    const system = { pool, redis, now: () => new Date(now) };
    return {
      account: { system, userId, method },
      call: () => takeCall({ system, userId, method }),
      at: (second: number) => {
        now = Date.parse('2026-11-21T12:00:00Z') + second * 1000;
      },
    };
  }

  test('the windows of a user without quotas of its own are the documented ones', async () => {
    const limits: number[][] = [];
    for (const method of ['GET', 'PUT', 'POST'] as const) {
      const { account } = await caller();
      limits.push((await lookAtCalls({ ...account, method })).windows.map(({ limit }) => limit));
    }
    expect(limits).toEqual([
      [60, 360, 8000],
      [30, 100, 2000],
      [30, 75, 1000],
    ]);
  });

  test('a call passes exactly when the limit-th last one has left the window', async () => {
    const { call, at } = await caller({ getPerMin: 2 });
    at(0);
    await call();
    at(20);
    await call();
    at(59.999);
    expect(await call()).toMatchObject({ passed: false });
    at(60);
    expect(await call()).toMatchObject({ passed: true });
    at(79.999);
    expect(await call()).toMatchObject({ passed: false });
    at(80);
    expect(await call()).toMatchObject({ passed: true });
  });

  test('a refused call does not count', async () => {
    const { call, at } = await caller({ getPerMin: 1 });
    at(0);
    await call();
    for (const second of [10, 30, 59]) {
      at(second);
      await call();
    }
    at(60);
    expect(await call()).toMatchObject({ passed: true });
  });

  test('what is left and the time until room is answered for each window', async () => {
    const { call, at } = await caller({ getPerMin: 2, getPerHr: 3, getPerDay: 3 });
    at(0);
    await call();
    at(15.5);
    expect((await call()).windows).toEqual([
      { name: 'GET_PER_MINUTE', limit: 2, remaining: 0, seconds: 60, resetS: 45 },
      { name: 'GET_PER_HOUR', limit: 3, remaining: 1, seconds: 3600, resetS: 3585 },
      { name: 'GET_PER_DAY', limit: 3, remaining: 1, seconds: 86_400, resetS: 86_385 },
    ]);
  });

  test('of several full windows the tightest is the one that resets last', async () => {
    const { call } = await caller({ getPerMin: 1, getPerHr: 1 });
    await call();
    expect(tightest(await call())).toMatchObject({ name: 'GET_PER_HOUR' });
  });

  test('the hourly and daily limits apply without a minute limit', async () => {
    for (const [quota, name] of [
      ['getPerHr', 'GET_PER_HOUR'],
      ['getPerDay', 'GET_PER_DAY'],
    ] as const) {
      const { call } = await caller({ [quota]: 1 });
      await call();
      const refused = await call();
      expect(refused.passed).toBe(false);
      expect(tightest(refused).name).toBe(name);
    }
  });

  test('methods do not use up each other’s windows', async () => {
    const { account } = await caller({ getPerMin: 1, putPerMin: 1 });
    await takeCall({ ...account, method: 'GET' });
    expect(await takeCall({ ...account, method: 'PUT' })).toMatchObject({ passed: true });
  });

  test('a limit lowered below what was used holds until enough calls have left', async () => {
    const { account, call, at } = await caller({ getPerMin: 3 });
    for (const second of [0, 10, 20]) {
      at(second);
      await call();
    }
    await prisma.userQuota.update({ where: { userId: account.userId }, data: { getPerMin: 1 } });
    // Elsewhere than in PostgreSQL, a process remembers limits for a second.
    if (redis) await sleep(1_100);
    at(79);
    expect(await call()).toMatchObject({ passed: false, windows: [{ resetS: 1 }, {}, {}] });
    at(80);
    expect(await call()).toMatchObject({ passed: true });
  });

  test('under a limit of nothing no call passes', async () => {
    const { call } = await caller({ getPerDay: 0 });
    expect(tightest(await call())).toMatchObject({ remaining: 0, resetS: 86_400 });
  });

  test('looking does not count', async () => {
    const { account, call } = await caller({ getPerMin: 1 });
    await lookAtCalls(account);
    expect(await call()).toMatchObject({ passed: true });
  });

  test('a clock set back by a day does not lock the user out', async () => {
    const { call, at } = await caller({ getPerMin: 1 });
    at(86_400);
    await call();
    at(0);
    expect(await call()).toMatchObject({ passed: true });
    expect(await call()).toMatchObject({ passed: false });
  });

  test('of 250 callers in each of four processes exactly as many pass as the limit says', async () => {
    const { account } = await caller({ getPerMin: 60 });
    const others = Array.from({ length: 4 }, () => openDatabase({ url }));
    const systems = await Promise.all(
      others.map(async (other) => ({ ...account.system, pool: other.pool, redis: await open() })),
    );
    const results = await callConcurrently({
      processes: systems,
      each: 250,
      atOnce: redis ? 250 : 10,
      work: (system) => takeCall({ ...account, system }),
    });
    expect(results).toHaveLength(1_000);
    for (const other of others) await other.close();
    expect(results.filter(({ passed }) => passed)).toHaveLength(60);
  });
});

describe('in PostgreSQL', () => {
  const clock = { now: () => new Date('2026-11-23T12:00:00Z') };
  const userWith = async (getPerMin: number) => {
    users += 1;
    await prisma.userQuota.create({ data: { userId: users, getPerMin, getPerHr: 1_000, getPerDay: 1_000 } });
    return users;
  };

  test('calls that come while others are counted are counted by one statement, each with its own place', async () => {
    const userId = await userWith(5);
    const query = vi.spyOn(pool, 'query');
    const results = await Promise.all(
      Array.from({ length: 8 }, () => takeCall({ system: { pool, ...clock }, userId, method: 'GET' })),
    );
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true, true, true, false, false, false]);
    expect(results.map(({ windows }) => windows[0]?.remaining)).toEqual([4, 3, 2, 1, 0, 0, 0, 0]);
    expect(results.at(-1)?.windows.map(({ resetS }) => resetS)).toEqual([60, 3600, 86_400]);
    expect(await prisma.rateCall.count({ where: { userId } })).toBe(5);
  });

  test('calls that cannot be counted fail, and later calls are counted', async () => {
    const userId = await userWith(5);
    const call = () => takeCall({ system: { pool, ...clock }, userId, method: 'GET' });
    const query = vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('gone'));
    const [failed, next] = await Promise.allSettled([call(), call()]);
    query.mockRestore();
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'gone' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: { passed: true } });
    expect(await call()).toMatchObject({ passed: true });
  });

  test('reads no more rows for a busy user than for any other', async () => {
    const userId = await userWith(1_000);
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO rate_call SELECT $1, 'GET', n, $2::timestamptz - interval '1 second' FROM generate_series(1, 5000) n`,
        [userId, clock.now()],
      );
      await client.query(`INSERT INTO rate_counter VALUES ($1, 'GET', 5000, $2)`, [userId, clock.now()]);
      const read = async () => {
        const { rows } = await client.query(
          `SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relname = 'rate_call'`,
        );
        return Number(rows[0].read);
      };
      const before = await read();
      // The plans of a function are generic from the sixth time on.
      for (let i = 0; i < 10; i += 1)
        await client.query(`SELECT * FROM count_calls($1, 'GET', $2, 1, '{9999,9999,9999}')`, [
          userId,
          clock.now(),
        ]);
      expect((await read()) - before).toBeLessThan(100);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

test('calls older than a day are deleted', async () => {
  const userId = 1_000_000;
  for (const now of ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z'])
    await takeCall({ system: { pool, now: () => new Date(now) }, userId, method: 'GET' });
  expect(await prisma.rateCall.count({ where: { userId } })).toBe(1);
});
