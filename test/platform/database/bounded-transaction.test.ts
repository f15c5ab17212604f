import { expect, it, vi } from 'vitest';
import { isUnavailable } from '../../../src/platform/database/errors.ts';
import { boundedTransaction } from '../../../src/platform/database/transaction/bounded-transaction.ts';
import { createTestDatabase } from '../../support/database.ts';

const { pool } = await createTestDatabase();
const seats = async () => (await pool.query('SELECT FROM seat')).rowCount;

it('a connection lost between two statements fails the work as unavailable, and nothing else', async () => {
  const before = await seats();
  const work = boundedTransaction({
    pool,
    timeoutMs: 5_000,
    work: async (client) => {
      await client.query(`INSERT INTO seat (name) VALUES ('lost')`);
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await client.query('SELECT 1');
    },
  });
  expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true);
  expect(await seats()).toBe(before);
});

it('a statement that takes too long loses its connection, and the pool opens another', async () => {
  const work = boundedTransaction({
    pool,
    timeoutMs: 200,
    work: (client) => client.query('SELECT pg_sleep(20)'),
  });
  expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true);
  expect(await seats()).toBeGreaterThanOrEqual(0);
});

it('a refused statement rolls everything back', async () => {
  const before = await seats();
  const work = boundedTransaction({
    pool,
    timeoutMs: 5_000,
    work: async (client) => {
      await client.query(`INSERT INTO seat (name) VALUES ('lost')`);
      await client.query('SELECT 1 / 0');
    },
  });
  await expect(work).rejects.toThrow('division by zero');
  expect(await seats()).toBe(before);
});

it('the time begins anew after each part of a long transaction', async () => {
  await pool.query('SELECT 1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const run = (isDivided: boolean) =>
    boundedTransaction({
      ...{ pool, timeoutMs: 5_000 },
      work: async (client, goOn) => {
        vi.advanceTimersByTime(4_000);
        if (isDivided) goOn();
        vi.advanceTimersByTime(4_000);
        return (await client.query('SELECT 1')).rowCount;
      },
    }).catch((error: unknown) => isUnavailable(error));
  const results = [await run(true), await run(false)];
  vi.useRealTimers();
  expect(results).toEqual([1, true]);
});
