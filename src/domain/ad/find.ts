import type { Ad, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { defineList, idField, listedField, MOMENTS, statusField, textField } from '../list-fields.ts';
import { visibleAds } from './visible.ts';

/** An ad is called as its creative. */
export const AD_LIST = defineList({
  search: 'creative.name',
  fields: {
    id: idField('Ad', 'id'),
    name: textField('creative.name'),
    mediaType: listedField('creative.mediaType'),
    status: statusField,
    lineId: idField('Line', 'lineId'),
    creativeId: idField('Creative', 'creativeId'),
    nativeAdStatus: listedField('nativeAdStatus'),
    ...MOMENTS,
  },
});

/** Finds the caller's ads that match `where`. `query` sets what to load, the order and the limit. */
export function findAds(options: {
  ctx: DomainContext;
  where: Prisma.AdWhereInput;
  query: Omit<Prisma.AdFindManyArgs, 'where'>;
}): Promise<Ad[]> {
  const { ctx, where, query } = options;
  return ctx.db.ad.findMany({ ...query, where: { AND: [visibleAds(ctx), where] } });
}
