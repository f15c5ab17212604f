import { randomUUID } from 'node:crypto';
import { ADVERTISER, ARUBA } from '../../support/seat.ts';

/** What an id can name: types of GraphQL, and parts that have ids of their own. */
export const KINDS = [
  'Advertiser',
  'AccountGroup',
  'Campaign',
  'Line',
  'LineSchedule',
  'LineFee',
  'LineConversion',
  'Ad',
  'AdSchedule',
  'AdCountdown',
  'Creative',
  'Pixel',
  'Segment',
  'Audience',
  'Deal',
  'NativeList',
  'ProductSet',
  'BidMultiplier',
  'AdGroup',
  'NativeAd',
  'Keyword',
  'TargetingAttribute',
  'Report',
  'SavedReport',
  'SavedView',
  'Change',
  'User',
  'Client',
  'Click',
  'Webhook',
  'WebhookDelivery',
  'Package',
] as const;
export type Kind = (typeof KINDS)[number];

export type Id = number | string;
export type Ids = Readonly<Record<Kind, Id>>;

const FLIGHT = { startDate: '2027-01-01T00:00:00Z', endDate: '2027-02-01T00:00:00Z', budget: 5 };
const HOURS = { startDate: '2027-01-01T08:00:00Z', endDate: '2027-01-01T20:00:00Z' };
const BIDS = { bids: [{ priceType: 'CPC', value: 0.5, channel: 'SEARCH' }] };
const FEE = { name: 'Serving', fee: 1, typeName: 'AD_SERVING' };

const reportOf = (own: Ids): Record<string, unknown> => ({
  dateTypeId: 10,
  intervalTypeId: 5,
  reportOption: {
    timezone: 'Etc/GMT',
    dimensionTypeIds: [4, 6],
    metricTypeIds: [1],
    advertiserIds: [own.Advertiser],
    filterOptions: [{ dimensionTypeId: 4, includeValues: [{ id: own.Advertiser }] }],
  },
});

/** The same report by names, which are of GraphQL alone and cannot be mixed with numbers. */
export const reportByNames = (own: Ids): Record<string, unknown> => ({
  range: { preset: 'ALL_TIME' },
  interval: 'HOUR',
  dimensions: ['ADVERTISER', 'LINE'],
  metrics: ['IMPRESSIONS'],
  filter: [{ dimension: 'ADVERTISER', in: [own.Advertiser] }],
});

/**
 * A good input for every write, by its single mutation; REST's body is the same one by REST's names, without the id that
 * stands in its path. `name` is new with each call and starts with the seat's mark.
 */
