import type { Prisma, Report } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { visibleReports } from './get.ts';

/** Conditions on reports, as the filter of the list names them. */
export function reportFilter(
  filter: { status?: string | null | undefined } | null | undefined,
): Prisma.ReportWhereInput {
  return filter?.status ? { status: filter.status } : {};
}

/** The seat's reports that meet `where`; `query` says what to load, in which order and how many. */
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
