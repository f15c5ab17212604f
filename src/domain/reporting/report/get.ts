import type { Prisma, Report } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';

export type { Report };

/**
 * Reports of the current seat that the caller can see. A report with data of other seats is only visible to its
 * creator, because other users of this seat may have no access to those seats.
 */
export function visibleReports(ctx: DomainContext) {
  const { seatId } = ctx;
  const OR = [{ seatIds: { equals: [seatId] } }, { userId: ctx.actor.userId }];
  return { seatId, OR } satisfies Prisma.ReportWhereInput;
}

const CUSTOMER_REPORT_ID = /^[0-9a-f-]{36}$/;

/**
 * Returns a report by its customerReportId.
 * @throws NotFoundError if it is unknown or belongs to another seat
 */
export async function getReport(options: { ctx: DomainContext; customerReportId: string }): Promise<Report> {
  const { ctx, customerReportId } = options;
  const report = CUSTOMER_REPORT_ID.test(customerReportId)
    ? await ctx.db.report.findFirst({ where: { AND: [visibleReports(ctx), { customerReportId }] } })
    : null;
  if (!report) throw new NotFoundError('Report');
  return report;
}
