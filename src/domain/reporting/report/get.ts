import type { Prisma, Report } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';

export type { Report };

/**
 * The reports of the current seat that the caller can see. A report that contains data of other seats is only
 * visible to its creator, because others of this seat may have no access to them.
 */
export function visibleReports(ctx: DomainContext) {
  const { seatId } = ctx;
  const OR = [{ seatIds: { equals: [seatId] } }, { userId: ctx.actor.userId }];
  return { seatId, OR } satisfies Prisma.ReportWhereInput;
}

const CUSTOMER_REPORT_ID = /^[0-9a-f-]{36}$/;

/** One report by its customerReportId. @throws NotFoundError, foreign and unknown alike */
export async function getReport(options: { ctx: DomainContext; customerReportId: string }): Promise<Report> {
  const { ctx, customerReportId } = options;
  const report = CUSTOMER_REPORT_ID.test(customerReportId)
    ? await ctx.db.report.findFirst({ where: { AND: [visibleReports(ctx), { customerReportId }] } })
    : null;
  if (!report) throw new NotFoundError('Report');
  return report;
}
