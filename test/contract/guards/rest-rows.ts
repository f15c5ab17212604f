import type { Kind } from './inputs.ts';

/** One route of the REST interfaces and what GraphQL has for it. */
export interface RestRow {
  /** `Query.line`, `Advertiser.pixels` or a mutation, whose input is the body's; or why there is none. */
  readonly graphql: string | { readonly none: string };
  /** What `:id` names. */
  readonly id?: Kind;
  /** Query parameters that the route cannot do without, and what ids of theirs name. */
  readonly needs?: Readonly<Record<string, Kind | { readonly text: string }>>;
  /** Ids in its query that name nothing of a seat. */
  readonly common?: readonly string[];
  /** Native writes take a list too, item by item. */
  readonly batch?: true;
  /** Who may call it without a seat, and why it needs no row of its own. */
  readonly seatless?: string;
}

const native = (
  path: string,
  kind: Kind,
  plural: string,
  edge = `Query.${kind.charAt(0).toLowerCase()}${kind.slice(1)}s`,
): Record<string, RestRow> => ({
  [`GET /v3/rest/${path}`]: { graphql: edge, needs: { advertiserId: 'Advertiser' } },
  [`GET /v3/rest/${path}/:id`]: {
    graphql: `Query.${kind.charAt(0).toLowerCase()}${kind.slice(1)}`,
    id: kind,
  },
  [`POST /v3/rest/${path}`]: { graphql: `create${plural}`, batch: true },
  [`PUT /v3/rest/${path}`]: { graphql: `update${plural}`, id: kind, batch: true },
  [`DELETE /v3/rest/${path}/:id`]: { graphql: `delete${kind}`, id: kind },
});

const dictionary = (path: string, field: string, more: Partial<RestRow> = {}): Record<string, RestRow> => ({
  [`GET /v3/rest${path}`]: { graphql: `Dictionary.${field}`, ...more },
});
const segments = { common: ['id', 'parentId'], needs: { advertiserId: 'Advertiser' } } as const;

const IDENTITY = 'the token service knows clients, not seats; test/rest/identity';
const OPERATION = 'the same for everyone';

