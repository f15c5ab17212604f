import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { System } from '../../../../src/domain/context.ts';
import { parsePosition, readReportRows } from '../../../../src/domain/reporting/report/rows.ts';
import type { Report } from '../../../../src/platform/database/generated/prisma/client.ts';
import { csvRow } from '../../../../src/warehouse/csv.ts';
import { testSystem } from '../../../support/system.ts';

const NAMES = ['a,b', 'a "quoted" name', 'two\r\nlines', 'three\n\nlines\n', '', 'Zoë 👟', '\rx', 'plain'];
const HEADER = ['Line', 'Spend'];
const ROWS = Array.from({ length: 40 }, (_, at) => [NAMES[at % NAMES.length] ?? '', String(at)]);
const FILE = Buffer.from([HEADER, ...ROWS].map((cells) => `${csvRow(cells)}\r\n`).join(''));
const REPORT = {
  ...{ customerReportId: 'r-1', fileName: 'r-1.csv', createdAt: new Date() },
  ...{ fileBytes: BigInt(FILE.length), numRows: BigInt(ROWS.length) },
} as Report;

const known = await testSystem();

/** Serves the file in pieces of so many bytes. */
function systemWith(size: number): System {
  const pieces = function* ({ start, end }: { start: number; end: number }) {
    for (let at = start; at <= end; at += size) yield FILE.subarray(at, Math.min(at + size, end + 1));
  };
  const files = {
    exists: async () => true,
    read: (_: string, range: { start: number; end: number }) => Readable.from(pieces(range)),
  };
  return { ...known, files } as unknown as System;
}

it.each([1, 2, 7, 100, FILE.length])(
  'rows and cursors are the same whatever the pieces in which the file arrives: %i bytes',
  async (size) => {
    const system = systemWith(size);
    const cells: string[][] = [];
    for (let after = null, hasNext = true; hasNext; ) {
      const page = await readReportRows(system, REPORT, { first: 7, after });
      cells.push(...(page?.rows ?? []).map((row) => row.cells));
      expect(page?.columns).toEqual(HEADER);
      hasNext = page?.hasNextPage ?? false;
      after = parsePosition(system, REPORT, page?.rows.at(-1)?.cursor() ?? '');
      expect(after).toMatchObject({ row: cells.length });
    }
    expect(cells).toEqual(ROWS);
    expect(parse(FILE).slice(1)).toEqual(ROWS);
  },
);
