import type { Creative, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { defineList, idField, listedField, MOMENTS, statusField, textField } from '../list-fields.ts';
import { visibleCreatives } from './visible.ts';

export const CREATIVE_LIST = defineList({
  search: 'name',
  fields: {
    id: idField('Creative', 'id'),
    advertiserId: idField('Advertiser', 'advertiserId'),
    name: textField('name'),
    mediaType: listedField('mediaType'),
    status: statusField,
    title: textField('title'),
    description: textField('description'),
    landingUrl: textField('landingUrl'),
    ...MOMENTS,
  },
});

/** Finds the caller's creatives that match `where`. `query` sets what to load, the order and the limit. */
export function findCreatives(options: {
  ctx: DomainContext;
  where: Prisma.CreativeWhereInput;
  query: Omit<Prisma.CreativeFindManyArgs, 'where'>;
}): Promise<Creative[]> {
  const { ctx, where, query } = options;
  return ctx.db.creative.findMany({ ...query, where: { AND: [visibleCreatives(ctx), where] } });
}
