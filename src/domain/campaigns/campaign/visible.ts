import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';

/** Restricts a query to the campaigns that the caller can see. */
export function visibleCampaigns(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.CampaignWhereInput;
}
