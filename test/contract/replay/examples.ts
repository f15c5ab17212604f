import * as resource from './resources.ts';
import { list, type Shape } from './shape.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of earlier examples, of whatever shape
type Made = Record<string, any>;
type Request = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown];

/**
 * One request of spec 2 as its tables and examples give it. They are sent in this order; `send` sees what
 * the earlier ones were answered, by their titles.
 */
export interface Example {
  readonly title: string;
  /** Who sends it: a seat under legal compliance, or a user with one GET a minute. */
  readonly by?: 'compliant' | 'limited';
  readonly send: (made: Made) => Request;
  /** Of `response`; or, with a status that is a refusal, of `errors`. */
  readonly shape: Shape;
  readonly status?: number;
}

const ADVERTISER = {
  name: 'Shoes',
  status: 'ACTIVE',
  landingPageUrl: 'https://shoes.example/',
  iabCategoryId: 1,
  timezone: 'America/New_York',
  currency: 'USD',
  billingPrice: 15,
  contact: {
    addressLine1: '1 Main Street',
    city: 'Springfield',
    region: 'IL',
    postalCode: '62701',
    country: 'US',
  },
  isCrossdeviceOff: true,
};
const BILLING_CONTACT = {
  firstName: 'Ada',
  lastName: 'Martin',
  email: 'ada@shoes.example',
  addressLine1: '1 Rue',
  city: 'Paris',
  country: 'FR',
  legalMandateConfirmation: true,
};
const LISTED = 'query=o&page=1&limit=100&sort=name&dir=ASC';

const advertisers: Example[] = [
  {
    title: 'advertiser',
    send: () => ['POST', '/advertisers', ADVERTISER],
    shape: resource.advertiser,
  },
  {
    title: 'a read advertiser',
    send: ({ advertiser }) => ['GET', `/advertisers/${advertiser.id}`],
    shape: resource.advertiser,
  },
  {
    title: 'advertisers',
    send: () => ['GET', `/advertisers?${LISTED}`],
    shape: list(resource.advertiser),
  },
  {
    title: 'an updated advertiser',
    send: ({ advertiser }) => [
      'PUT',
      `/advertisers/${advertiser.id}`,
      { status: 'INACTIVE', billingPrice: 9 },
    ],
    shape: resource.advertiser,
  },
  {
    title: 'an advertiser with a billing contact',
    by: 'compliant',
    send: () => ['POST', '/advertisers', { ...ADVERTISER, billingContact: BILLING_CONTACT }],
    shape: resource.billedAdvertiser,
  },
  {
    title: 'beacons',
    send: ({ given }) => ['GET', `/advertisers/${given.advertiserId}/beaconlookups`],
    shape: list(resource.beacon),
  },
  {
    title: 'a deleted advertiser',
    send: ({ advertiser }) => ['DELETE', `/advertisers/${advertiser.id}`],
    status: 405,
    shape: resource.refusal(405),
  },
];

const deals: Example[] = [
  {
    title: 'deal',
    send: ({ given, advertiser }) => [
      'POST',
      '/deals',
      {
        name: 'Home page',
        status: 'ACTIVE',
        exchangeId: 3,
        exchangeDealId: 'SPRING-1',
        description: 'Home page in spring',
        reservePrice: 2.5,
        accountGroupId: advertiser.accountGroupId,
        accountIsExcluded: false,
        accounts: [given.advertiserId],
        accountGroups: [advertiser.accountGroupId],
      },
    ],
    shape: resource.deal,
  },
  { title: 'a read deal', send: ({ deal }) => ['GET', `/deals/${deal.id}`], shape: resource.deal },
  { title: 'deals', send: () => ['GET', `/deals?${LISTED}`], shape: list(resource.deal) },
  {
    title: 'an updated deal',
    send: ({ deal }) => ['PUT', `/deals/${deal.id}`, { status: 'INACTIVE', accountIsExcluded: true }],
    shape: resource.deal,
  },
  {
    title: 'a deleted deal',
    send: ({ deal }) => ['DELETE', `/deals/${deal.id}`],
    status: 405,
    shape: resource.refusal(405),
  },
];

const LINE = {
  name: 'Spring',
  status: 'PAUSED',
  supplyType: 'PLATFORM',
  bidPrice: 0.75,
  goalAmount: 0.75,
  maxGoal: 1.5,
  marginGoal: 20,
  billingPrice: 15,
  completionThreshold: 0.5,
  goalModeType: 'HARD',
  billingMethodType: 'CPC_WITH_MARGIN',
  marginType: 'TOTAL_BUDGET',
  budgetType: 'CURRENCY',
  dailyBudgetType: 'AUTO_ALLOCATED',
  schedules: [
    {
      budget: 1000,
      dailyBudgetType: 'AUTO_ALLOCATED',
      startDateStr: '2027-03-01T00:00:00Z',
      endDateStr: '2027-04-01T00:00:00Z',
    },
  ],
  feeList: [],
};
const conversionOf = (beaconId: number) => ({
  beaconId,
  name: 'Orders',
  viewWindow: 1,
  clickWindow: 30,
  clickWindowUnitType: 'DAY',
  viewWindowUnitType: 'DAY',
  acceptViewThrough: true,
  viewBeaconValueDiscount: 0,
  beaconValuePc: 100,
});
const nativeLine = ({ given }: Made) => ({
  ...LINE,
  orderId: given.orderId,
  isNativeEnabled: true,
  language: 'ENGLISH',
  objective: 'VISIT_WEB',
  goalType: 'CPC',
  pacingModeType: 'EVEN',
  conversionList: [conversionOf(given.beaconId)],
});
const ecpcLine = ({ given }: Made) => ({
  ...LINE,
  orderId: given.orderId,
  mediaType: 'DISPLAY',
  objective: 'MAIL_SPONSORED',
  goalType: 'ENHANCED_CPC',
  pacingMode: 'EVEN',
  feeList: [{ name: 'Viewability', fee: 0.1, typeName: 'VIEWABILITY' }],
  conversionList: [conversionOf(given.beaconId)],
});

