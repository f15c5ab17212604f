import { transaction } from '../../../db/client.ts';
import type { System } from '../../context.ts';
import { ConflictError } from '../../errors.ts';
import { endUnfinished } from '../cancel.ts';
import { isFinished } from '../transitions.ts';
import { findReport } from './find.ts';

/** Ends a report of any seat that waits or is being made. For operators. Throws NotFoundError, ConflictError. */
export async function cancelAnyReport(options: {
  readonly system: Pick<System, 'db' | 'now'>;
  readonly customerReportId: string;
}): Promise<{ customerReportId: string; status: string }> {
  const { system, customerReportId } = options;
  return transaction(system.db, async (db) => {
    const report = await findReport({ db }, customerReportId);
    if (isFinished(report.status) || !(await endUnfinished({ db, now: system.now }, report.id)))
      throw new ConflictError('The report is finished.');
    return { customerReportId, status: 'FAILED' };
  });
}
