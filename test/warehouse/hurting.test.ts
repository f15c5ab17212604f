import { afterAll, beforeAll, expect, test } from 'vitest';
import { FactsRefusedError } from '../../src/warehouse/facts-refused-error.ts';
import { loadFacts } from '../../src/warehouse/load.ts';
import { csvOf, factRow, makeWarehouse } from './support.ts';

/** Files that are made to hurt are refused with a reason, in bounded memory. */

let warehouse: Awaited<ReturnType<typeof makeWarehouse>>;
beforeAll(async () => {
  warehouse = await makeWarehouse();
});
afterAll(() => warehouse.remove());

const MIB = 2 ** 20;
const good = csvOf([factRow({ hour: '2026-03-31T23:00:00Z' })]);
const [header = '', row = ''] = good.split('\n');
const FILES: Record<string, () => { name: string; text: string }> = {
  'one line of 50 MiB': () => ({ name: 'line.csv', text: 'x'.repeat(50 * MIB) }),
  'a row of 50 MiB': () => ({
    name: 'row.csv',
    text: `${header}\n${row.replace(/^[^,]*/, 'x'.repeat(50 * MIB))}\n`,
  }),
  'a quote that is not closed': () => ({
    name: 'quote.csv',
    text: `${header}\n"${`${row}\n`.repeat(200_000)}`,
  }),
  '100,000 columns': () => ({
    name: 'columns.csv',
    text: `${header},${Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',')}\n${row}\n`,
  }),
  'an NDJSON line of 50 MiB': () => ({ name: 'line.ndjson', text: `{"hour":"${'x'.repeat(50 * MIB)}"}\n` }),
  'NDJSON that is nested deeply': () => ({
    name: 'deep.ndjson',
    text: `{"hour":${'['.repeat(500_000)}${']'.repeat(500_000)}}\n`,
  }),
  'NDJSON with many keys': () => ({
    name: 'keys.ndjson',
    text: `${JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n])))}\n`,
  }),
  'a Parquet file of nothing': () => ({ name: 'empty.parquet', text: 'PAR1PAR1' }),
  'a Parquet file whose footer lies': () => ({
    name: 'lies.parquet',
    text: `PAR1${'\u0001'.repeat(100)}\u007f\u007f\u007f\u007fPAR1`,
  }),
};

test.each(Object.entries(FILES))('%s', async (_name, make) => {
  const { name, text } = make();
  const file = await warehouse.write(name, text);
  const error = await loadFacts(warehouse, { file }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FactsRefusedError);
  expect(JSON.stringify((error as FactsRefusedError).lines).length).toBeLessThan(64 * 1024);
  expect(await warehouse.files.list('drafts')).toEqual([]);
});

/** Of all columns of facts. */
const columns = header.split(',');
const all = (value: string) => columns.map((name) => `${value} AS "${name}"`).join(', ');
const PARQUETS: Record<string, string> = {
  'lists in all columns': `SELECT ${all('[1]')}`,
  'structs in all columns': `SELECT ${all("{'a': 1}")}`,
  'bytes in all columns': `SELECT ${all("'\\xFF'::BLOB")}`,
  'other columns and millions of rows': `SELECT 1 AS a FROM range(5000000)`,
  'many wrong rows in a few kilobytes': `SELECT ${all("'x'")} FROM range(300000)`,
};

test.each(Object.entries(PARQUETS))('a Parquet file with %s', async (_name, query) => {
  const file = await warehouse.write('made.parquet', '');
  const sql = `COPY (${query}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`;
  await warehouse.engine.run({ statements: [{ sql, values: [] }] });
  const error = await loadFacts(warehouse, { file }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FactsRefusedError);
  expect((error as FactsRefusedError).lines.length).toBeLessThanOrEqual(100);
  expect(await warehouse.files.list('drafts')).toEqual([]);
});

test('a line that is too long is named, wherever it is', async () => {
  const lines = [header, ...Array(30_000).fill(row), row.replace(/^[^,]*/, 'x'.repeat(3 * MIB)), row];
  const file = await warehouse.write('middle.csv', `${lines.join('\n')}\n`);
  const error = await loadFacts(warehouse, { file }).catch((reason: unknown) => reason);
  expect((error as FactsRefusedError).lines).toEqual([
    { line: 30_002, problems: ['the line is longer than 1048576 bytes'] },
  ]);
});