export const INPUTS: Readonly<Record<string, (own: Ids, mark: string) => Record<string, unknown>>> = {
  createAdvertiser: (_own, mark) => ({ ...ADVERTISER, name: named(mark) }),
  updateAdvertiser: (own, mark) => ({ id: own.Advertiser, name: named(mark) }),
  createCampaign: (own, mark) => ({
    advertiserId: own.Advertiser,
    name: named(mark),
    status: 'ACTIVE',
    budget: 1000,
    budgetType: 'LIFETIME',
    objective: 'VISIT_WEB',
    language: 'en',
    channel: 'SEARCH_AND_NATIVE',
  }),
  updateCampaign: (own, mark) => ({
    id: own.Campaign,
    advertiserId: own.Advertiser,
    name: named(mark),
  }),
  createLine: (own, mark) => ({
    name: named(mark),
    campaignId: own.Campaign,
    isNativeEnabled: true,
    schedules: [FLIGHT],
    fees: [FEE],
    conversionRules: [{ pixelId: own.Pixel, name: mark }],
  }),
  updateLine: (own, mark) => ({
    id: own.Line,
    name: named(mark),
    campaignId: own.Campaign,
    schedules: [{ id: own.LineSchedule, ...FLIGHT }],
    fees: [{ id: own.LineFee, ...FEE }],
    conversionRules: [{ id: own.LineConversion, pixelId: own.Pixel, name: mark }],
  }),
  createAd: (own) => ({
    lineId: own.Line,
    creativeId: own.Creative,
    status: 'ACTIVE',
    schedules: [HOURS],
    countdown: { endDate: HOURS.endDate, timezone: 'Europe/Rome' },
  }),
  updateAd: (own) => ({
    id: own.Ad,
    lineId: own.Line,
    creativeId: own.Creative,
    status: 'INACTIVE',
    schedules: [{ id: own.AdSchedule, ...HOURS }],
    countdown: { id: own.AdCountdown, endDate: HOURS.endDate, timezone: 'Europe/Rome' },
  }),
  createCreative: (own, mark) => ({
    advertiserId: own.Advertiser,
    name: named(mark),
    mediaType: 'NATIVE',
    type: 'NATIVE_VIDEO',
    title: `${mark} in {time}`,
  }),
  updateCreative: (own, mark) => ({ id: own.Creative, advertiserId: own.Advertiser, name: named(mark) }),
  createPixel: (own, mark) => ({ advertiserId: own.Advertiser, name: named(mark) }),
  updatePixel: (own, mark) => ({ id: own.Pixel, advertiserId: own.Advertiser, name: named(mark) }),
  updatePixelClients: (own) => ({ pixelId: own.Pixel, added: [own.Client] }),
  createSegment: (own, mark) => ({ pixelId: own.Pixel, name: named(mark), eventCategory: mark }),
  updateSegment: (own, mark) => ({ id: own.Segment, name: named(mark) }),
  createDeal: (own, mark) => ({
    name: named(mark),
    status: 'ACTIVE',
    exchangeId: 1,
    exchangeDealId: 'D-1',
    description: mark,
    accountIsExcluded: false,
    accountGroupId: own.AccountGroup,
    accounts: [own.Advertiser],
    accountGroups: [own.AccountGroup],
  }),
  updateDeal: (own, mark) => ({ id: own.Deal, name: named(mark), accounts: [own.Advertiser] }),
  createNativeList: (own, mark) => ({
    advertiserId: own.Advertiser,
    name: named(mark),
    status: 'ACTIVE',
    items: [{ itemName: `${mark.toLowerCase()}.example.com` }],
  }),
  updateNativeList: (own, mark) => ({ id: own.NativeList, advertiserId: own.Advertiser, name: named(mark) }),
  createProductSet: (own, mark) => ({
    advertiserId: own.Advertiser,
    name: named(mark),
    type: 'RETAIL',
    productSetFilter: { brand: { eq: mark } },
  }),
  updateProductSet: (own, mark) => ({ id: own.ProductSet, advertiserId: own.Advertiser, name: named(mark) }),
  updateTargeting: (own) => ({
    lineId: own.Line,
    types: [{ name: 'GEOGRAPHY', isTargeted: true }],
    geos: { added: [ARUBA] },
    nativeLists: { added: [{ id: own.NativeList, exclude: true }] },
    funnelAttributes: [
      { lookBack: 7, funnelType: 'AddToCart', productSetId: own.ProductSet, exclude: false },
    ],
  }),
  updateBidMultipliers: (own) => ({
    lineId: own.Line,
    edited: [{ id: own.BidMultiplier, multiplier: 3 }],
  }),
  createAdGroup: (own, mark) => ({
    advertiserId: own.Advertiser,
    campaignId: own.Campaign,
    name: named(mark),
    bidSet: BIDS,
    productSetId: own.ProductSet,
  }),
  updateAdGroup: (own, mark) => ({
    id: own.AdGroup,
    advertiserId: own.Advertiser,
    campaignId: own.Campaign,
    name: named(mark),
    productSetId: own.ProductSet,
  }),
  createNativeAd: (own, mark) => ({
    advertiserId: own.Advertiser,
    adGroupId: own.AdGroup,
    title: named(mark),
    description: mark,
    landingUrl: 'https://example.com',
  }),
  updateNativeAd: (own, mark) => ({
    id: own.NativeAd,
    advertiserId: own.Advertiser,
    adGroupId: own.AdGroup,
    title: named(mark),
  }),
  createKeyword: (own, mark) => ({
    advertiserId: own.Advertiser,
    parentType: 'ADGROUP',
    parentId: own.AdGroup,
    value: named(mark),
    matchType: 'BROAD',
  }),
  updateKeyword: (own) => ({
    id: own.Keyword,
    advertiserId: own.Advertiser,
    parentType: 'ADGROUP',
    parentId: own.AdGroup,
    status: 'PAUSED',
  }),
  createTargetingAttribute: (own) => ({
    advertiserId: own.Advertiser,
    parentType: 'ADGROUP',
    parentId: own.AdGroup,
    type: 'CUSTOM',
    value: randomUUID(),
  }),
  updateTargetingAttribute: (own) => ({
    id: own.TargetingAttribute,
    advertiserId: own.Advertiser,
    parentType: 'ADGROUP',
    parentId: own.AdGroup,
    status: 'PAUSED',
  }),
  updateSeat: () => ({ timezone: 'Europe/Paris', currency: 'EUR' }),
  createReport: (own) => reportOf(own),
  cancelReport: (own) => ({ id: own.Report }),
  deleteReport: (own) => ({ id: own.Report }),
  saveReport: (own, mark) => ({ name: named(mark), report: reportOf(own) }),
  updateSavedReport: (own, mark) => ({ id: own.SavedReport, name: named(mark), report: reportOf(own) }),
  deleteSavedReport: (own) => ({ id: own.SavedReport }),
  scheduleReport: (own) => ({ savedReportId: own.SavedReport, every: 'DAILY' }),
  linkSavedReport: (own) => ({ id: own.SavedReport, days: 7 }),
  unlinkSavedReport: (own) => ({ id: own.SavedReport }),
  saveView: (_own, mark) => ({ name: named(mark), page: 'LINES', search: `q=${mark}` }),
  updateSavedView: (own, mark) => ({ id: own.SavedView, name: named(mark) }),
  deleteSavedView: (own) => ({ id: own.SavedView }),
  createAuthorizationCode: (own) => ({ redirectUri: 'https://partner.example/back', clientId: own.Client }),
  createApiClient: (own) => ({ role: 'VIEWER', realms: ['EVENTS'], pixelIds: [own.Pixel] }),
  rotateApiClient: (own) => ({ clientId: own.Client, overlapSeconds: 60 }),
  updateApiClient: (own) => ({ clientId: own.Client, wireProfile: 'OBSERVED' }),
  revokeApiClient: (own) => ({ clientId: own.Client }),
  sendPixelEvent: (own) => ({
    pixelId: own.Pixel,
    event: { event_time: Math.floor(Date.now() / 1000), user_data: { email: 'a'.repeat(64) } },
  }),
  sendConversion: (_own, mark) => ({ parameters: { vmcid: mark, id: randomUUID(), dp: 'guard' } }),
  createClick: (own) => ({ adId: own.Ad }),
  advanceSandboxClock: () => ({ by: '1h' }),
  setSandboxClock: () => ({ speed: 1 }),
  addSandboxFault: (own) => ({ clientId: own.Client, path: '/traffic', fault: '429' }),
  removeSandboxFault: () => ({ faultId: 1 }),
  resetSandbox: () => ({ confirm: true }),
  takeSandboxSnapshot: () => ({ name: 'guard' }),
  restoreSandboxSnapshot: () => ({ name: 'guard' }),
  removeSandboxSnapshot: () => ({ name: 'guard' }),
  loadProductFeed: (own) => ({ advertiserId: own.Advertiser, format: 'CSV', content: 'id\n1\n' }),
  replayRefusedEvents: (own) => ({ pixelId: own.Pixel, since: '2020-01-01T00:00:00Z' }),
  createWebhook: (own, mark) => ({
    url: `https://${mark.toLowerCase()}.example/${randomUUID()}`,
    events: ['LINE_STATUS'],
    advertiserIds: [own.Advertiser],
  }),
  updateWebhook: (own, mark) => ({
    id: own.Webhook,
    url: `https://${mark.toLowerCase()}.example/${randomUUID()}`,
    advertiserIds: [own.Advertiser],
  }),
  deleteWebhook: (own) => ({ id: own.Webhook }),
  rotateWebhookSecret: (own) => ({ id: own.Webhook, overlapSeconds: 60 }),
  replayWebhookDelivery: (own) => ({ id: own.WebhookDelivery }),
  testWebhook: (own) => ({ id: own.Webhook }),
};

const named = (mark: string): string => `${mark} ${randomUUID()}`;

/** The input of a mutation; bulk ones take the single one's. */
export function inputOf(mutation: string, own: Ids, mark: string): Record<string, unknown> | undefined {
  const make = INPUTS[mutation] ?? INPUTS[mutation.replace(/s$/, '')];
  return make?.(own, mark);
}
