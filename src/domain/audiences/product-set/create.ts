import { Problems } from '../../../resources/define/input.ts';
import { checkAdvertiser } from '../../campaigns/advertiser/reference.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { CreateProductSet } from './input.ts';
import { checkFilter } from './rules.ts';
import type { ProductSet } from './view.ts';

/** Creates a product set of an advertiser. */
export async function createProductSet(options: { ctx: DomainContext; input: unknown }): Promise<ProductSet> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreateProductSet, input);
  const filter = checkFilter(problems, fields.productSetFilter);
  await checkAdvertiser({ ctx, problems, path: 'accountId', id: fields.accountId });
  const data = problems.complete(fields, CreateProductSet);

  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const set = await ctx.db.productSet.create({
      data: {
        seatId: ctx.seatId,
        advertiserId: data.accountId,
        name: data.name,
        type: data.type ?? 'PRODUCT',
        status: data.status ?? 'ACTIVE',
        ...(filter && { productSetFilter: filter }),
        createdAt: now,
        updatedAt: now,
      },
    });
    await recordChange({ ctx, resource: 'ProductSet', id: set.id, action: 'CREATE', after: set });
    return set;
  });
}
