import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { SerialQueue } from '../../../platform/process/serial-queue.ts';
import { csvRow } from '../../../warehouse/csv.ts';

/** Blocks of all downloads are made safe one after another, with other requests in between. */
const blocks = new SerialQueue();
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Matches the possible start of such a cell. The CR of a line break does not count. */
const SUSPECT = /(^|[,"\n])([=+\-@\t]|\r(?!\n))/;

/** Returns a cell that a spreadsheet displays as text instead of running it as a formula. */
export function safeCell(cell: string): string {
  return FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

/**
 * Returns a report's CSV with every cell made safe. Chunks without suspicious cells, which are most, are passed on
 * unchanged.
 */
export function spreadsheetSafe(csv: Readable): Readable {
  return Readable.from(safeBlocks(csv), { objectMode: false });
}

async function* safeBlocks(csv: Readable): AsyncGenerator<string> {
  let pending = '';
  for await (const chunk of csv.setEncoding('utf8')) {
    pending += chunk;
    const { block, end } = await blocks.take(() => {
      const end = lastRecordEnd(pending);
      return { block: safeBlock(pending.slice(0, end)), end };
    });
    if (end > 0) yield block;
    pending = pending.slice(end);
  }
  if (pending !== '') yield safeBlock(pending);
}

function safeBlock(block: string): string {
  if (!SUSPECT.test(block)) return block;
  const records: string[][] = parse(block, { record_delimiter: '\r\n' });
  return records.map((record) => `${csvRow(record.map(safeCell))}\r\n`).join('');
}

/** Returns where the last complete record of a text ends. A line break within quotes does not end a record. */
function lastRecordEnd(text: string): number {
  let end = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) quoted = !quoted;
    else if (char === 0x0a && !quoted) end = at + 1;
  }
  return end;
}
