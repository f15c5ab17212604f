import { nested } from '../conditions.ts';
import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { getLine } from '../line/get.ts';
import { searched } from '../list-fields.ts';
import { idParameter, type ListParameters, parseList } from '../listing.ts';
import { AD_LIST } from './find.ts';
import { AD_PARTS, type AdWithParts } from './parts.ts';
import { visibleAds } from './visible.ts';

/** One page of a line's ads; NotFoundError without the line (spec 2, "Ads"). */
export async function listAds(options: {
  ctx: DomainContext;
  input: ListParameters & { lineId?: string | undefined };
}): Promise<AdWithParts[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const owner = idParameter(problems, 'lineId', input.lineId);
  if (input.lineId === undefined) problems.add('lineId', 'is required');
  const { query, orderBy, ...page } = parseList({ ctx, input, list: AD_LIST, problems });
  const { id: lineId } = await getLine({ ctx, id: owner ?? 0 });
  return ctx.db.ad.findMany({
    ...page,
    orderBy: orderBy.flatMap((order) => Object.entries(order).map(([column, way]) => nested(column, way))),
    where: { AND: [visibleAds(ctx), { lineId }, searched(AD_LIST, query)] },
    include: AD_PARTS,
  });
}
