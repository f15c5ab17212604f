import type { Report } from '../../../../platform/database/generated/prisma/client.ts';
import type { System } from '../../../context.ts';
import { NotFoundError } from '../../../errors.ts';

const CUSTOMER_REPORT_ID = /^[0-9a-f-]{36}$/;

/** A report of any seat, for an operator's command. */
export interface OneReport {
  readonly system: Pick<System, 'db' | 'now'>;
  readonly customerReportId: string;
}

/** Returns a report of any seat. Throws NotFoundError. */
export async function findReport({ db }: Pick<System, 'db'>, customerReportId: string): Promise<Report> {
  const report = CUSTOMER_REPORT_ID.test(customerReportId)
    ? await db.report.findUnique({ where: { customerReportId } })
    : null;
  if (!report) throw new NotFoundError('Report');
  return report;
}
