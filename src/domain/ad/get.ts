import type { DomainContext } from '../context.ts';
import { NotFoundError } from '../errors.ts';
import { byId } from '../rows.ts';
import { AD_PARTS, type AdWithParts } from './parts.ts';
import { visibleAds } from './visible.ts';

export async function getAd(options: { ctx: DomainContext; id: number }): Promise<AdWithParts> {
  const { ctx, id } = options;
  const where = { AND: [visibleAds(ctx), byId(id)] };
  const ad = await ctx.db.ad.findFirst({ where, include: AD_PARTS });
  if (!ad) throw new NotFoundError('Ad');
  return ad;
}
