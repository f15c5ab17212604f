import { createCampaign } from '../domain/campaign/create.ts';
import { CAMPAIGN_LIST, countCampaigns, findCampaigns } from '../domain/campaign/find.ts';
import { CreateCampaign, UpdateCampaign } from '../domain/campaign/input.ts';
import { updateCampaign } from '../domain/campaign/update.ts';
import { visibleCampaigns } from '../domain/campaign/visible.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection, rootConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';

const CampaignStatus = builder.enumType('CampaignStatus', {
  description: 'The possible states of a campaign.',
  values: {
    ACTIVE: { description: 'The campaign is active. Its lines can deliver.' },
    PAUSED: { description: 'The campaign is paused. Its lines do not deliver.' },
    DELETED: { description: 'The campaign is deleted. It is kept for reports.' },
  } as const,
});

export const Campaign = builder.prismaObject('Campaign', {
  description:
    'A campaign: a set of lines and ad groups with one objective. The traffic interface calls it an order.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Campaign:123`.',
      resolve: ({ id }) => globalId('Campaign', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    advertiserId: t.id({
      description: 'The global ID of the advertiser that owns the campaign.',
      resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns the campaign.' }),
    campaignName: t.exposeString('name', { description: 'The display name.' }),
    name: t.exposeString('name', { description: 'The display name. Same value as `campaignName`.' }),
    status: t.field({
      type: CampaignStatus,
      description: 'The status: `ACTIVE`, `PAUSED` or `DELETED`.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    budget: t.expose('budget', {
      type: 'Decimal',
      nullable: true,
      description: 'The budget, in the advertiser’s currency.',
    }),
    budgetType: t.expose('budgetType', {
      type: 'ListedValue',
      nullable: true,
      description: 'The period of the budget: `LIFETIME`, `DAILY` or `MONTHLY`.',
    }),
    objective: t.expose('objective', {
      type: 'ListedValue',
      nullable: true,
      description: 'The objective, such as `VISIT_WEB` or `PROMOTE_BRAND`.',
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'The code of the campaign’s language, such as `en`.',
    }),
    channel: t.expose('channel', {
      type: 'ListedValue',
      nullable: true,
      description: 'The channel: `NATIVE`, `SEARCH` or `SEARCH_AND_NATIVE`.',
    }),
    isPartnerNetwork: t.expose('isPartnerNetwork', {
      type: 'ListedValue',
      nullable: true,
      description: 'Whether the campaign uses the supply of partners: `TRUE` or `FALSE`.',
    }),
    advancedGeoPos: t.expose('advancedGeoPos', {
      type: 'ListedValue',
      nullable: true,
      description: 'How targeted locations are matched.',
    }),
    advancedGeoNeg: t.expose('advancedGeoNeg', {
      type: 'ListedValue',
      nullable: true,
      description: 'How excluded locations are matched.',
    }),
    extra: t.field({
      type: 'JSONObject',
      description: 'Further fields that were sent with the resource, returned unchanged.',
      resolve: ({ extra }) => extra as Record<string, unknown>,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
    }),
  }),
});

historyOf('Campaign', Campaign);

const campaigns = connectionType({
  type: Campaign,
  name: 'Campaign',
  words: 'campaigns',
  list: CAMPAIGN_LIST,
  visible: visibleCampaigns,
  status: CampaignStatus,
  orderBy: ['id', 'name', 'status', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: campaigns,
  owner: Advertiser,
  field: 'campaigns',
  description: 'The campaigns of the advertiser.',
});

rootConnection({
  of: campaigns,
  field: 'campaigns',
  description: 'Returns the campaigns of the seat.',
  find: findCampaigns,
  count: countCampaigns,
});

oneById({ type: Campaign, name: 'Campaign', word: 'campaign', find: findCampaigns });

createMutation({
  resource: 'Campaign',
  type: Campaign,
  definition: CreateCampaign,
  find: findCampaigns,
  run: createCampaign,
});

updateMutation({
  resource: 'Campaign',
  type: Campaign,
  definition: UpdateCampaign,
  find: findCampaigns,
  run: updateCampaign,
});