const lines: Example[] = [
  { title: 'line', send: (made) => ['POST', '/lines', nativeLine(made)], shape: resource.nativeLine },
  { title: 'a read line', send: ({ line }) => ['GET', `/lines/${line.id}`], shape: resource.nativeLine },
  {
    title: 'an updated line',
    send: ({ line }) => [
      'PUT',
      `/lines/${line.id}`,
      { status: 'INACTIVE', schedules: [{ id: line.schedules[0].id, budget: 1200 }] },
    ],
    shape: resource.nativeLine,
  },
  { title: 'eCPC line', send: (made) => ['POST', '/lines', ecpcLine(made)], shape: resource.ecpcLine },
  {
    title: 'a line created ACTIVE',
    send: (made) => ['POST', '/lines', { ...nativeLine(made), status: 'ACTIVE' }],
    status: 400,
    shape: resource.refusal(400, 'status'),
  },
  {
    title: 'a line of an unknown supplyType',
    send: (made) => ['POST', '/lines', { ...nativeLine(made), supplyType: 'OTHER' }],
    status: 400,
    shape: resource.refusal(400, 'supplyType'),
  },
  {
    title: 'an update to an unknown supplyType',
    send: ({ line }) => ['PUT', `/lines/${line.id}`, { supplyType: 'OTHER' }],
    status: 400,
    shape: resource.refusal(400, 'supplyType'),
  },
  {
    title: 'operator supply without isNativeEnabled',
    send: (made) => {
      const { isNativeEnabled: _, ...line } = nativeLine(made);
      return ['POST', '/lines', line];
    },
    status: 400,
    shape: resource.refusal(400, 'supplyType'),
  },
];

const FLIGHT = { startDate: '2027-03-01T00:00:00Z', endDate: '2027-03-15T00:00:00Z' };
const COUNTDOWN = { countdownPrefixId: 1, endDate: '2027-04-01T00:00:00Z', timezone: 'America/New_York' };

const ads: Example[] = [
  {
    title: 'native ad',
    send: ({ given, line }) => [
      'POST',
      '/ads',
      {
        status: 'ACTIVE',
        lineId: line.id,
        creativeId: given.nativeCreativeId,
        mediaType: 'NATIVE',
        schedules: [FLIGHT],
        countdown: COUNTDOWN,
        nativeAdStatus: 'ACTIVE',
        nativeAdRestrictions: ['ALCOHOL'],
      },
    ],
    shape: resource.nativeAd,
  },
  {
    title: 'display ad',
    send: ({ given, 'eCPC line': line }) => [
      'POST',
      '/ads',
      { status: 'INACTIVE', lineId: line.id, creativeId: given.creativeId, schedules: [FLIGHT] },
    ],
    shape: resource.displayAd,
  },
  {
    title: 'a read ad',
    send: ({ 'native ad': ad }) => ['GET', `/ads/${ad.id}`],
    shape: resource.nativeAd,
  },
  {
    title: 'ads',
    send: ({ line }) => ['GET', `/ads?lineId=${line.id}&query=sale&page=1&limit=100&sort=name&dir=ASC`],
    shape: list(resource.nativeAd),
  },
  ...['ad', 'ads'].map(
    (path): Example => ({
      title: `an ad updated at /${path}`,
      send: ({ 'display ad': ad }) => [
        'PUT',
        `/${path}/${ad.id}`,
        { status: 'ACTIVE', schedules: [{ id: ad.schedules[0].id, ...FLIGHT }, FLIGHT] },
      ],
      shape: resource.displayAd,
    }),
  ),
  {
    title: 'a deleted ad',
    send: ({ 'display ad': ad }) => ['DELETE', `/ads/${ad.id}`],
    status: 405,
    shape: resource.refusal(405),
  },
];

