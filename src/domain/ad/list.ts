import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { getLine } from '../line/get.ts';
import { idParameter, type ListParameters, parseList } from '../listing.ts';
import { adFilter } from './find.ts';
import { AD_PARTS, type AdWithParts } from './parts.ts';
import { visibleAds } from './visible.ts';

/** The scalar fields of an ad, by which a list can be sorted; two of them are its creative's. */
export const AD_COLUMNS = {
  id: 'id',
  name: 'name',
  mediaType: 'mediaType',
  status: 'status',
  lineId: 'lineId',
  creativeId: 'creativeId',
  nativeAdStatus: 'nativeAdStatus',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const;

/** One page of a line's ads; NotFoundError without the line (spec 2, "Ads"). */
export async function listAds(options: {
  ctx: DomainContext;
  input: ListParameters & { lineId?: string | undefined };
}): Promise<AdWithParts[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const owner = idParameter(problems, 'lineId', input.lineId);
  if (input.lineId === undefined) problems.add('lineId', 'is required');
  const { query, orderBy, ...page } = parseList({ ctx, input, columns: AD_COLUMNS, problems });
  const { id: lineId } = await getLine({ ctx, id: owner ?? 0 });
  return ctx.db.ad.findMany({
    ...page,
    orderBy: orderBy.map((order) => ('name' in order || 'mediaType' in order ? { creative: order } : order)),
    where: { AND: [visibleAds(ctx), { lineId }, adFilter({ query })] },
    include: AD_PARTS,
  });
}
