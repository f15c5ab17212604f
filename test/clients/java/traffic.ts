import { type Known, OPERATOR_WORD, type Operation, query, uniqueName } from '../client.ts';
import { list, model } from '../read.ts';
import {
  ACCOUNT_GROUP,
  AD,
  ADVERTISER,
  answered,
  BEACON,
  BEACON_CODE,
  BEACON_LOOKUP,
  CAMPAIGN,
  CREATIVE,
  DEAL,
  EXCHANGE,
  NATIVE_LIST,
  PIXEL,
  RATE_LIMIT,
  SEATS,
  SITE_LIST,
} from './models.ts';
import { operationsOf, PAGE, refusedWith } from './operations.ts';

const ofAccount = ({ advertiserId: accountId }: Known) => ({ accountId, ...PAGE });
const ITEMS = [{ itemName: 'b.example' }, { itemName: 'c.example' }];

const campaign = ({ advertiserId: accountId, today }: Known) => ({
  ...{
    accountId,
    name: uniqueName('Campaign'),
    currency: 'USD',
    demoVendor: OPERATOR_WORD,
    status: 'INACTIVE',
  },
  ...{ timezone: 'America/New_York', goalType: 'CTR', goalValue: 0 },
  ...{ frequencyCapPeriodType: 'UNLIMITED', frequencyCapValue: 0 },
  budgetSchedules: [{ startDate: today, scheduleBudgetType: 'TOTAL_BUDGET' }],
});

const CAMPAIGNS: readonly Operation[] = [
  ...operationsOf({
    ...{ path: 'campaigns', reads: CAMPAIGN, id: 'campaignId', parameters: ofAccount, renames: true },
    creates: campaign,
  }).map((operation) =>
    // A campaign that was created INACTIVE is answered as PAUSED.
    operation.name === 'campaigns.create' ? { ...operation, elsewhere: ['status'] } : operation,
  ),
  {
    name: 'campaigns.create with a budget',
    route: 'POST /traffic/campaigns',
    call: (known) => ({
      path: '/traffic/campaigns',
      body: {
        ...campaign(known),
        budgetType: 'CURRENCY',
        budgetSchedules: [
          {
            ...{ startDate: known.today, endDate: known.inAMonth, scheduleBudgetType: 'SPECIFIED_AMOUNT' },
            ...{ scheduleBudget: 900, scheduleDailyBudget: 40 },
          },
        ],
      },
    }),
    reads: answered(CAMPAIGN),
    elsewhere: ['status'],
    onRead: ({ response }, known) => {
      known.budgetedCampaignId = response.id;
    },
  },
  {
    name: 'campaigns.get with a budget',
    route: 'GET /traffic/campaigns/:id',
    call: (known) => ({ path: `/traffic/campaigns/${known.budgetedCampaignId}` }),
    reads: answered(CAMPAIGN),
    misses: ({ response }, known) => {
      const [schedule] = response?.budgetSchedules ?? [];
      return [
        ...(schedule?.id === undefined ? ['the schedule has no id'] : []),
        ...(schedule?.startDate === known.today && schedule?.endDate === known.inAMonth ? [] : ['its dates']),
        ...(schedule?.scheduleBudgetType === 'SPECIFIED_AMOUNT' ? [] : ['its scheduleBudgetType']),
        ...(schedule?.scheduleBudget === 900 && schedule?.scheduleDailyBudget === 40 ? [] : ['its budgets']),
      ];
    },
    onRead: ({ response }, known) => {
      known.read.budgeted = response;
    },
  },
  {
    name: 'campaigns.update a budget',
    route: 'PUT /traffic/campaigns/:id',
    call: ({ budgetedCampaignId, read: { budgeted } }) => ({
      path: `/traffic/campaigns/${budgetedCampaignId}`,
      body: { budgetSchedules: [{ ...budgeted.budgetSchedules[0], scheduleBudget: 1000 }] },
    }),
    reads: answered(CAMPAIGN),
    changes: ['budget', 'budgetSchedules'],
  },
  {
    name: 'campaigns.create with frequency caps',
    route: 'POST /traffic/campaigns',
    call: (known) => ({
      path: '/traffic/campaigns',
      body: {
        ...campaign(known),
        ...{ frequencyCapPeriodType: 'DAILY', frequencyCapValue: 3 },
        orderFrequencyCap: { frequencyCapValueDay: 3, frequencyCapPacingType: 'EVEN' },
      },
    }),
    refused: { status: 400, names: ['frequencyCapPeriodType', 'orderFrequencyCap'] },
    note: 'The platform has no frequency caps, and a cap is never ignored.',
  },
];

