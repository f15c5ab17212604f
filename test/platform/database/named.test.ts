import { expect, test } from 'vitest';
import { isFull, preparedNameWithin } from '../../../src/platform/database/connection/prepared-statements.ts';
import { createTestDatabase } from '../../support/database.ts';

const { pool } = await createTestDatabase();

test('a connection with too many named statements, or too long ones, is closed', async () => {
  const many = await pool.connect();
  const add = (n: number) => isFull(many, { name: `short ${n}`, text: 'SELECT 1' });
  expect(Array.from({ length: 500 }, (_, n) => add(n)).indexOf(true)).toBe(499);
  many.release(true);
  const long = await pool.connect();
  const text = `SELECT 1${' '.repeat(150_000)}`;
  expect(Array.from({ length: 20 }, (_, n) => isFull(long, { name: `long ${n}`, text })).indexOf(true)).toBe(
    13,
  );
  long.release(true);
});

test('a statement that is prepared again takes no more memory', async () => {
  const client = await pool.connect();
  const text = `SELECT 1${' '.repeat(150_000)}`;
  const again = Array.from({ length: 100 }, () => isFull(client, { name: 'same', text }));
  expect(again).not.toContain(true);
  client.release(true);
});

test('a long-lived connection prepares no more statements once it is nearly full', async () => {
  const client = await pool.connect();
  const names = Array.from({ length: 300 }, (_, n) => {
    const text = `SELECT ${n}${' '.repeat(7_900)}`;
    // From the second time on.
    preparedNameWithin(client, text);
    return preparedNameWithin(client, text);
  });
  const named = names.filter((name) => name !== undefined);
  expect(named.length).toBeGreaterThan(200);
  expect(named.length * 7_900).toBeLessThan(2_000_000);
  client.release(true);
});
