import type { Pixel, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { likeText } from '../rows.ts';
import { visiblePixels } from './visible.ts';

/** Conditions on pixels, as filters of both faces name them. */
export function pixelFilter(
  filter: { query?: string | null | undefined } | null | undefined,
): Prisma.PixelWhereInput {
  return {
    ...(filter?.query && { name: { contains: likeText(filter.query), mode: 'insensitive' } }),
  };
}

/** The caller's pixels that meet `where`; `query` says what to load, in which order and how many. */
export function findPixels(options: {
  ctx: DomainContext;
  where: Prisma.PixelWhereInput;
  query: Omit<Prisma.PixelFindManyArgs, 'where'>;
}): Promise<Pixel[]> {
  const { ctx, where, query } = options;
  return ctx.db.pixel.findMany({ ...query, where: { AND: [visiblePixels(ctx), where] } });
}
