import type { Pixel, Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { restListOf } from '../../../resources/filter/list.ts';
import type { DomainContext } from '../../context.ts';
import { PIXEL } from './definition.ts';
import { visiblePixels } from './visible.ts';

export const PIXEL_LIST = restListOf(PIXEL);

/** Finds the caller's pixels that match `where`. `query` sets what to load, the order and the limit. */
export function findPixels(options: {
  ctx: DomainContext;
  where: Prisma.PixelWhereInput;
  query: Omit<Prisma.PixelFindManyArgs, 'where'>;
}): Promise<Pixel[]> {
  const { ctx, where, query } = options;
  return ctx.db.pixel.findMany({ ...query, where: { AND: [visiblePixels(ctx), where] } });
}
