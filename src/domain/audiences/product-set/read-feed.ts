import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { Slices } from '../../../platform/process/slices.ts';
import { boundedLines, MAX_COLUMNS, MAX_RECORD } from '../../../platform/text/bounded-lines.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { feedValue } from './filter-sql.ts';

/** A product to store, or the reason why its line is refused. */
export type FeedRow =
  | { readonly line: number; readonly id: string; readonly data: string }
  | { readonly line: number; readonly problem: string };

const MAX_ID = 255;
/** The maximum number of characters of a product as JSON. */
export const MAX_CHARACTERS = 32_768;
const PRICE = /^\d{1,15}([.]\d{1,6})?( [A-Z]{3})?$/;

/**
 * Yields the rows of a product feed. The format follows from the file name: NDJSON (`.ndjson`, `.jsonl`), TSV (`.tsv`,
 * `.txt`), else CSV. The header of CSV and TSV names the fields. Empty values are left out. With `content`, the file is
 * only a name.
 */
export async function* readFeed(file: string, content?: string): AsyncGenerator<FeedRow> {
  const open = () => (content === undefined ? createReadStream(file) : readSlices(content));
  if (/\.(ndjson|jsonl)$/i.test(file)) yield* readJson(open().setEncoding('utf8'));
  else yield* readTable(open(), /\.(tsv|txt)$/i.test(file) ? '\t' : ',');
}

const SLICE_BYTES = 16 * 1024;

/** Reads a text in slices, between which other requests are served. */
const readSlices = (content: string) => Readable.from(slicesOf(content), { objectMode: false });

async function* slicesOf(content: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    yield bytes.subarray(from, from + SLICE_BYTES);
    await setImmediate();
  }
}

async function* readTable(file: Readable, delimiter: string): AsyncGenerator<FeedRow> {
  const tab = delimiter === '\t';
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: MAX_RECORD,
    relax_column_count: true,
    skip_empty_lines: true,
    // Tab-separated files have no quoting, so a quotation mark is an ordinary character.
    quote: tab ? false : '"',
  });
  file.on('error', (error) => parser.destroy(error)).pipe(parser);
  const slices = new Slices({ isLarge: true });
  let header: string[] | undefined;
  try {
    for await (const read of parser) {
      const { record, info }: { record: string[]; info: Info } = read;
      if (header) yield rowOf(info.lines, fieldsOf(header, record));
      else {
        header = record.map((name) => name.trim());
        const problem = problemOfHeader(header);
        if (problem) return yield { line: info.lines, problem };
      }
      if (slices.isOver) await slices.pause();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return yield { line: Number(error.lines), problem: error.message };
  }
  if (!header) yield { line: 1, problem: 'the file has no header' };
}

function problemOfHeader(header: readonly string[]): string | undefined {
  if (header.length > MAX_COLUMNS) return `the header has more than ${MAX_COLUMNS} columns`;
  if (!header.includes('id')) return 'the header has no column id';
  if (header.includes('')) return 'the header has a column without a name';
  return new Set(header).size < header.length ? 'the header contains a column twice' : undefined;
}

function fieldsOf(header: readonly string[], record: readonly string[]): object | string {
  if (record.length !== header.length)
    return `has ${record.length} columns, but the header has ${header.length}`;
  return Object.fromEntries(header.map((name, index) => [name, record[index]?.trim()]));
}

async function* readJson(file: Readable): AsyncGenerator<FeedRow> {
  const slices = new Slices({ isLarge: true });
  let line = 0;
  for await (const text of boundedLines(file)) {
    line += 1;
    if (text === undefined) return yield { line, problem: `is longer than ${MAX_RECORD} characters` };
    if (text.trim() !== '') yield rowOf(line, parsed(line === 1 ? text.replace(/^\uFEFF/, '') : text));
    if (slices.isOver) await slices.pause();
  }
}

const MAX_DEPTH = 64;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)));

function parsed(text: string): object | string {
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, MAX_DEPTH)) return `is nested more than ${MAX_DEPTH} levels deep`;
    return isRecord(value) ? value : 'is not a JSON object';
  } catch {
    return 'is not valid JSON';
  }
}

function rowOf(line: number, fields: object | string): FeedRow {
  if (typeof fields === 'string') return { line, problem: fields };
  const known = Object.entries(fields).filter(([, value]) => value !== '' && value !== null);
  const valueIn = (field: string): unknown => known.find(([name]) => name === field)?.[1];
  const [given, price] = [valueIn('id'), valueIn('price')];
  const id = typeof given === 'number' ? String(given) : given;
  const data = `{${known.map(([name, value]) => `${JSON.stringify(name)}:${feedValue(value)}`).join(',')}}`;
  const problem = problemOf({ id, price, data });
  return problem === undefined ? { line, id: String(id), data } : { line, problem };
}

function problemOf({ id, price, data }: { id: unknown; price: unknown; data: string }): string | undefined {
  if (id === undefined) return 'has no id';
  if (typeof id !== 'string') return 'has an id that is neither a string nor a number';
  if (id.length > MAX_ID) return `has an id of more than ${MAX_ID} characters`;
  if (price !== undefined && !PRICE.test(String(price)))
    return 'has a price that is neither a number nor an amount such as 19.99 USD';
  if (data.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  // U+FFFD marks invalid UTF-8. PostgreSQL cannot store \u0000 or half of a surrogate pair.
  if (data.includes('\uFFFD')) return 'is not UTF-8';
  return /\\u(0000|d[89a-f])/i.test(data) ? 'contains an invalid character' : undefined;
}
