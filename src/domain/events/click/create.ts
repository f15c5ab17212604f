import { Problems } from '../../../resources/define/input.ts';
import { isId } from '../../../resources/define/rows.ts';
import { authorizeWrite, type DomainContext, inTransaction, type System } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { CreateClick } from './input.ts';
import { mintVmcid } from './vmcid.ts';

/** Creates a click ID for an ad of the caller's seat. Throws ForbiddenError and NotFoundError. */
export async function createClick(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ vmcid: string }> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const { adId } = problems.complete(problems.parse(ctx, CreateClick, input), CreateClick);
  // A click is not stored, but a retry with the same Idempotency-Key gets the same click.
  return inTransaction(ctx, async (ctx) => ({
    vmcid: mintVmcid(ctx, await clickOn({ system: ctx, adId, seatId: ctx.seatId })),
  }));
}

/** Like `createClick`, but for operators: accepts the ad of any seat. Throws NotFoundError. */
export async function createOperatorClick(options: {
  system: System;
  adId: number;
}): Promise<{ vmcid: string }> {
  return { vmcid: mintVmcid(options.system, await clickOn(options)) };
}

async function clickOn(options: { system: System; adId: number; seatId?: number }) {
  const { system, adId, seatId } = options;
  const ad = isId(adId)
    ? await system.db.ad.findFirst({
        where: { id: adId, ...(seatId !== undefined && { seatId }) },
        select: { seatId: true, lineId: true, line: { select: { advertiserId: true, campaignId: true } } },
      })
    : null;
  if (!ad) throw new NotFoundError('Ad');
  return { seatId: ad.seatId, lineId: ad.lineId, adId, ...ad.line };
}
