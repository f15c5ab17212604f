import type { Advertiser } from '../../../platform/database/generated/prisma/client.ts';
import { Problems } from '../../../resources/define/input.ts';
import { createAllProductsSet } from '../../audiences/product-set/create-all-products.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { CreateAdvertiser } from './input.ts';
import { checkCategories } from './rules.ts';

/** Creates an advertiser in the first account group of the caller's seat, with its product set of all products. */
export async function createAdvertiser(options: { ctx: DomainContext; input: unknown }): Promise<Advertiser> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreateAdvertiser, input);
  await checkCategories({
    ctx,
    problems,
    iabCategoryId: fields.iabCategoryId,
    iabSecondaryCategoryId: fields.iabSecondaryCategoryId,
  });
  const data = problems.complete(fields, CreateAdvertiser);

  return inTransaction(ctx, async (ctx) => {
    const group = await ctx.db.accountGroup.findFirstOrThrow({
      where: { seatId: ctx.seatId },
      orderBy: { id: 'asc' },
    });
    const now = ctx.now();
    const advertiser = await ctx.db.advertiser.create({
      data: { ...data, seatId: ctx.seatId, accountGroupId: group.id, createdAt: now, updatedAt: now },
    });
    await createAllProductsSet({ db: ctx.db, advertiser });
    await recordChange({
      ctx,
      resource: 'Advertiser',
      id: advertiser.id,
      action: 'CREATE',
      after: advertiser,
    });
    return advertiser;
  });
}
