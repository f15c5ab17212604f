import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { FACT_COLUMNS, type FactColumn, type FactFormat, OPTIONAL_COLUMNS } from './columns.ts';
import { FactsRefusedError } from './facts-refused-error.ts';

const HEAD_BYTES = 4096;

/** The engine misreads or drops longer lines without an error. */
const MAX_LINE_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/**
 * Returns the SHA-256 of the file in hex. A file with the same content is the same load.
 * @throws FactsRefusedError if a text file has a line that is too long
 */
export async function contentHash(file: string): Promise<string> {
  const hash = createHash('sha256');
  const isText = !(await firstBytes(file)).startsWith('PAR1');
  let start = 0;
  let offset = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: MAX_LINE_BYTES })) {
    hash.update(chunk);
    const [first, last]: [number, number] = [chunk.indexOf(NEWLINE), chunk.lastIndexOf(NEWLINE)];
    // A line that begins and ends within a chunk is short enough.
    const end = offset + (first < 0 ? chunk.length : first);
    if (isText && end - start > MAX_LINE_BYTES) throw await tooLong(file, start);
    offset += chunk.length;
    if (last >= 0) start = offset - chunk.length + last + 1;
  }
  return hash.digest('hex');
}

async function tooLong(file: string, start: number): Promise<FactsRefusedError> {
  let line = 1;
  if (start > 0)
    for await (const chunk of createReadStream(file, { end: start - 1 }))
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) line += 1;
  return new FactsRefusedError({
    refused: 1,
    lines: [{ line, problems: [`the line is longer than ${MAX_LINE_BYTES} bytes`] }],
  });
}

/**
 * Detects the format and the column order from the first bytes of the file.
 * @throws FactsRefusedError for an invalid CSV header
 */
export async function sniff(file: string): Promise<{ format: FactFormat; header: FactColumn[] }> {
  const head = await firstBytes(file);
  const all = [...FACT_COLUMNS, ...OPTIONAL_COLUMNS];
  if (head.startsWith('PAR1')) return { format: 'parquet', header: all };
  if (/^\s*\{/.test(head)) return { format: 'ndjson', header: all };
  const [first = ''] = head.split(/\r?\n/, 1);
  return {
    format: 'csv',
    header: checkColumns(first.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))),
  };
}

/**
 * Returns the columns. Each must occur once, in any order, and no others. Optional ones may be missing.
 * @throws FactsRefusedError if they do not
 */
export function checkColumns(names: string[]): FactColumn[] {
  const columns: readonly FactColumn[] = [...FACT_COLUMNS, ...OPTIONAL_COLUMNS];
  const known = names.filter((name): name is FactColumn => columns.some((column) => column === name));
  const missing = FACT_COLUMNS.filter((column) => !names.includes(column));
  const repeated = known.filter((name, at) => known.indexOf(name) !== at);
  const problems = [
    ...missing.map((name) => `the column ${name} is missing`),
    ...names
      .filter((name) => !known.some((column) => column === name))
      .map((name) => `unknown column ${name.slice(0, 50)}`),
    ...repeated.map((name) => `the column ${name} is there twice`),
  ];
  if (problems.length > 0) throw new FactsRefusedError({ refused: 1, lines: [{ line: 1, problems }] });
  return known;
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}
