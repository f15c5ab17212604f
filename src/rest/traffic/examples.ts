import { DEFAULT_CALLS } from '../../domain/access/quota/calls.ts';
import { IDS, type ResourceExample, refusalExamples, UPDATED_AT } from '../openapi/examples.ts';
import { trafficInterface } from './envelope.ts';
import { limitsToWire } from './rate-limit.ts';

/** Examples of the OpenAPI document: one resource of each type, all of one advertiser. */

const advertiser = {
  name: 'Corner Bakery',
  status: 'ACTIVE',
  landingPageUrl: 'https://bakery.example/',
  iabCategoryId: 210,
  timezone: 'America/New_York',
  currency: 'USD',
  billingPrice: 12.5,
  contact: {
    firstName: 'Ada',
    lastName: 'Baker',
    addressLine1: '1 Main Street',
    city: 'Ithaca',
    region: 'NY',
    postalCode: '14850',
    country: 'US',
    email: 'ada@bakery.example',
  },
};
export const ADVERTISER: ResourceExample = {
  create: advertiser,
  answer: {
    id: IDS.advertiser,
    ...advertiser,
    iabSecondaryCategoryId: -1,
    isCrossdeviceOff: false,
    accountGroupId: IDS.accountGroup,
    updatedAt: UPDATED_AT,
  },
  update: { billingPrice: 15 },
};

export const BEACON = { id: IDS.pixel, name: 'Orders', dotPixel: false };

const line = {
  name: 'Summer sale, native',
  orderId: IDS.campaign,
  isNativeEnabled: true,
  language: 'ENGLISH',
  objective: 'VISIT_WEB',
  goalType: 'CPC',
  goalModeType: 'SOFT',
  pacingModeType: 'EVEN',
  bidPrice: 0.75,
  goalAmount: 0.75,
  maxGoal: 1.5,
};
const lineSchedule = {
  budget: 1000,
  dailyBudgetType: 'AUTO_ALLOCATED',
  startDateStr: '2026-08-01T04:00:00Z',
  endDateStr: '2026-09-01T03:59:59Z',
};
const lineConversion = {
  beaconId: IDS.pixel,
  name: 'Orders',
  viewWindow: 1,
  clickWindow: 30,
  viewWindowUnitType: 'DAY',
  clickWindowUnitType: 'DAY',
  acceptViewThrough: true,
};
export const LINE: ResourceExample = {
  create: { ...line, schedules: [lineSchedule], conversionList: [lineConversion] },
  answer: {
    id: IDS.line,
    ...line,
    advertiserId: IDS.advertiser,
    status: 'PAUSED',
    supplyType: 'THIRD_PARTY',
    mediaType: 'NATIVE',
    billingMethodType: null,
    marginType: null,
    budgetType: null,
    dailyBudgetType: null,
    marginGoal: null,
    billingPrice: null,
    completionThreshold: null,
    updatedAt: UPDATED_AT,
    schedules: [{ id: IDS.lineSchedule, ...lineSchedule }],
    feeList: [],
    conversionList: [
      { id: IDS.lineConversion, ...lineConversion, viewBeaconValueDiscount: null, beaconValuePc: null },
    ],
  },
  update: { bidPrice: 0.9 },
};

const USA = 23424977;
const blockedList = { id: IDS.nativeList, exclude: true };
const funnelAttributes = [
  { lookBack: 30, funnelType: 'AddToCart', productSetId: IDS.productSet, exclude: false },
];
const targeted = (name: string) => ({ name, isTargeted: true });
export const TARGETING = {
  update: {
    types: [targeted('GEOGRAPHY')],
    geos: { added: [USA] },
    nativeLists: { added: [blockedList] },
    funnelAttributes,
  },
  answer: {
    id: IDS.line,
    types: ['GEOGRAPHY', 'NATIVE_LIST', 'TARGET_PRODUCT_FUNNEL'].map(targeted),
    geos: [{ woeid: USA, type: 'COUNTRY', name: 'United States of America' }],
    nativeLists: [{ ...blockedList, name: 'Blocked sites' }],
    funnelAttributes,
  },
};

const multiplier = { targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 9 }, multiplier: 1.5 };
export const BID_MULTIPLIERS = {
  update: { added: [multiplier] },
  answer: { bidMultipliers: [{ id: IDS.bidMultiplier, ...multiplier }], bidMultiplierCap: null },
};

export const BID_MULTIPLIER_TARGET = {
  id: { day: 'Mon', hour: 9 },
  type: 'DAY_PARTING',
  name: 'Mon 09:00',
  minMultiplier: 0.01,
  maxMultiplier: 9.95,
};

const ad = { status: 'ACTIVE', lineId: IDS.line, creativeId: IDS.creative };
const adSchedule = { startDate: '2026-08-01T04:00:00Z', endDate: '2026-09-01T03:59:59Z' };
export const AD: ResourceExample = {
  create: { ...ad, schedules: [adSchedule] },
  answer: {
    id: IDS.ad,
    ...ad,
    name: 'Fresh bread until midnight',
    mediaType: 'NATIVE',
    nativeAdStatus: null,
    nativeAdRestrictions: [],
    schedules: [{ id: IDS.adSchedule, ...adSchedule }],
    countdown: null,
    updatedAt: UPDATED_AT,
  },
  update: { status: 'INACTIVE' },
};

const deal = {
  name: 'News homepage',
  status: 'ACTIVE',
  exchangeId: 1,
  exchangeDealId: 'NEWS-2026-08',
  description: 'The homepage of a news site in August.',
  reservePrice: 4.5,
  accountIsExcluded: false,
  accounts: [IDS.advertiser],
};
export const DEAL: ResourceExample = {
  create: deal,
  answer: { id: IDS.deal, ...deal, accountGroupId: null, accountGroups: [], updatedAt: UPDATED_AT },
  update: { reservePrice: 5 },
};

const nativeList = { accountId: IDS.advertiser, name: 'Blocked sites', status: 'ACTIVE' };
const listItem = { id: IDS.nativeList, ...nativeList, updatedAt: UPDATED_AT };
const items = [{ itemName: 'rumours.example' }, { itemName: 'com.example.quiz' }];
export const NATIVE_LIST: ResourceExample = {
  create: { ...nativeList, items },
  answer: { ...listItem, items },
  listItem,
  update: { items: items.slice(1) },
  updated: { nativeListTypeId: 1 },
};

const productSet = { accountId: IDS.advertiser, name: 'Rye breads', type: 'RETAIL', status: 'ACTIVE' };
const productSetFilter = { brand: { eq: 'Corner Bakery' } };
export const PRODUCT_SET: ResourceExample = {
  create: { ...productSet, productSetFilter },
  answer: {
    id: IDS.productSet,
    ...productSet,
    productSetFilter: JSON.stringify(productSetFilter),
    count: 0,
    createdAt: '2026-07-31T12:00:00.204+00:00',
    updatedAt: UPDATED_AT,
  },
  update: {},
};

/** The default limits of a user who has sent one request of each method. */
const counted = (limits: readonly number[]) => ({
  windows: limits.map((limit) => ({ limit, remaining: limit - 1 })),
});
export const RATE_LIMIT = limitsToWire(7, {
  GET: counted(DEFAULT_CALLS.GET),
  PUT: counted(DEFAULT_CALLS.PUT),
  POST: counted(DEFAULT_CALLS.POST),
});

export const TRAFFIC_REFUSALS = refusalExamples(trafficInterface);
