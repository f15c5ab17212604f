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
  description: 'Whether a campaign is in use.',
  values: {
    ACTIVE: { description: 'Its lines may run.' },
    PAUSED: { description: 'It is halted.' },
    DELETED: { description: 'It was deleted and is kept for reports.' },
  } as const,
});

export const Campaign = builder.prismaObject('Campaign', {
  description: 'An order of lines with one objective; the native interface calls the same thing a campaign.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Campaign:123`.',
      resolve: ({ id }) => globalId('Campaign', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    advertiserId: t.id({
      description: 'Global id of the advertiser that owns it.',
      resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns it.' }),
    campaignName: t.exposeString('name', { description: 'Display name.' }),
    name: t.exposeString('name', { description: 'Display name; the same as campaignName.' }),
    status: t.field({
      type: CampaignStatus,
      description: 'ACTIVE, PAUSED or DELETED.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    budget: t.expose('budget', {
      type: 'Decimal',
      nullable: true,
      description: 'In the advertiser’s currency.',
    }),
    budgetType: t.expose('budgetType', {
      type: 'ListedValue',
      nullable: true,
      description: 'LIFETIME, DAILY or MONTHLY.',
    }),
    objective: t.expose('objective', {
      type: 'ListedValue',
      nullable: true,
      description: 'Such as VISIT_WEB or PROMOTE_BRAND.',
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'Code of its language, such as en.',
    }),
    channel: t.expose('channel', {
      type: 'ListedValue',
      nullable: true,
      description: 'NATIVE, SEARCH or SEARCH_AND_NATIVE.',
    }),
    isPartnerNetwork: t.expose('isPartnerNetwork', {
      type: 'ListedValue',
      nullable: true,
      description: 'TRUE or FALSE: whether partners’ supply is used.',
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
      description: 'Further fields as they were sent.',
      resolve: ({ extra }) => extra as Record<string, unknown>,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
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
  description: 'Its campaigns.',
});

rootConnection({
  of: campaigns,
  field: 'campaigns',
  description: 'The seat’s campaigns.',
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