const nativeLists: Example[] = [
  {
    title: 'native list',
    send: ({ given }) => [
      'POST',
      '/nativelists',
      {
        accountId: given.advertiserId,
        name: 'Blocked sites',
        status: 'ACTIVE',
        items: [{ itemName: 'news.example' }, { itemName: 'com.example.app' }],
      },
    ],
    shape: resource.nativeList,
  },
  {
    title: 'a read native list',
    send: ({ 'native list': { id } }) => ['GET', `/nativelists/${id}`],
    shape: resource.nativeList,
  },
  {
    title: 'native lists',
    send: ({ given }) => ['GET', `/nativelists?accountId=${given.advertiserId}&query=blocked`],
    shape: list(resource.nativeListSummary),
  },
  {
    title: 'an updated native list',
    send: ({ 'native list': { id, accountId, name, updatedAt, items } }) => [
      'PUT',
      `/nativelists/${id}`,
      { accountId, name, updatedAt, items: items.slice(1), status: 'INACTIVE' },
    ],
    shape: resource.updatedNativeList,
  },
];

const productSets: Example[] = [
  ...[
    { title: 'product set', filter: { brand: { eq: 'Acme' } } },
    {
      title: 'a set of several filters',
      filter: { and: [{ price: { gte: 5 } }, { title: { contains: 'shoe' } }] },
    },
    { title: 'a set of a list', filter: { or: [{ category: { in_list: ['Shoes', 'Hats'] } }] } },
  ].map(
    ({ title, filter }): Example => ({
      title,
      send: ({ given }) => [
        'POST',
        '/productsets',
        {
          accountId: given.advertiserId,
          name: title,
          type: 'RETAIL',
          productSetFilter: filter,
          status: 'ACTIVE',
        },
      ],
      shape: resource.productSet,
    }),
  ),
  {
    title: 'a read product set',
    send: ({ given, 'product set': { id } }) => ['GET', `/productsets/${id}?accountId=${given.advertiserId}`],
    shape: resource.productSet,
  },
  {
    title: 'product sets, the youngest first',
    send: ({ given }) => [
      'GET',
      `/productsets?accountId=${given.advertiserId}&dir=desc&limit=3&page=1&sort=id`,
    ],
    shape: list(resource.productSet),
  },
  {
    title: 'the set of all products',
    send: ({ given }) => [
      'GET',
      `/productsets?accountId=${given.advertiserId}&dir=asc&limit=1&page=1&sort=id`,
    ],
    shape: list(resource.allProductsSet),
  },
  {
    title: 'a set of several groups',
    send: ({ given }) => [
      'POST',
      '/productsets',
      {
        accountId: given.advertiserId,
        name: 'Two groups',
        productSetFilter: { and: [{ or: [{ brand: { eq: 'A' } }] }, { or: [{ brand: { eq: 'B' } }] }] },
      },
    ],
    status: 400,
    shape: resource.refusal(400, 'productSetFilter.and[0]', 'productSetFilter.and[1]'),
  },
];

const funnel: Example[] = [
  {
    title: 'funnel targeting',
    send: ({ line, 'product set': { id } }) => [
      'POST',
      `/lines/${line.id}/targeting/`,
      {
        types: [{ isTargeted: true, name: 'TARGET_PRODUCT_FUNNEL' }],
        funnelAttributes: ['ViewProduct', 'AddToCart', 'Purchase'].map((funnelType) => ({
          lookBack: 30,
          funnelType,
          productSetId: id,
          exclude: funnelType === 'Purchase',
        })),
      },
    ],
    shape: resource.funnelTargeting,
  },
  {
    title: 'read targeting',
    send: ({ line }) => ['GET', `/lines/${line.id}/targeting`],
    shape: resource.funnelTargeting,
  },
];

const bidMultipliers: Example[] = [
  {
    title: 'no multipliers',
    send: ({ line }) => ['GET', `/lines/${line.id}/bidmultipliers`],
    shape: resource.noMultipliers,
  },
  {
    title: 'added multipliers',
    send: ({ line, given }) => [
      'POST',
      `/lines/${line.id}/bidmultipliers`,
      {
        added: [
          ...given.targets.map((target: object) => ({ ...target, multiplier: 1.5 })),
          { targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 9 }, multiplier: 2 },
        ],
      },
    ],
    shape: resource.multipliers,
  },
  {
    title: 'edited and removed multipliers',
    send: ({ line, 'added multipliers': { bidMultipliers } }) => {
      const [first, second, third] = bidMultipliers;
      return [
        'POST',
        `/lines/${line.id}/bidmultipliers`,
        {
          edited: [{ ...first, multiplier: 1.25 }],
          removed: [second.id],
          removedItems: [{ id: third.id, targetType: third.targetType }],
        },
      ];
    },
    shape: resource.multipliers,
  },
];

const limits: Example[] = [
  { title: 'rate limits', by: 'limited', send: () => ['GET', '/ratelimit'], shape: resource.rateLimits },
  {
    title: 'one GET too many',
    by: 'limited',
    send: () => ['GET', '/ratelimit'],
    status: 429,
    shape: resource.refusal(429, 'GET_PER_MINUTE'),
  },
  {
    title: 'what is not there',
    send: () => ['GET', '/deals/2000000000'],
    status: 404,
    shape: resource.refusal(404),
  },
];

export const EXAMPLES: readonly Example[] = [
  ...advertisers,
  ...deals,
  ...lines,
  ...ads,
  ...nativeLists,
  ...productSets,
  ...funnel,
  ...bidMultipliers,
  ...limits,
];
