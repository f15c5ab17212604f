import { IDS } from '../../../src/rest/openapi/examples.ts';
import { FINISHED_REPORT } from '../../../src/rest/reporting/examples.ts';

export const SAVED_REPORT_URL = '/extreport/saved/1/download?signature=';
const report = FINISHED_REPORT.customerReportId;
const ofResource = (name: string, plural: string, url: string, id: number, parent = '') =>
  [
    [`create${name}`, url],
    [`list${plural}`, `${url}${parent}`],
    [`get${name}`, `${url}/${id}`],
    [`update${name}`, `${url}/${id}`],
  ] as const;
const ofObject = (name: string, url: string, id: number) =>
  [
    [`createNative${name}s`, url],
    [`listNative${name}s`, `${url}?advertiserId=${IDS.advertiser}`],
    [`getNative${name}`, `${url}/${id}`],
    [`updateNative${name}s`, url],
  ] as const;
const ofDictionary = (name: string, url: string) =>
  [`listDictionary${name}`, `/v3/rest/dictionary${url}`] as const;
const segments = `?advertiserId=${IDS.advertiser}`;

/** Operations of the document in an order in which they can be called, with the URL of each example. */
export const CALLS: readonly (readonly [operationId: string, url: string])[] = [
  ...ofResource('Advertiser', 'Advertisers', '/traffic/advertisers', IDS.advertiser),
  ['listBeacons', `/traffic/advertisers/${IDS.advertiser}/beaconlookups`],
  ...ofObject('Campaign', '/v3/rest/campaign', IDS.campaign),
  ...ofResource(
    'NativeList',
    'NativeLists',
    '/traffic/nativelists',
    IDS.nativeList,
    `?accountId=${IDS.advertiser}`,
  ),
  ['createProductSet', '/traffic/productsets'],
  ['listProductSets', `/traffic/productsets?accountId=${IDS.advertiser}`],
  ['getProductSet', `/traffic/productsets/${IDS.productSet}`],
  ...ofResource('Line', 'Lines', '/traffic/lines', IDS.line, `?orderId=${IDS.campaign}`),
  ['updateTargeting', `/traffic/lines/${IDS.line}/targeting`],
  ['getTargeting', `/traffic/lines/${IDS.line}/targeting`],
  ['listBidMultiplierTargets', '/traffic/targeting/bidmultipliertargets?type=DAY_PARTING'],
  ['updateBidMultipliers', `/traffic/lines/${IDS.line}/bidmultipliers`],
  ['getBidMultipliers', `/traffic/lines/${IDS.line}/bidmultipliers`],
  ...ofResource('Ad', 'Ads', '/traffic/ads', IDS.ad, `?lineId=${IDS.line}`),
  ['updateAdByAlias', `/traffic/ad/${IDS.ad}`],
  ...ofResource('Deal', 'Deals', '/traffic/deals', IDS.deal),
  ['getRateLimit', '/traffic/ratelimit'],

  ...ofObject('AdGroup', '/v3/rest/adgroup', IDS.adGroup),
  ...ofObject('Ad', '/v3/rest/ad', IDS.nativeAd),
  ...ofObject('Keyword', '/v3/rest/keyword', IDS.keyword),
  ...ofObject('TargetingAttribute', '/v3/rest/targetingattribute', IDS.targetingAttribute),
  ['deleteNativeTargetingAttribute', `/v3/rest/targetingattribute/${IDS.targetingAttribute}`],
  ['deleteNativeKeyword', `/v3/rest/keyword/${IDS.keyword}`],
  ['deleteNativeAd', `/v3/rest/ad/${IDS.nativeAd}`],
  ['deleteNativeAdGroup', `/v3/rest/adgroup/${IDS.adGroup}`],
  ofDictionary('Types', ''),
  ofDictionary('Language', '/language?mr=2'),
  ofDictionary('Country', '/country?mr=2'),
  ofDictionary('Timezone', '/timezone?mr=2'),
  ofDictionary('Device', '/device'),
  ofDictionary('Currency', '/currency?mr=2'),
  ofDictionary('CallToActionText', '/call_to_action_text'),
  ofDictionary('FlashSaleCountdownPrefixText', '/flash_sale_countdown_prefix_text'),
  ['listPlainFlashSaleCountdownPrefixText', '/v3/rest/flash_sale_countdown_prefix_text'],
  ofDictionary('Woeid', '/woeid?type=country&mr=2'),
  ofDictionary('BbsxdSupportedSites', '/bbsxd_supported_sites'),
  ofDictionary('BbsxdSupportedSiteGroups', '/bbsxd_supported_site_groups'),
  ofDictionary('InterestSegments3p', `/interest_segments_3p${segments}`),
  ofDictionary('InterestSegmentsDataProviders', `/interest_segments_data_providers${segments}`),
  ofDictionary('InterestSegmentsPlatform', `/interest_segments_platform${segments}`),

  ['postEvents', `/v1/pixels/${IDS.pixel}/events`],
  ['postConversion', '/'],
  ['sendConversion', '/?vmcid=AQIDBAUGBwgJCgsMDQ4PEA&id=order-18&dp=bakery'],

  ['createReport', '/extreport'],
  ['getReport', `/extreport/${report}`],
  ['downloadReport', FINISHED_REPORT.url],
  ['downloadSavedReport', SAVED_REPORT_URL],
  ['getCloseOfBooks', `/extreport/cob?advertiserId=${IDS.advertiser}&day=20260730`],

  ['deleteNativeCampaign', `/v3/rest/campaign/${IDS.campaign}`],

  ['requestToken', '/identity/oauth2/access_token'],
  ['introspectToken', '/identity/oauth2/introspect'],
  ['revokeToken', '/identity/oauth2/revoke'],
  ['listKeys', '/identity/oauth2/jwks'],
];
