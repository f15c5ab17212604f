import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { csvRow } from '../../warehouse/csv.ts';

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A cell as a person's spreadsheet may see it: what would run as a formula is marked as text. */
export function safeCell(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/** A CSV with every cell made safe, record by record. */
export function spreadsheetSafe(csv: Readable): Readable {
  const records = csv.pipe(parse({ record_delimiter: '\r\n' }));
  csv.on('error', (error) => records.destroy(error));
  return Readable.from(safeLines(records));
}

async function* safeLines(records: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const record of records) yield `${csvRow(record.map(safeCell))}\r\n`;
}
