import type { Campaign, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import {
  defineList,
  idField,
  listedField,
  MOMENTS,
  numberField,
  statusField,
  textField,
} from '../list-fields.ts';
import { visibleCampaigns } from './visible.ts';

export const CAMPAIGN_LIST = defineList({
  search: 'name',
  fields: {
    id: idField('Campaign', 'id'),
    advertiserId: idField('Advertiser', 'advertiserId'),
    name: textField('name'),
    status: statusField,
    budget: numberField('budget'),
    budgetType: listedField('budgetType'),
    objective: listedField('objective'),
    language: textField('language'),
    channel: listedField('channel'),
    isPartnerNetwork: listedField('isPartnerNetwork'),
    advancedGeoPos: listedField('advancedGeoPos'),
    advancedGeoNeg: listedField('advancedGeoNeg'),
    ...MOMENTS,
  },
});

/** Finds the caller's campaigns that match `where`. `query` sets what to load, the order and the limit. */
export function findCampaigns(options: {
  ctx: DomainContext;
  where: Prisma.CampaignWhereInput;
  query: Omit<Prisma.CampaignFindManyArgs, 'where'>;
}): Promise<Campaign[]> {
  const { ctx, where, query } = options;
  return ctx.db.campaign.findMany({ ...query, where: { AND: [visibleCampaigns(ctx), where] } });
}

export function countCampaigns(options: {
  ctx: DomainContext;
  where: Prisma.CampaignWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.campaign.count({ where: { AND: [visibleCampaigns(ctx), where] } });
}
