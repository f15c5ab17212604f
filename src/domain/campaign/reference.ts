import { sql } from '../../db/client.ts';
import type { DomainContext } from '../context.ts';
import type { Problems } from '../input.ts';
import { byId } from '../rows.ts';
import { visibleCampaigns } from './visible.ts';

/** The campaign that a line's `orderId` names, with its advertiser; foreign is unknown. */
export async function referredCampaign(options: {
  ctx: DomainContext;
  problems: Problems;
  id: number | undefined;
}): Promise<{ id: number; advertiserId: number } | undefined> {
  const { ctx, problems, id } = options;
  if (id === undefined) return undefined;
  const [campaign] = await sql<{ id: number; advertiserId: number }>(ctx.db)`
    SELECT id, advertiser_id AS "advertiserId" FROM campaign
    WHERE id = ${byId(id).id} AND seat_id = ${visibleCampaigns(ctx).seatId}`;
  if (!campaign) problems.add('orderId', 'must be the ID of a campaign of this seat');
  return campaign;
}