const ADVERTISERS: readonly Operation[] = [
  ...operationsOf({
    ...{ path: 'advertisers', reads: ADVERTISER, id: 'advertiserId', parameters: () => PAGE, renames: true },
    creates: () => ({
      ...{ name: uniqueName('Advertiser'), landingPageUrl: 'http://advertiser.example', currency: 'USD' },
      ...{ status: 'ACTIVE', iabCategoryId: 1, timezone: 'America/New_York', billingPrice: 0 },
      contact: { addressLine1: '1 Main Street', city: 'Springfield', region: 'IL', country: 'US' },
    }),
  }),
  {
    name: 'advertisers.beaconLookups',
    route: 'GET /traffic/advertisers/:id/beaconlookups',
    call: ({ advertiserId }) => ({ path: `/traffic/advertisers/${advertiserId}/beaconlookups` }),
    reads: answered(list(BEACON_LOOKUP)),
  },
];

const ADS: readonly Operation[] = operationsOf({
  ...{ path: 'ads', reads: AD, id: 'adId', renames: true },
  parameters: ({ lineId }) => ({ lineId, ...PAGE }),
  creates: ({ lineId, creativeId, read }) => ({
    ...{ lineId, creativeId, status: 'INACTIVE', mediaType: 'DISPLAY', nativeAdStatus: 'ACTIVE' },
    schedules: read.ads.schedules.map(({ id: _, ...flight }: Known) => flight),
  }),
}).map((operation) =>
  // The name of an ad is that of its creative.
  operation.changes ? { ...operation, changes: [] } : { ...operation, elsewhere: ['schedules'] },
);

const CREATIVES: readonly Operation[] = [
  ...operationsOf({
    ...{ path: 'creatives', reads: CREATIVE, id: 'creativeId', parameters: ofAccount, renames: true },
    creates: ({ advertiserId: accountId }) => ({
      ...{ accountId, name: uniqueName('Video'), status: 'ACTIVE', creativeType: 'NATIVE_VIDEO' },
      landingPageUrl: 'https://advertiser.example/',
      details: { title: 'Shoes', description: 'For every day' },
    }),
  }),
  {
    name: 'creatives.list by IDs',
    route: 'GET /traffic/creatives',
    call: ({ advertiserId: accountId, creativeId }) => ({
      path: query('/traffic/creatives', { accountId, creativeIds: creativeId, nonBriefGet: true, ...PAGE }),
    }),
    reads: answered(list(CREATIVE)),
    misses: ({ response }, { creativeId }) =>
      response?.length === 1 && response[0].id === creativeId ? [] : ['the list is not filtered'],
  },
  {
    name: 'creatives.list by name',
    route: 'GET /traffic/creatives',
    call: ({ advertiserId: accountId }) => ({
      path: query('/traffic/creatives', { accountId, name: 'no such name', ...PAGE }),
    }),
    reads: answered(list(CREATIVE)),
    misses: ({ response }) => (response?.length === 0 ? [] : ['the list is not filtered']),
  },
  {
    name: 'creatives.create from third-party code',
    route: 'POST /traffic/creatives',
    call: ({ advertiserId: accountId }) => ({
      path: '/traffic/creatives',
      body: {
        ...{ accountId, name: uniqueName('Tag'), status: 'ACTIVE', creativeType: 'DISPLAY_THIRD_PARTY' },
        ...{ landingPageUrl: 'https://advertiser.example/', thirdPartyCode: '<script></script>' },
      },
    }),
    reads: answered(CREATIVE),
  },
  {
    name: 'creatives.bulkUpload',
    route: 'POST /traffic/creatives/bulkupload',
    call: ({ advertiserId: accountId }) => ({
      path: `/traffic/creatives/bulkupload?accountId=${accountId}`,
      body: ['DISPLAY_HOSTED', 'VIDEO_HOSTED'].map((creativeType) => ({
        ...{ accountId, name: uniqueName('Bulk'), status: 'ACTIVE', creativeType, mimeType: 'image/png' },
        ...{ landingPageUrl: 'https://advertiser.example/', content: { binaryData: 'aGVsbG8=' } },
        ...{ userInteractions: null, expandDirections: null, customIdentifiers: null },
      })),
    }),
    reads: answered(model({ creatives: list(CREATIVE) })),
    elsewhere: 'all',
    misses: ({ response }) => (response?.creatives?.length === 2 ? [] : ['not all were created']),
  },
];

