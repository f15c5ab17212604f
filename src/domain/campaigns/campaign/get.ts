import type { Campaign } from '../../../platform/database/generated/prisma/client.ts';
import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { findCampaigns } from './find.ts';

export type { Campaign };

export async function getCampaign(options: { ctx: DomainContext; id: number }): Promise<Campaign> {
  const { ctx, id } = options;
  const [campaign] = await findCampaigns({ ctx, where: byId(id), query: {} });
  if (!campaign) throw new NotFoundError('Campaign');
  return campaign;
}
