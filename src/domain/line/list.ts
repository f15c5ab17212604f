import { getCampaign } from '../campaign/get.ts';
import type { DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { idParameter, type ListParameters, parseList } from '../listing.ts';
import { lineFilter } from './find.ts';
import { LINE_PARTS, type LineWithParts } from './parts.ts';
import { visibleLines } from './visible.ts';

/** The scalar fields of a line, by which a list can be sorted. */
export const LINE_COLUMNS = {
  id: 'id',
  name: 'name',
  orderId: 'campaignId',
  advertiserId: 'advertiserId',
  status: 'status',
  isNativeEnabled: 'isNativeEnabled',
  supplyType: 'supplyType',
  language: 'language',
  objective: 'objective',
  mediaType: 'mediaType',
  goalType: 'goalType',
  goalModeType: 'goalModeType',
  pacingModeType: 'pacingModeType',
  billingMethodType: 'billingMethodType',
  marginType: 'marginType',
  budgetType: 'budgetType',
  dailyBudgetType: 'dailyBudgetType',
  bidPrice: 'bidPrice',
  goalAmount: 'goalAmount',
  maxGoal: 'maxGoal',
  marginGoal: 'marginGoal',
  billingPrice: 'billingPrice',
  completionThreshold: 'completionThreshold',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const;

/** One page of a campaign's lines; NotFoundError without the campaign (RULINGS T9). */
export async function listLines(options: {
  ctx: DomainContext;
  input: ListParameters & { orderId?: string | undefined };
}): Promise<LineWithParts[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const owner = idParameter(problems, 'orderId', input.orderId);
  if (input.orderId === undefined) problems.add('orderId', 'is required');
  const { query, ...page } = parseList({ ctx, input, columns: LINE_COLUMNS, problems });
  const { id: campaignId } = await getCampaign({ ctx, id: owner ?? 0 });
  return ctx.db.line.findMany({
    ...page,
    where: { AND: [visibleLines(ctx), { campaignId }, lineFilter({ query })] },
    include: LINE_PARTS,
  });
}
