import type { Prisma, Segment } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import { visibleSegments } from './visible.ts';

export function segmentFilter(
  filter: { query?: string | null | undefined } | null | undefined,
): Prisma.SegmentWhereInput {
  return { ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }) };
}

/** The caller's segments that meet `where`; `query` says what to load, in which order and how many. */
export function findSegments(options: {
  ctx: DomainContext;
  where: Prisma.SegmentWhereInput;
  query: Omit<Prisma.SegmentFindManyArgs, 'where'>;
}): Promise<Segment[]> {
  const { ctx, where, query } = options;
  return ctx.db.segment.findMany({ ...query, where: { AND: [visibleSegments(ctx), where] } });
}
