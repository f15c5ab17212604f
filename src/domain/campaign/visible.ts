import type { Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';

/** The campaigns that the caller may know of. */
export function visibleCampaigns(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.CampaignWhereInput;
}
