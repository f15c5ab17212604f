import type { Prisma, Report } from '../../../platform/database/generated/prisma/client.ts';
import {
  defineList,
  integerField,
  longField,
  statusField,
  textField,
  timestampField,
} from '../../../resources/filter/list-fields.ts';
import type { DomainContext } from '../../context.ts';
import { visibleReports } from './get.ts';

export const REPORT_LIST = defineList({
  model: 'Report',
  fields: {
    customerReportId: textField('customerReportId'),
    status: statusField,
    progress: integerField('progress'),
    numRows: longField('numRows'),
    createdAt: timestampField('createdAt'),
    startedAt: timestampField('startedAt'),
    finishedAt: timestampField('finishedAt'),
  },
});

/** Returns the seat's reports that match `where`. `query` sets what to load, the order and the limit. */
export function listReports(options: {
  ctx: DomainContext;
  where: Prisma.ReportWhereInput;
  query: Omit<Prisma.ReportFindManyArgs, 'where'>;
}): Promise<Report[]> {
  const { ctx, where, query } = options;
  return ctx.db.report.findMany({ ...query, where: { AND: [visibleReports(ctx), where] } });
}

export function countReports(options: {
  ctx: DomainContext;
  where: Prisma.ReportWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.report.count({ where: { AND: [visibleReports(ctx), where] } });
}
