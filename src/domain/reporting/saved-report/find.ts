import type { Prisma, SavedReport } from '../../../platform/database/generated/prisma/client.ts';
import { byId } from '../../../resources/define/rows.ts';
import { defineList, TIMESTAMPS, textField } from '../../../resources/filter/list-fields.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';

export type { SavedReport };

export const SAVED_REPORT_LIST = defineList({
  model: 'SavedReport',
  fields: { name: textField('name'), ...TIMESTAMPS },
  search: 'name',
});

/** Saved reports are shared by all users of a seat. */
const visibleSavedReports = ({ seatId }: DomainContext) =>
  ({ seatId }) satisfies Prisma.SavedReportWhereInput;

export function findSavedReports(options: {
  ctx: DomainContext;
  where: Prisma.SavedReportWhereInput;
  query: Omit<Prisma.SavedReportFindManyArgs, 'where'>;
}): Promise<SavedReport[]> {
  const { ctx, where, query } = options;
  return ctx.db.savedReport.findMany({ ...query, where: { AND: [visibleSavedReports(ctx), where] } });
}

export function countSavedReports(options: {
  ctx: DomainContext;
  where: Prisma.SavedReportWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.savedReport.count({ where: { AND: [visibleSavedReports(ctx), where] } });
}

/** Throws NotFoundError if it is unknown or belongs to another seat. */
export async function getSavedReport(ctx: DomainContext, id: number): Promise<SavedReport> {
  const [found] = await findSavedReports({ ctx, where: byId(id), query: {} });
  if (!found) throw new NotFoundError('Saved report');
  return found;
}
