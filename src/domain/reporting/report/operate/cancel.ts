import { transaction } from '../../../../platform/database/connection/client.ts';
import { ConflictError } from '../../../errors.ts';
import { endUnfinished } from '../cancel.ts';
import { isFinished } from '../transitions.ts';
import { findReport, type OneReport } from './find.ts';

/** Cancels a queued or running report of any seat. For operators. Throws NotFoundError, ConflictError. */
export async function cancelAnyReport({
  system,
  customerReportId,
}: OneReport): Promise<{ customerReportId: string; status: string }> {
  return transaction(system.db, async (db) => {
    const report = await findReport({ db }, customerReportId);
    if (isFinished(report.status) || !(await endUnfinished({ db, now: system.now }, report.id)))
      throw new ConflictError('The report is finished.');
    return { customerReportId, status: 'FAILED' };
  });
}
