import { checkAdvertiser } from '../advertiser/reference.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../context.ts';
import { recordChange } from '../history/record.ts';
import { Problems } from '../input.ts';
import { CreateNativeList } from './input.ts';
import { checkItems } from './rules.ts';
import type { NativeList } from './view.ts';

/** Creates a native list of an advertiser (spec 2, "Native lists"; RULINGS T11). */
export async function createNativeList(options: { ctx: DomainContext; input: unknown }): Promise<NativeList> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreateNativeList, input);
  checkItems(problems, fields.items);
  await checkAdvertiser({ ctx, problems, path: 'accountId', id: fields.accountId });
  const { accountId, items, ...data } = problems.complete(fields, CreateNativeList);

  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const list = await ctx.db.nativeList.create({
      data: {
        ...data,
        advertiserId: accountId,
        items: items.map(({ itemName }) => itemName),
        seatId: ctx.seatId,
        createdAt: now,
        updatedAt: now,
      },
    });
    await recordChange({ ctx, resource: 'NativeList', id: list.id, action: 'CREATE', after: list });
    return list;
  });
}
