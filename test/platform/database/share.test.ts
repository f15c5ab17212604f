import { expect, test } from 'vitest';
import { withDatabaseShare } from '../../../src/platform/database/connection/share.ts';
import { isTooLarge } from '../../../src/platform/database/errors.ts';
import { createTestDatabase } from '../../support/database.ts';

const { pool, prisma } = await createTestDatabase();
const megabytes = (count: number) => `SELECT repeat('x', 1048576) AS text FROM generate_series(1, ${count})`;
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a request that reads more than 64 MiB of rows is refused, and its connection is as good as before', async () => {
  for (const read of [() => pool.query(megabytes(70)), () => prisma.$queryRawUnsafe(megabytes(70))]) {
    const refusal = await withDatabaseShare(() => refusalOf(read()));
    expect(isTooLarge(refusal)).toBe(true);
  }
  expect(await pool.query('SELECT 1 AS one')).toMatchObject({ rows: [{ one: 1 }] });
});

test('the rows of all its statements count, and those of other requests do not', async () => {
  await withDatabaseShare(async () => {
    await pool.query(megabytes(30));
    await withDatabaseShare(() => pool.query(megabytes(30)));
    await pool.query(megabytes(30));
    expect(isTooLarge(await refusalOf(pool.query(megabytes(30))))).toBe(true);
  });
});

test('what runs outside of a request has no such limit', async () => {
  expect((await pool.query(megabytes(70))).rowCount).toBe(70);
});

test('four connections at a time; the others wait for one of the same request', async () => {
  const slow = () => pool.query('SELECT pg_sleep(0.1)');
  const work = withDatabaseShare(() => Promise.all(Array.from({ length: 12 }, slow)));
  const other = withDatabaseShare(slow);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(pool.totalCount - pool.idleCount).toBeLessThanOrEqual(5);
  await Promise.all([work, other]);
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test('a transaction within a request may use other connections than its own', async () => {
  const answers = await withDatabaseShare(() =>
    prisma.$transaction(async (db) => {
      await db.$queryRawUnsafe('SELECT 1');
      return await Promise.all(Array.from({ length: 8 }, () => pool.query('SELECT 1')));
    }),
  );
  expect(answers).toHaveLength(8);
});
