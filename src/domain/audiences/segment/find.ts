import type { Prisma, Segment } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { visibleSegments } from './visible.ts';

/** Finds the caller's segments that match `where`. `query` sets what to load, the order and the limit. */
export function findSegments(options: {
  ctx: DomainContext;
  where: Prisma.SegmentWhereInput;
  query: Omit<Prisma.SegmentFindManyArgs, 'where'>;
}): Promise<Segment[]> {
  const { ctx, where, query } = options;
  return ctx.db.segment.findMany({ ...query, where: { AND: [visibleSegments(ctx), where] } });
}