/** Every route; a new one without a row fails the suites in this folder. */
export const REST_ROWS: Readonly<Record<string, RestRow>> = {
  'POST /identity/oauth2/access_token': { graphql: { none: IDENTITY }, seatless: IDENTITY },
  'POST /identity/oauth2/introspect': { graphql: { none: IDENTITY }, seatless: IDENTITY },
  'POST /identity/oauth2/revoke': { graphql: { none: IDENTITY }, seatless: IDENTITY },
  'GET /identity/oauth2/jwks': { graphql: { none: IDENTITY }, seatless: IDENTITY },
  'GET /healthz': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /readyz': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /metrics': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /openapi.json': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /openapi-observed.json': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /docs/rest': { graphql: { none: OPERATION }, seatless: OPERATION },
  'POST /dashboard/session': { graphql: { none: IDENTITY }, seatless: IDENTITY },
  'PUT /dashboard/session': { graphql: { none: IDENTITY }, seatless: IDENTITY },
  'DELETE /dashboard/session': { graphql: { none: IDENTITY }, seatless: IDENTITY },
  'GET /dashboard': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /docs': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /docs/:page': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /assets/:file': { graphql: { none: OPERATION }, seatless: OPERATION },
  'GET /graphql': { graphql: { none: 'GraphQL itself' }, seatless: 'its fields are tried one by one' },
  'POST /graphql': { graphql: { none: 'GraphQL itself' }, seatless: 'its fields are tried one by one' },

  'POST /v1/pixels/:pixelId/events': { graphql: { none: 'events come in on their own interface alone' } },
  'GET /': {
    graphql: { none: 'conversions come in on their own interface alone' },
    needs: { vmcid: 'Click', '.yp': 'Pixel', id: { text: 'order-1' }, dp: { text: 'shop' } },
    common: ['id'],
  },
  'POST /': { graphql: { none: 'conversions come in on their own interface alone' } },

  'GET /traffic/advertisers': { graphql: 'Query.advertisers' },
  'POST /traffic/advertisers': { graphql: 'createAdvertiser' },
  'GET /traffic/advertisers/:id': { graphql: 'Query.advertiser', id: 'Advertiser' },
  'PUT /traffic/advertisers/:id': { graphql: 'updateAdvertiser', id: 'Advertiser' },
  'GET /traffic/advertisers/:accountId/beaconlookups': { graphql: 'Advertiser.pixels' },
  'GET /traffic/lines': { graphql: 'Campaign.lines', needs: { orderId: 'Campaign' } },
  'POST /traffic/lines': { graphql: 'createLine' },
  'GET /traffic/lines/:id': { graphql: 'Query.line', id: 'Line' },
  'PUT /traffic/lines/:id': { graphql: 'updateLine', id: 'Line' },
  'GET /traffic/lines/:id/targeting': { graphql: 'Line.targeting', id: 'Line' },
  'POST /traffic/lines/:id/targeting': { graphql: 'updateTargeting', id: 'Line' },
  'GET /traffic/lines/:lineId/bidmultipliers': { graphql: 'Line.bidMultipliers' },
  'POST /traffic/lines/:lineId/bidmultipliers': { graphql: 'updateBidMultipliers' },
  'GET /traffic/targeting/bidmultipliertargets': {
    graphql: 'Query.bidMultiplierTargets',
    needs: { type: { text: 'DAY_PARTING' } },
  },
  'GET /traffic/ads': { graphql: 'Line.ads', needs: { lineId: 'Line' } },
  'POST /traffic/ads': { graphql: 'createAd' },
  'GET /traffic/ads/:id': { graphql: 'Query.ad', id: 'Ad' },
  'PUT /traffic/ads/:id': { graphql: 'updateAd', id: 'Ad' },
  'PUT /traffic/ad/:id': { graphql: 'updateAd', id: 'Ad' },
  'GET /traffic/deals': { graphql: 'Query.deals' },
  'POST /traffic/deals': { graphql: 'createDeal' },
  'GET /traffic/deals/:id': { graphql: 'Query.deal', id: 'Deal' },
  'PUT /traffic/deals/:id': { graphql: 'updateDeal', id: 'Deal' },
  'GET /traffic/nativelists': { graphql: 'Advertiser.nativeLists', needs: { accountId: 'Advertiser' } },
  'POST /traffic/nativelists': { graphql: 'createNativeList' },
  'GET /traffic/nativelists/:id': { graphql: 'Query.nativeList', id: 'NativeList' },
  'PUT /traffic/nativelists/:id': { graphql: 'updateNativeList', id: 'NativeList' },
  'GET /traffic/productsets': { graphql: 'Advertiser.productSets', needs: { accountId: 'Advertiser' } },
  'POST /traffic/productsets': { graphql: 'createProductSet' },
  'GET /traffic/productsets/:id': { graphql: 'Query.productSet', id: 'ProductSet' },
  'GET /traffic/ratelimit': {
    graphql: 'Query.restRateLimits',
  },

  ...native('campaign', 'Campaign', 'Campaigns'),
  ...native('adgroup', 'AdGroup', 'AdGroups'),
  ...native('ad', 'NativeAd', 'NativeAds', 'AdGroup.ads'),
  ...native('keyword', 'Keyword', 'Keywords'),
  ...native('targetingattribute', 'TargetingAttribute', 'TargetingAttributes'),

  'GET /v3/rest/dictionary': { graphql: 'Query.dictionary' },
  ...dictionary('/dictionary/language', 'languages'),
  ...dictionary('/dictionary/country', 'countries'),
  ...dictionary('/dictionary/timezone', 'timezones'),
  ...dictionary('/dictionary/device', 'devices'),
  ...dictionary('/dictionary/currency', 'currencies'),
  ...dictionary('/dictionary/call_to_action_text', 'callToActionTexts', {
    needs: { language: { text: 'en' } },
  }),
  ...dictionary('/dictionary/flash_sale_countdown_prefix_text', 'flashSaleCountdownPrefixTexts', {
    needs: { language: { text: 'en' } },
  }),
  ...dictionary('/flash_sale_countdown_prefix_text', 'flashSaleCountdownPrefixTexts', {
    needs: { language: { text: 'en' } },
  }),
  ...dictionary('/dictionary/woeid', 'locations', { needs: { type: { text: 'country' } } }),
  ...dictionary('/dictionary/bbsxd_supported_sites', 'sites'),
  ...dictionary('/dictionary/bbsxd_supported_site_groups', 'siteGroups'),
  ...dictionary('/dictionary/interest_segments_3p', 'interestSegments3p', segments),
  ...dictionary('/dictionary/interest_segments_data_providers', 'interestSegmentsDataProviders', segments),
  ...dictionary('/dictionary/interest_segments_platform', 'interestSegmentsPlatform', segments),

  'POST /extreport': { graphql: 'createReport' },
  'GET /extreport/cob': {
    graphql: 'Query.closeOfBooks',
    needs: { advertiserId: 'Advertiser', day: { text: '20260301' } },
  },
  'GET /extreport/:customerReportId': { graphql: 'Query.report' },
  'GET /extreport/:customerReportId/download': { graphql: 'Report.rows' },
  'GET /extreport/saved/:savedReportId/download': { graphql: 'SavedReport.link' },
};
