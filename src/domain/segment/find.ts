import type { Prisma, Segment } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { defineList, idField, MOMENTS, textField } from '../lists/list-fields.ts';
import { visibleSegments } from './visible.ts';

export const SEGMENT_LIST = defineList({
  model: 'Segment',
  search: 'name',
  fields: {
    id: idField('Segment', 'id'),
    name: textField('name'),
    ec: textField('ec'),
    el: textField('el'),
    ea: textField('ea'),
    ...MOMENTS,
  },
});

/** Finds the caller's segments that match `where`. `query` sets what to load, the order and the limit. */
export function findSegments(options: {
  ctx: DomainContext;
  where: Prisma.SegmentWhereInput;
  query: Omit<Prisma.SegmentFindManyArgs, 'where'>;
}): Promise<Segment[]> {
  const { ctx, where, query } = options;
  return ctx.db.segment.findMany({ ...query, where: { AND: [visibleSegments(ctx), where] } });
}
