import type { Creative } from '../../../platform/database/generated/prisma/client.ts';
import { Problems } from '../../../resources/define/input.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { checkAdvertiser } from '../advertiser/reference.ts';
import { checkType } from './creative-type.ts';
import { CreateCreative } from './input.ts';

/** Creates a creative for one of the caller's advertisers. */
export async function createCreative(options: { ctx: DomainContext; input: unknown }): Promise<Creative> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreateCreative, input);
  await checkAdvertiser({ ctx, problems, path: 'advertiserId', id: fields.advertiserId });
  checkType({ problems, creative: fields });
  const data = problems.complete(fields, CreateCreative);

  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const creative = await ctx.db.creative.create({
      data: { ...data, seatId: ctx.seatId, createdAt: now, updatedAt: now },
    });
    await recordChange({ ctx, resource: 'Creative', id: creative.id, action: 'CREATE', after: creative });
    return creative;
  });
}