const BEACONS: readonly Operation[] = [
  ...operationsOf({
    ...{ path: 'beacons', reads: BEACON, id: 'pixelId', parameters: ofAccount, renames: true },
    creates: ({ advertiserId: accountId }) => ({
      ...{ accountId, name: uniqueName('Beacon'), ruleType: 'EVENTS', conversion_category: 'PURCHASE' },
      conditions: [{ key: 'et', operator: 'eq', value: 'purchase' }],
    }),
  }),
  {
    name: 'beacons.code',
    route: 'GET /traffic/beacons/:id/i13n',
    call: ({ pixelId }) => ({ path: `/traffic/beacons/${pixelId}/i13n` }),
    reads: answered(BEACON_CODE),
  },
  ...operationsOf({
    ...{ path: 'pixels', reads: PIXEL, id: 'pixelId', parameters: ofAccount },
    creates: ({ advertiserId: accountId }) => ({ accountId, name: uniqueName('Pixel') }),
  }),
];

const LISTS: readonly Operation[] = [
  ...operationsOf({
    ...{ path: 'deals', reads: DEAL, id: 'dealId', parameters: () => PAGE, renames: true },
    creates: ({ accountGroupId }) => ({
      ...{ name: uniqueName('Deal'), status: 'ACTIVE', exchangeId: 1, exchangeDealId: 4711 },
      ...{ description: 'A deal', reservePrice: 4, accountGroupId, accountIsExcluded: true },
    }),
  }),
  ...operationsOf({
    ...{ path: 'nativelists', reads: NATIVE_LIST, id: 'listId', renames: true },
    parameters: ({ advertiserId: accountId }) => ({ accountId, query: 'Sites' }),
    creates: ({ advertiserId: accountId }) => ({ accountId, name: uniqueName('List'), items: ITEMS }),
  }),
  ...operationsOf({
    ...{ path: 'sitelists', reads: SITE_LIST, id: 'listId', renames: true },
    creates: ({ advertiserId: accountId }) => ({
      ...{ accountId, name: uniqueName('Apps'), status: 'ACTIVE', type: 'APP_LIST', items: ITEMS },
    }),
  }),
];

const ACCOUNT: readonly Operation[] = [
  {
    name: 'seats.list',
    route: 'GET /traffic/seats',
    call: () => ({ path: '/traffic/seats' }),
    reads: answered(SEATS),
  },
  ...operationsOf({
    ...{ path: 'accountgroups', reads: ACCOUNT_GROUP, id: 'accountGroupId' },
    parameters: () => ({ sort: 'name', dir: 'asc' }),
  }),
  refusedWith(405, {
    name: 'accountgroups.create',
    route: 'POST /traffic/accountgroups',
    call: ({ seatId }) => ({ path: '/traffic/accountgroups', body: { name: 'Group', seatId } }),
    note: 'The operator creates account groups.',
  }),
  refusedWith(405, {
    name: 'accountgroups.update',
    route: 'PUT /traffic/accountgroups/:id',
    call: ({ accountGroupId }) => ({ path: `/traffic/accountgroups/${accountGroupId}`, body: { name: 'G' } }),
    note: 'The operator creates account groups.',
  }),
  {
    name: 'ratelimit.get',
    route: 'GET /traffic/ratelimit',
    call: () => ({ path: '/traffic/ratelimit' }),
    reads: answered(RATE_LIMIT),
    misses: ({ response }) =>
      Object.entries(response ?? {}).flatMap(([name, value]) =>
        value === undefined ? [`${name} is missing`] : [],
      ),
  },
  {
    name: 'exchanges.list',
    route: 'GET /traffic/exchanges',
    call: () => ({ path: query('/traffic/exchanges', PAGE) }),
    reads: answered(list(EXCHANGE)),
  },
];

export const TRAFFIC: readonly Operation[] = [
  ...ACCOUNT,
  ...ADVERTISERS,
  ...CAMPAIGNS,
  ...ADS,
  ...CREATIVES,
  ...BEACONS,
  ...LISTS,
];
