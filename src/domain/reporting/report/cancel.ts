import { type Db, Prisma, sql } from '../../../platform/database/connection/client.ts';
import type { Report } from '../../../platform/database/generated/prisma/client.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { ConflictError } from '../../errors.ts';
import { diff } from '../../notifications/history/record.ts';
import { enqueueReport } from '../../notifications/webhook/notify/report.ts';
import { getReport } from './get.ts';
import { isFinished, NOTIFY_REPORT, notifyReport } from './transitions.ts';

const CANCELLED = 'Cancelled.';

/** Cancels a report that is queued or running; its worker stops. Throws NotFoundError, ConflictError. */
export async function cancelReport(options: {
  ctx: DomainContext;
  customerReportId: string;
}): Promise<Report> {
  authorizeWrite(options.ctx);
  return inTransaction(options.ctx, async (ctx) => {
    const before = await getReport({ ctx, customerReportId: options.customerReportId });
    if (!(await endUnfinished(ctx, before.id))) throw new ConflictError('The report is finished.');
    const report = await getReport({ ctx, customerReportId: before.customerReportId });
    const { id, status, errorMsg } = report;
    ctx.recorded?.push({
      resource: 'Report',
      id,
      fields: diff({ status: before.status, errorMsg: before.errorMsg }, { status, errorMsg }),
    });
    return report;
  });
}

/**
 * Cancels a report that is queued or running.
 * @returns false if it has already finished
 */
export async function endUnfinished(
  { db, now }: Pick<DomainContext, 'now'> & { readonly db: Db },
  id: number,
): Promise<boolean> {
  const cancelled = await sql(db)`WITH cancelled AS (
      UPDATE report SET status = 'FAILED', error_msg = ${CANCELLED}, attempt = NULL, lease_until = NULL,
        finished_at = ${now()}
      WHERE id = ${id} AND status IN ('SUBMITTED', 'PROCESSING') RETURNING *
    ), ${Prisma.raw(enqueueReport('cancelled'))}
    SELECT ${Prisma.raw(NOTIFY_REPORT)}, (SELECT count(*) FROM notified) FROM cancelled`;
  return cancelled.length > 0;
}

/**
 * Deletes a report and cancels it if it is running. Its file is deleted later by housekeeping. Throws NotFoundError.
 */
export async function deleteReport(options: {
  ctx: DomainContext;
  customerReportId: string;
}): Promise<Report> {
  authorizeWrite(options.ctx);
  return inTransaction(options.ctx, async (ctx) => {
    const report = await getReport({ ctx, customerReportId: options.customerReportId });
    await ctx.db.report.delete({ where: { id: report.id } });
    if (!isFinished(report.status)) await notifyReport(ctx.db, report.customerReportId);
    ctx.recorded?.push({ resource: 'Report', id: report.id, fields: diff({ status: report.status }, {}) });
    return report;
  });
}
