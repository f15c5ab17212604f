import { expect, it } from 'vitest';
import { arrayLiteral } from '../../../src/platform/database/rows/array-literal.ts';
import { createTestDatabase } from '../../support/database.ts';

const { pool } = await createTestDatabase();

const readBack = async (values: readonly (string | null)[]) =>
  (await pool.query('SELECT $1::text[] AS values', [arrayLiteral(values)])).rows[0]?.values;

it('text is returned unchanged, whatever it looks like to PostgreSQL', async () => {
  const hostile = [
    ...['', ' ', 'NULL', 'null', '{}', '{a,b}', ',', '"', '\\', '\\"', '\\\\', "'", '\n', '\t', '\\x00'],
    ...['a"b\\c,d{e}', '💶 "ß"', '\u2028', '$1', '"}'],
  ];
  expect(await readBack(hostile)).toEqual(hostile);
});

it('a missing value is NULL, an empty text is not', async () => {
  expect(await readBack(['', null, 'NULL'])).toEqual(['', null, 'NULL']);
});

it('numbers come back exactly', async () => {
  const values = [0, -1.5, 1e21, 0.1, Number.MAX_SAFE_INTEGER];
  const { rows } = await pool.query('SELECT $1::float8[] AS values', [arrayLiteral(values)]);
  expect(rows[0]?.values).toEqual(values);
});

it('a column without any value is none, and unnest fills it up to the length of the others', async () => {
  expect(arrayLiteral([null, undefined])).toBeNull();
  const { rows } = await pool.query('SELECT * FROM unnest($1::int[], $2::text[]) AS row (n, text)', [
    arrayLiteral([1, 2]),
    arrayLiteral([null, null]),
  ]);
  expect(rows).toEqual([
    { n: 1, text: null },
    { n: 2, text: null },
  ]);
});
