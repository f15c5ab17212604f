import type { Readable } from 'node:stream';
import { openFiles } from '../../warehouse/open.ts';
import type { System } from '../context.ts';
import { hasFile } from './has-file.ts';
import { spreadsheetSafe } from './spreadsheet.ts';

export interface ReportFile {
  bytes: number;
  /** The same for the same bytes, in every process. */
  tag: string;
  /** Bytes from `start` to `end`, both inclusive. */
  read(range?: { start: number; end: number }): Readable;
  /** With cells that a spreadsheet would run as formulas made plain text. */
  readSafe(): Readable;
}

/** The finished file of a report, by whoever holds a signed address; null once it is gone. */
export async function openReportFile(system: System, customerReportId: string): Promise<ReportFile | null> {
  const report = await system.db.report.findUnique({ where: { customerReportId } });
  const files = openFiles(system.config);
  const name = report?.fileName;
  if (!name || report.fileBytes === null || !(await hasFile(system, files, name))) return null;
  return {
    bytes: Number(report.fileBytes),
    tag: name.replace(/^.*\/|\.csv$/g, ''),
    read: (range) => files.read(name, range),
    readSafe: () => spreadsheetSafe(files.read(name)),
  };
}
