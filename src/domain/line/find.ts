import type { Line, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { listOf } from '../resource/list.ts';
import { LINE } from './definition.ts';
import { visibleLines } from './visible.ts';

export const LINE_LIST = listOf(LINE);

/** Finds the caller's lines that match `where`. `query` sets what to load, the order and the limit. */
export function findLines(options: {
  ctx: DomainContext;
  where: Prisma.LineWhereInput;
  query: Omit<Prisma.LineFindManyArgs, 'where'>;
}): Promise<Line[]> {
  const { ctx, where, query } = options;
  return ctx.db.line.findMany({ ...query, where: { AND: [visibleLines(ctx), where] } });
}

export function countLines(options: { ctx: DomainContext; where: Prisma.LineWhereInput }): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.line.count({ where: { AND: [visibleLines(ctx), where] } });
}
