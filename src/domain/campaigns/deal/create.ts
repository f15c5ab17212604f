import { Problems } from '../../../resources/define/input.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { CreateDeal } from './input.ts';
import { checkAccounts, distinct } from './rules.ts';
import { type Deal, dealView } from './view.ts';

/** Creates a deal in the caller's seat. */
export async function createDeal(options: { ctx: DomainContext; input: unknown }): Promise<Deal> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreateDeal, input);
  await checkAccounts({ ctx, problems, ...fields });
  const data = problems.complete(fields, CreateDeal);

  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const deal = await ctx.db.deal.create({
      data: { ...data, ...distinct(data), seatId: ctx.seatId, createdAt: now, updatedAt: now },
    });
    await recordChange({ ctx, resource: 'Deal', id: deal.id, action: 'CREATE', after: dealView(deal) });
    return deal;
  });
}
