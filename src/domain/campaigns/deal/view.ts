import type { Deal } from '../../../platform/database/generated/prisma/client.ts';

export type { Deal };

/** Returns a deal as plain JSON. `exchangeId` may be beyond 32 bits and is a safe integer. */
export function dealView(deal: Deal) {
  return { ...deal, exchangeId: Number(deal.exchangeId) };
}
