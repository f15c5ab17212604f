import type { Pixel } from '../../../platform/database/generated/prisma/client.ts';
import { mergeExtra } from '../../../resources/define/extra.ts';
import { Problems } from '../../../resources/define/input.ts';
import { checkAdvertiser } from '../../campaigns/advertiser/reference.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { recordChange } from '../../notifications/history/record.ts';
import { CreatePixel } from './input.ts';

/** Creates a pixel for one of the caller's advertisers; for server events unless `dotPixel` is true. */
export async function createPixel(options: { ctx: DomainContext; input: unknown }): Promise<Pixel> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreatePixel, input);
  await checkAdvertiser({ ctx, problems, path: 'advertiserId', id: fields.advertiserId });
  const extra = mergeExtra({ ctx, problems, definition: CreatePixel, stored: {}, input });
  const data = problems.complete(fields, CreatePixel);

  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const pixel = await ctx.db.pixel.create({
      data: { ...data, ...(extra && { extra }), seatId: ctx.seatId, createdAt: now, updatedAt: now },
    });
    await recordChange({ ctx, resource: 'Pixel', id: pixel.id, action: 'CREATE', after: pixel });
    return pixel;
  });
}
