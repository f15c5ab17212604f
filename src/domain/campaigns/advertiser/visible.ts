import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext, SeatTraits } from '../../context.ts';

/** Restricts a query to the advertisers that the caller can see. */
export function visibleAdvertisers(ctx: DomainContext) {
  return { seatId: ctx.seatId } satisfies Prisma.AdvertiserWhereInput;
}

/** Billing contacts are stored for every seat but only shown for seats under a country's legal compliance. */
export function showsBillingContact({ legalComplianceCountry }: SeatTraits): boolean {
  return legalComplianceCountry !== null;
}
