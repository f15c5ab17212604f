import { ADVERTISER, ARUBA, type Caller } from '../../support/seat.ts';

/** One write that both faces offer: how each is called, and inputs that are good and bad. */
export interface Operation {
  /** Method and path below /traffic; `{id}` is what `target` answers. */
  readonly rest: (id: number) => readonly ['POST' | 'PUT', string];
  readonly mutation: string;
  /** Field of the payload that holds the result, and the one that names the resource in the input. */
  readonly payload: string;
  readonly idField?: string;
  /** Where REST reads the result back; for a creation the new id. */
  readonly read: (id: number) => string;
  /** The object of an update; a new one is created for each interface. */
  readonly target?: (seat: Caller, advertiserId: number) => Promise<number>;
  readonly good: (given: Given) => Record<string, unknown>;
  readonly bad: (given: Given) => Record<string, unknown>[];
}

/** What inputs refer to, of one advertiser; `foreign` is an id of another seat. */
export interface Given {
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly lineId: number;
  readonly creativeId: number;
  readonly foreign: { advertiser: number; campaign: number; line: number; creative: number };
}

const FLIGHT = { startDateStr: '2027-01-01T00:00:00Z', endDateStr: '2027-02-01T00:00:00Z', budget: 5 };
const HOURS = { startDate: '2027-01-01T08:00:00Z', endDate: '2027-01-01T20:00:00Z' };
const DEAL = {
  name: 'Deal',
  status: 'ACTIVE',
  exchangeId: 1,
  exchangeDealId: 'D-1',
  description: 'Preferred',
  accountIsExcluded: false,
};
const post = (path: string) => () => ['POST', path] as const;
const put = (path: string) => (id: number) => ['PUT', `${path}/${id}`] as const;
const at = (path: string) => (id: number) => `${path}/${id}`;

