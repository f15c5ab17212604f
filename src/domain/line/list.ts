import { getCampaign } from '../campaign/get.ts';
import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { searched } from '../list-fields.ts';
import { idParameter, type ListParameters, parseList } from '../listing.ts';
import { LINE_LIST } from './find.ts';
import { LINE_PARTS, type LineWithParts } from './parts.ts';
import { visibleLines } from './visible.ts';

/** One page of a campaign's lines; NotFoundError without the campaign (RULINGS T9). */
export async function listLines(options: {
  ctx: DomainContext;
  input: ListParameters & { orderId?: string | undefined };
}): Promise<LineWithParts[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const owner = idParameter(problems, 'orderId', input.orderId);
  if (input.orderId === undefined) problems.add('orderId', 'is required');
  const { query, ...page } = parseList({ ctx, input, list: LINE_LIST, problems });
  const { id: campaignId } = await getCampaign({ ctx, id: owner ?? 0 });
  return ctx.db.line.findMany({
    ...page,
    where: { AND: [visibleLines(ctx), { campaignId }, searched(LINE_LIST, query)] },
    include: LINE_PARTS,
  });
}
