import { transaction } from '../../../../platform/database/connection/client.ts';
import { ConflictError } from '../../../errors.ts';
import { isExpired } from '../link.ts';
import { notifyReport } from '../transitions.ts';
import { findReport, type OneReport } from './find.ts';

/**
 * Queues a report again that failed or whose worker is stuck, and resets its attempts. For operators. Throws
 * NotFoundError, and ConflictError for one that succeeded or can no longer be downloaded.
 */
export async function retryReport({
  system,
  customerReportId,
}: OneReport): Promise<{ customerReportId: string; status: string }> {
  return transaction(system.db, async (db) => {
    const report = await findReport({ db }, customerReportId);
    if (report.status === 'SUCCESS') throw new ConflictError('The report succeeded.');
    if (isExpired(system, report))
      throw new ConflictError('The report is older than a day and could not be downloaded: create it again.');
    await db.report.update({
      where: { id: report.id },
      data: {
        ...{ status: 'SUBMITTED', progress: 0, attempts: 0, attempt: null, leaseUntil: null },
        ...{ errorMsg: null, startedAt: null, finishedAt: null },
      },
    });
    await notifyReport(db, customerReportId);
    return { customerReportId, status: 'SUBMITTED' };
  });
}
