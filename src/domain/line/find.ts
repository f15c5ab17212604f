import type { Line, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import { visibleLines } from './visible.ts';

/** Conditions on lines, as filters of both faces name them. */
export function lineFilter(
  filter: { query?: string | null | undefined; status?: string | null | undefined } | null | undefined,
): Prisma.LineWhereInput {
  return {
    ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }),
    ...(filter?.status && { status: filter.status }),
  };
}

/** The caller's lines that meet `where`; `query` says what to load, in which order and how many. */
export function findLines(options: {
  ctx: DomainContext;
  where: Prisma.LineWhereInput;
  query: Omit<Prisma.LineFindManyArgs, 'where'>;
}): Promise<Line[]> {
  const { ctx, where, query } = options;
  return ctx.db.line.findMany({ ...query, where: { AND: [visibleLines(ctx), where] } });
}
