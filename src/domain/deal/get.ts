import type { DomainContext } from '../context.ts';
import { NotFoundError } from '../errors.ts';
import { byId } from '../rows.ts';
import type { Deal } from './view.ts';
import { visibleDeals } from './visible.ts';

export async function getDeal(options: { ctx: DomainContext; id: number }): Promise<Deal> {
  const { ctx, id } = options;
  const deal = await ctx.db.deal.findFirst({ where: { AND: [visibleDeals(ctx), byId(id)] } });
  if (!deal) throw new NotFoundError('Deal');
  return deal;
}
