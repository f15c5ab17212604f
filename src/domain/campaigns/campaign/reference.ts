import { sql } from '../../../platform/database/connection/client.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { rowOfSeat } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { visibleCampaigns } from './visible.ts';

/**
 * Returns the campaign that `orderId` of a line names, with its advertiser, and locks it, so that it cannot be
 * deleted until the transaction ends. A campaign of another seat is refused as unknown, a deleted one as deleted.
 */
export async function referredCampaign(options: {
  ctx: DomainContext;
  problems: Problems;
  id: number | undefined;
}): Promise<{ id: number; advertiserId: number } | undefined> {
  const { ctx, problems, id } = options;
  if (id === undefined) return undefined;
  const campaign = await standingCampaign(ctx, id);
  if (!campaign) problems.add('orderId', 'must be the ID of a campaign of this seat');
  else if (campaign.status === 'DELETED') problems.add('orderId', 'names a campaign that is deleted');
  return campaign;
}

/** Returns whether a line's campaign is deleted, and locks it so that this cannot change until the transaction ends. */
export async function isBelowDeleted(ctx: DomainContext, campaignId: number): Promise<boolean> {
  return (await standingCampaign(ctx, campaignId))?.status === 'DELETED';
}

const standingCampaign = (ctx: DomainContext, id: number) =>
  rowOfSeat({
    ctx,
    name: 'campaign for share',
    id,
    rows: (ids) => sql<{ id: number; advertiserId: number; status: string }>(ctx.db)`
      SELECT id, advertiser_id AS "advertiserId", status FROM campaign
      WHERE id = ANY(${ids}::int[]) AND seat_id = ${visibleCampaigns(ctx).seatId} ORDER BY id FOR SHARE`,
  });
