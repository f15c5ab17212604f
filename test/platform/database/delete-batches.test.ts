import { expect, test } from 'vitest';
import { deleteInBatches } from '../../../src/platform/database/rows/delete-batches.ts';
import { testSystem } from '../../support/system.ts';

const { pool } = await testSystem();
await pool.query('CREATE TABLE spent (id int PRIMARY KEY, old boolean NOT NULL)');

test('all rows that meet the condition go, some at a time, and no others', async () => {
  await pool.query('INSERT INTO spent SELECT n, n % 4 > 0 FROM generate_series(1, 20000) n');
  const longest = { rows: 0 };
  const counting = Object.assign(Object.create(pool), {
    query: async (text: string, values: unknown[]) => {
      const answer = await pool.query(text, values);
      longest.rows = Math.max(longest.rows, answer.rowCount ?? 0);
      return answer;
    },
  });
  expect(await deleteInBatches(counting, { table: 'spent', where: 'old = $1', values: [true] })).toBe(15_000);
  expect(longest.rows).toBe(5_000);
  expect((await pool.query('SELECT count(*)::int AS left FROM spent')).rows).toEqual([{ left: 5_000 }]);
});

test('processes at once share the work, and a row that is locked waits for the next time', async () => {
  await pool.query('TRUNCATE spent; INSERT INTO spent SELECT n, true FROM generate_series(1, 12000) n');
  const holder = await pool.connect();
  await holder.query('BEGIN; SELECT FROM spent WHERE id = 7 FOR UPDATE');
  const work = { table: 'spent', where: 'old' };
  const removed = await Promise.all([1, 2, 3].map(() => deleteInBatches(pool, work)));
  expect(removed.reduce((sum, count) => sum + count, 0)).toBe(11_999);
  await holder.query('ROLLBACK');
  holder.release();
  expect(await deleteInBatches(pool, work)).toBe(1);
});
