import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import type { Report } from '../../../platform/database/generated/prisma/client.ts';
import { constantTimeEqual, derivedKeys } from '../../../platform/keys/crypto.ts';
import type { System } from '../../context.ts';
import { hasFile } from './has-file.ts';
import { isExpired } from './link.ts';

export interface ReportRows {
  columns: string[];
  /** Cursors are computed on demand: signing thousands takes longer than reading the rows. */
  rows: { cells: string[]; cursor: () => string }[];
  hasNextPage: boolean;
}

/** Where a row ends in the file. The next page is read from there, however large the file is. */
interface Position {
  row: number;
  byte: number;
}

const PURPOSE = 'report-cursor';
const LF = 0x0a;
const QUOTE = 0x22;
const CSV = { relaxColumnCount: true };

/**
 * Returns some rows of a finished report as data; null before it has finished and after it has expired. `after` is a
 * cursor that `parsePosition` accepted.
 */
export async function readReportRows(
  system: System,
  report: Report,
  { first, after }: { first: number; after: Position | null },
): Promise<ReportRows | null> {
  const { files } = system;
  const { fileName, fileBytes } = report;
  if (!fileName || fileBytes === null || isExpired(system, report)) return null;
  if (!(await hasFile(system, fileName))) return null;
  const end = Number(fileBytes) - 1;
  const [header] = await records(files.read(fileName, { start: 0, end }), 1);
  if (!header) return null;
  const start = after ?? { row: 0, byte: header.end };
  const found =
    start.byte > end ? [] : await records(files.read(fileName, { start: start.byte, end }), first);
  const cursorOf = cursorsOf(derivedKeys(system.masterKey, PURPOSE)[0], report);
  const rows = found.map((record, at) => ({
    cells: record.cells,
    cursor: () => cursorOf({ row: start.row + at + 1, byte: start.byte + record.end }),
  }));
  return { columns: header.cells, rows, hasNextPage: start.row + rows.length < Number(report.numRows) };
}

/** @returns null unless it is a cursor of this report */
export function parsePosition(system: System, report: Report, cursor: string): Position | null {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, row, byte] = /^row:(\d{1,15}):(\d{1,15}):/.exec(text) ?? [];
  const position = { row: Number(row), byte: Number(byte) };
  const due = derivedKeys(system.masterKey, PURPOSE).map((key) => cursorsOf(key, report)(position));
  return due.some((one) => constantTimeEqual(cursor, one)) ? position : null;
}

/** Cursors are signed: a position of another report, or an invented one, could be in the middle of a row. */
function cursorsOf(key: Buffer, { customerReportId }: Report): (position: Position) => string {
  return ({ row, byte }) => {
    const text = `row:${row}:${byte}`;
    const signature = createHmac('sha256', key).update(`${customerReportId}\n${text}`).digest('base64url');
    return Buffer.from(`${text}:${signature.slice(0, 22)}`).toString('base64url');
  };
}

/** Returns the first records of a stream with the byte after each. A line break within quotes does not end a record. */
async function records(stream: Readable, count: number): Promise<{ cells: string[]; end: number }[]> {
  const found: { cells: string[]; end: number }[] = [];
  let pending = Buffer.alloc(0);
  let consumed = 0;
  try {
    for await (const chunk of stream) {
      pending = Buffer.concat([pending, chunk]);
      const ends = recordEnds(pending, count - found.length);
      const whole = ends.at(-1) ?? 0;
      // Parsed in one call, because starting the parser for each record takes twenty times as long.
      const parsed: string[][] = parse(pending.subarray(0, whole), CSV);
      for (const [at, end] of ends.entries()) found.push({ cells: parsed[at] ?? [], end: consumed + end });
      if (found.length >= count) break;
      consumed += whole;
      pending = pending.subarray(whole);
    }
  } finally {
    stream.destroy();
  }
  return found;
}

/** Returns the positions after the first records of a buffer. */
function recordEnds(buffer: Buffer, count: number): number[] {
  const ends: number[] = [];
  let quoted = false;
  for (let at = 0; at < buffer.length && ends.length < count; at += 1) {
    if (buffer[at] === QUOTE) quoted = !quoted;
    if (buffer[at] === LF && !quoted) ends.push(at + 1);
  }
  return ends;
}
