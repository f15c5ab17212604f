import type { Report } from '../../../../platform/database/generated/prisma/client.ts';
import type { System } from '../../../context.ts';
import { isExpired } from '../link.ts';
import type { ReportStatus } from '../transitions.ts';
import { findReport } from './find.ts';

/** Returns reports of all seats or of one, newest first. For operators. */
export async function listReportsOfAll(options: {
  readonly system: Pick<System, 'db'>;
  readonly seatId?: number | undefined;
  readonly status?: ReportStatus | undefined;
  readonly limit: number;
}) {
  const { system, seatId, status, limit } = options;
  const reports = await system.db.report.findMany({
    where: { ...(seatId !== undefined && { seatId }), ...(status !== undefined && { status }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return { reports: reports.map(summary) };
}

/** Returns a report with its payload and state. For operators. Throws NotFoundError. */
export async function showReport(options: {
  readonly system: Pick<System, 'db' | 'now'>;
  readonly customerReportId: string;
}) {
  const { system, customerReportId } = options;
  const report = await findReport(system, customerReportId);
  const { userId, seatIds, wire, fileName, fileBytes, leaseUntil, payload } = report;
  return {
    ...summary(report),
    ...{ userId, seatIds: seatIds.join(','), wire, fileName, fileBytes: fileBytes && Number(fileBytes) },
    ...{ leaseUntil, expired: isExpired(system, report), payload: JSON.stringify(payload) },
  };
}

function summary(report: Report) {
  const { customerReportId, seatId, status, progress, attempts, numRows, errorMsg } = report;
  const { createdAt, startedAt, finishedAt } = report;
  return {
    ...{ customerReportId, seatId, status, progress, attempts, numRows: numRows && Number(numRows) },
    ...{ createdAt, startedAt, finishedAt, errorMsg },
  };
}
