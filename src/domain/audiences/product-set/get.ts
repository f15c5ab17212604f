import { Problems } from '../../../resources/define/input.ts';
import { byId } from '../../../resources/define/rows.ts';
import { idParameter } from '../../../resources/filter/listing.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import type { ProductSet } from './view.ts';
import { visibleProductSets } from './visible.ts';

/** Returns a product set. With `accountId`, it must belong to that advertiser. Throws NotFoundError. */
export async function getProductSet(options: {
  ctx: DomainContext;
  id: number;
  accountId?: string | undefined;
}): Promise<ProductSet> {
  const { ctx, id } = options;
  const problems = new Problems();
  const accountId = idParameter(problems, 'accountId', options.accountId);
  problems.throwIfAny();
  const set = await ctx.db.productSet.findFirst({ where: { AND: [visibleProductSets(ctx), byId(id)] } });
  if (!set || (accountId !== undefined && set.advertiserId !== accountId))
    throw new NotFoundError('Product set');
  return set;
}