/** By context and verb of src/domain. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'advertiser/create': {
    rest: post('/advertisers'),
    mutation: 'createAdvertiser',
    payload: 'advertiser',
    read: at('/advertisers'),
    good: () => ({ ...ADVERTISER, iabSecondaryCategoryId: 2, isCrossdeviceOff: true }),
    bad: () => [
      { ...ADVERTISER, contact: {}, status: 'GONE' },
      { ...ADVERTISER, timezone: 'Mars/Base', currency: 'XXQ', landingPageUrl: 'x' },
      { ...ADVERTISER, iabCategoryId: 2, iabSecondaryCategoryId: 3, name: 'a\0', billingPrice: 101 },
    ],
  },
  'advertiser/update': {
    rest: put('/advertisers'),
    mutation: 'updateAdvertiser',
    payload: 'advertiser',
    read: at('/advertisers'),
    target: async (seat) => (await seat.advertiser()).id,
    good: () => ({ name: 'Renamed', contact: { city: 'Rome' }, billingPrice: 1 }),
    bad: () => [
      { billingContact: {}, status: 'GONE' },
      { timezone: 'Europe/Rome', currency: 'EUR', contact: { city: '' } },
    ],
  },
  'line/create': {
    rest: post('/lines'),
    mutation: 'createLine',
    payload: 'line',
    read: at('/lines'),
    good: ({ campaignId }) => ({
      name: 'Line',
      orderId: campaignId,
      status: 'INACTIVE',
      isNativeEnabled: true,
      bidPrice: 1.5,
      schedules: [FLIGHT, FLIGHT],
      feeList: [{ name: 'Serving', fee: 1, typeName: 'AD_SERVING' }],
    }),
    bad: ({ campaignId, foreign }) => [
      { name: 'L', orderId: foreign.campaign, status: 'ACTIVE', supplyType: 'PLATFORM' },
      { name: 'L', orderId: campaignId, supplyType: 'PLATFORM', goalType: 'ENHANCED_CPC' },
      { name: ' ', orderId: campaignId, schedules: [{ startDateStr: 'x' }], feeList: [{ typeName: 'TIP' }] },
      { name: ' ', orderId: campaignId, schedules: [{ ...FLIGHT, startDateStr: 'x' }] },
    ],
  },
  'line/update': {
    rest: put('/lines'),
    mutation: 'updateLine',
    payload: 'line',
    read: at('/lines'),
    target: async (seat, advertiserId) => {
      const campaign = await seat.campaign({ advertiserId, campaignName: 'Same' });
      return (await seat.line({ orderId: campaign.id, name: 'Before', schedules: [FLIGHT] })).id;
    },
    good: ({ campaignId }) => ({ name: 'After', orderId: campaignId, maxGoal: 3, schedules: [FLIGHT] }),
    bad: ({ foreign }) => [
      { status: 'ACTIVE' },
      { status: 'ENDED' },
      { orderId: foreign.campaign, schedules: [{ id: 2_000_000_000 }, { budget: 1 }], feeList: [{}] },
      { removeScheduleIds: [2_000_000_000], conversionList: [{ beaconId: 2_000_000_000 }] },
    ],
  },
  'ad/create': {
    rest: post('/ads'),
    mutation: 'createAd',
    payload: 'ad',
    read: at('/ads'),
    good: ({ lineId, creativeId }) => ({ lineId, creativeId, status: 'ACTIVE', schedules: [HOURS] }),
    bad: ({ lineId, creativeId, foreign }) => [
      { lineId: foreign.line, creativeId: foreign.creative, status: 'UNKNOWN', nativeAdStatus: 'X' },
      { lineId: foreign.line, creativeId: foreign.creative, status: 'ACTIVE' },
      {
        ...{ lineId, creativeId, status: 'ACTIVE' },
        countdown: { timezone: 'x', endDate: 'y' },
        schedules: [{ startDate: HOURS.endDate, endDate: HOURS.startDate }],
      },
    ],
  },
  'ad/update': {
    rest: put('/ads'),
    mutation: 'updateAd',
    payload: 'ad',
    read: at('/ads'),
    target: async (seat, advertiserId) => {
      const campaign = await seat.campaign({ advertiserId });
      const line = await seat.line({ orderId: campaign.id });
      return (await seat.ad({ lineId: line.id })).id;
    },
    good: ({ lineId, creativeId }) => ({
      lineId,
      creativeId,
      status: 'INACTIVE',
      schedules: [HOURS],
      nativeAdRestrictions: ['A'],
    }),
    bad: ({ foreign }) => [
      { lineId: foreign.line, creativeId: foreign.creative, schedules: [{ id: 2_000_000_000, ...HOURS }] },
      { countdown: { endDate: HOURS.endDate, timezone: 'Europe/Rome', countdownPrefixId: 999_999 } },
    ],
  },
  'targeting/update': {
    rest: (id) => ['POST', `/lines/${id}/targeting/`],
    mutation: 'updateTargeting',
    payload: 'targeting',
    idField: 'lineId',
    read: (id) => `/lines/${id}/targeting`,
    target: async (seat, advertiserId) => {
      const campaign = await seat.campaign({ advertiserId });
      return (await seat.line({ orderId: campaign.id })).id;
    },
    good: () => ({ types: [{ name: 'GEOGRAPHY', isTargeted: true }], geos: { added: [ARUBA] } }),
    bad: () => [{}, { types: [{ name: 'MOON' }] }, { geos: { added: [5] } }],
  },
  'deal/create': {
    rest: post('/deals'),
    mutation: 'createDeal',
    payload: 'deal',
    read: at('/deals'),
    good: ({ advertiserId }) => ({ ...DEAL, reservePrice: 2.5, accounts: [advertiserId] }),
    bad: ({ foreign }) => [
      { ...DEAL, status: 'GONE' },
      { ...DEAL, accounts: [foreign.advertiser], name: '' },
    ],
  },
  'deal/update': {
    rest: put('/deals'),
    mutation: 'updateDeal',
    payload: 'deal',
    read: at('/deals'),
    target: async (seat) => (await seat.post('/deals', DEAL)).body.response.id,
    good: ({ advertiserId }) => ({ status: 'INACTIVE', accounts: [advertiserId] }),
    bad: ({ foreign }) => [{ status: 'GONE' }, { accounts: [foreign.advertiser], reservePrice: -1 }],
  },
  'native-list/create': {
    rest: post('/nativelists'),
    mutation: 'createNativeList',
    payload: 'nativeList',
    read: at('/nativelists'),
    good: ({ advertiserId }) => ({
      accountId: advertiserId,
      name: 'List',
      status: 'ACTIVE',
      items: [{ itemName: 'news.example.com' }],
    }),
    bad: ({ foreign }) => [
      { accountId: foreign.advertiser, name: 'L', status: 'ON', items: [] },
      { accountId: foreign.advertiser, name: 'L', status: 'ACTIVE', items: [{ itemName: 'not a domain' }] },
    ],
  },
  'native-list/update': {
    rest: put('/nativelists'),
    mutation: 'updateNativeList',
    payload: 'nativeList',
    read: at('/nativelists'),
    target: async (seat, accountId) => {
      const items = [{ itemName: 'a.example.com' }];
      const list = { accountId, name: 'List', status: 'ACTIVE', items };
      return (await seat.post('/nativelists', list)).body.response.id;
    },
    good: () => ({ status: 'INACTIVE', items: [{ itemName: 'b.example.com' }] }),
    bad: ({ foreign }) => [{ items: [{}] }, { accountId: foreign.advertiser, items: [{ itemName: 'x y' }] }],
  },
  'product-set/create': {
    rest: post('/productsets'),
    mutation: 'createProductSet',
    payload: 'productSet',
    read: at('/productsets'),
    good: ({ advertiserId }) => ({
      accountId: advertiserId,
      name: 'Set',
      type: 'RETAIL',
      status: 'ACTIVE',
      productSetFilter: { brand: { eq: 'Acme' } },
    }),
    bad: ({ foreign }) => [
      { accountId: foreign.advertiser, name: 'S', type: 'x', productSetFilter: {} },
      {
        accountId: foreign.advertiser,
        name: 'S',
        type: 'RETAIL',
        productSetFilter: { brand: { like: 'A' } },
      },
    ],
  },
  'bid-multiplier/update': {
    rest: (id) => ['POST', `/lines/${id}/bidmultipliers`],
    mutation: 'updateBidMultipliers',
    payload: 'line',
    idField: 'lineId',
    read: (id) => `/lines/${id}/bidmultipliers`,
    target: async (seat, advertiserId) => {
      const campaign = await seat.campaign({ advertiserId });
      return (await seat.line({ orderId: campaign.id })).id;
    },
    good: () => ({
      added: [{ targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 3 }, multiplier: 2 }],
    }),
    bad: () => [
      { added: [{ targetType: 'MOON', targetValue: 1, multiplier: 99 }] },
      { added: [{ targetType: 'SUPPLY_GROUP', targetValue: 1, multiplier: 99 }], removed: [2_000_000_000] },
      { added: [{ targetType: 'DAY_PARTING', targetValue: { day: 'Monday', hour: 24 }, multiplier: 2 }] },
    ],
  },
};

/** Writes that only one interface has, and why; `creative/*` stands for the folder. */
export const ONE_FACE: Readonly<Record<string, string>> = {
  'campaign/create':
    'campaign.test.ts compares it with the native interface, where campaigns come in batches',
  'campaign/update':
    'campaign.test.ts compares it with the native interface, where campaigns come in batches',
  'creative/create': 'creatives have no documented endpoint',
  'creative/update': 'creatives have no documented endpoint',
  'pixel/create': 'REST only looks pixels up',
  'pixel/update': 'REST only looks pixels up',
  'product-set/update': 'updates of product sets have no documented REST endpoint',
  'segment/create': 'segments have no documented endpoint',
  'segment/update': 'segments have no documented endpoint',
  'webhook/create': 'webhooks have no documented endpoint',
  'webhook/update': 'webhooks have no documented endpoint',
  'webhook/delete': 'webhooks have no documented endpoint',
  'click/create': 'clicks are minted by GraphQL and on the command line',
  'report/create': 'the reporting interface and GraphQL are compared in their own tests',
};
