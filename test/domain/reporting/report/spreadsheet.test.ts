import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { safeCell, spreadsheetSafe } from '../../../../src/domain/reporting/report/spreadsheet.ts';
import { csvRow } from '../../../../src/warehouse/csv.ts';
import { randomFrom } from './random.ts';

const random = randomFrom(62);
const CELLS = [
  '=cmd',
  '+1',
  '-5',
  '-5.25',
  '-5 apples',
  '@here',
  '\tx',
  '\rx',
  'a,b',
  'a "quoted" name',
  'two\r\n=lines',
  'Zoë,=2',
  '12.5',
  'N/A',
];

async function read(text: string, size: number): Promise<string> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
  return (await spreadsheetSafe(Readable.from(chunks, { objectMode: false })).toArray()).join('');
}

test('wherever the file is cut into chunks, exactly the cells that a spreadsheet would run are marked', async () => {
  const rows = Array.from({ length: 300 }, () => Array.from({ length: 4 }, () => random.pick(CELLS)));
  const text = rows.map((row) => `${csvRow(row)}\r\n`).join('');
  const expected = rows.map((row) => row.map(safeCell));
  for (const size of [1, 7, 64, 1000, 1_000_000])
    expect(parse(await read(text, size), { record_delimiter: '\r\n' })).toEqual(expected);
});

test.each(CELLS)('a cell that begins with what runs is text: %j', async (cell) => {
  const records = parse(await read(`${csvRow([cell, 'x'])}\r\n`, 5), { record_delimiter: '\r\n' });
  const runs = /^[=+@\t\r]/.test(cell) || cell === '-5 apples';
  expect(records).toEqual([[runs ? `'${cell}` : cell, 'x']]);
});

test('a file without such cells is unchanged', async () => {
  const text = 'Day,Line Id,Line\r\n2026-01-31,1,"a, b"\r\n2026-01-31,2,"c\r\nd"\r\n';
  expect(await read(text, 8)).toBe(text);
});

test('other work runs between the blocks of all downloads', async () => {
  const text = `${csvRow(['=1', 'x'])}\r\n`.repeat(20_000);
  let turns = 0;
  const next = () => {
    turns += 1;
    if (turns < 1_000) setImmediate(next);
  };
  setImmediate(next);
  await Promise.all([read(text, 4_096), read(text, 4_096)]);
  expect(turns).toBeGreaterThan((2 * text.length) / 4_096);
});
