import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { FACT_COLUMNS, type FactColumn, type FactFormat, OPTIONAL_COLUMNS } from './columns.ts';
import { FactsRefused } from './facts-refused.ts';

const HEAD_BYTES = 4096;

/** SHA-256 of the file in hex; a file with the same content is the same load. */
export async function contentHash(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}

/** The format and column order, told by the file's first bytes. @throws FactsRefused on a bad CSV header. */
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

/** All columns once, in any order, and no others; optional ones may be missing. @throws FactsRefused */
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
  if (problems.length > 0) throw new FactsRefused({ refused: 1, lines: [{ line: 1, problems }] });
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
