import type { Readable } from 'node:stream';
import type { System } from '../../context.ts';
import { hasFile } from './has-file.ts';
import { spreadsheetSafe } from './spreadsheet.ts';

/** A download from the object store must begin within this time. */
const LINK_LIFE_S = 300;

interface FileHeaders {
  readonly contentType: string;
  readonly disposition: string;
}

export interface ReportFile {
  seatId: number;
  bytes: number;
  /** The ETag: the same for the same bytes in every process. */
  tag: string;
  /** Bytes from `start` to `end`, both inclusive. */
  read(range?: { start: number; end: number }): Readable;
  /** Returns a URL of the object store with these headers; undefined if downloads pass through the service. */
  link: ((headers: FileHeaders) => Promise<string> | undefined) | undefined;
  /** Like `read`, but cells that a spreadsheet would run as formulas are marked as text. */
  readSafe(): Readable;
}

/** Returns the finished file of a report for a signed URL; null if the file was deleted. */
export async function openReportFile(system: System, customerReportId: string): Promise<ReportFile | null> {
  const report = await system.db.report.findUnique({ where: { customerReportId } });
  const { files } = system;
  const name = report?.fileName;
  if (!name || report.fileBytes === null || !(await hasFile(system, name))) return null;
  return {
    seatId: report.seatId,
    bytes: Number(report.fileBytes),
    tag: name.replace(/^.*\/|\.csv$/g, ''),
    read: (range) => files.read(name, range),
    link: system.config.redirectsDownloads
      ? (headers) => files.link?.(name, { ...headers, lifeS: LINK_LIFE_S })
      : undefined,
    readSafe: () => spreadsheetSafe(files.read(name)),
  };
}
