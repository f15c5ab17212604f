import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { visibleLines } from './visible.ts';

/** The parts of the caller's lines, by their own IDs. */

interface Find<Where, Arguments> {
  readonly ctx: DomainContext;
  readonly where: Where;
  readonly query: Omit<Arguments, 'where'>;
}

export const findLineSchedules = ({
  ctx,
  where,
  query,
}: Find<Prisma.LineScheduleWhereInput, Prisma.LineScheduleFindManyArgs>) =>
  ctx.db.lineSchedule.findMany({ ...query, where: { AND: [{ line: visibleLines(ctx) }, where] } });

export const findLineFees = ({
  ctx,
  where,
  query,
}: Find<Prisma.LineFeeWhereInput, Prisma.LineFeeFindManyArgs>) =>
  ctx.db.lineFee.findMany({ ...query, where: { AND: [{ line: visibleLines(ctx) }, where] } });

export const findLineConversions = ({
  ctx,
  where,
  query,
}: Find<Prisma.LineConversionWhereInput, Prisma.LineConversionFindManyArgs>) =>
  ctx.db.lineConversion.findMany({ ...query, where: { AND: [{ line: visibleLines(ctx) }, where] } });
