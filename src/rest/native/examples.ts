import { EXAMPLE_TIME, IDS, type ResourceExample, refusalExamples } from '../openapi/examples.ts';
import { nativeInterface } from './envelope.ts';

/** Examples of the OpenAPI document: one native object of each type, all of one campaign. */

const dates = { createdDate: EXAMPLE_TIME.getTime(), lastUpdateDate: EXAMPLE_TIME.getTime() };
const status = 'ACTIVE';
const advertiserId = IDS.advertiser;
const bid = (channel: string, value: number) => ({ bids: [{ priceType: 'CPC', value, channel }] });

const campaign = {
  advertiserId,
  campaignName: 'Summer sale',
  status,
  budget: 5000,
  budgetType: 'LIFETIME',
  objective: 'VISIT_WEB',
  language: 'en',
  channel: 'SEARCH_AND_NATIVE',
  isPartnerNetwork: 'TRUE',
};
export const CAMPAIGN: ResourceExample = {
  create: campaign,
  answer: { id: IDS.campaign, ...campaign, advancedGeoPos: null, advancedGeoNeg: null, ...dates },
  update: { budget: 6000 },
};

const adGroup = {
  advertiserId,
  campaignId: IDS.campaign,
  adGroupName: 'Bread',
  status,
  startDateStr: '2026-08-01',
  bidSet: bid('NATIVE', 0.5),
};
export const AD_GROUP: ResourceExample = {
  create: adGroup,
  answer: { id: IDS.adGroup, ...adGroup, productSetId: null, ...dates },
  update: { status: 'PAUSED' },
};

const ad = {
  advertiserId,
  adGroupId: IDS.adGroup,
  title: 'Fresh bread until midnight',
  description: 'Rye, spelt and sourdough, baked twice a day.',
  landingUrl: 'https://bakery.example/bread',
  status,
  callToActionText: 'Order Now',
};
export const NATIVE_AD: ResourceExample = {
  create: ad,
  answer: { id: IDS.nativeAd, ...ad, flashSaleConfig: null, ...dates },
  update: { title: 'Fresh bread all day' },
};

const keyword = {
  advertiserId,
  parentType: 'ADGROUP',
  parentId: IDS.adGroup,
  value: 'fresh bread',
  matchType: 'BROAD',
  status,
  bidSet: bid('SEARCH', 0.4),
};
export const KEYWORD: ResourceExample = {
  create: keyword,
  answer: { id: IDS.keyword, ...keyword, exclude: 'FALSE', landingUrl: null, adParamValues: null, ...dates },
  update: { status: 'PAUSED' },
};

const targetingAttribute = {
  advertiserId,
  parentType: 'CAMPAIGN',
  parentId: IDS.campaign,
  type: 'WOEID',
  value: '23424977',
  status,
  exclude: 'FALSE',
};
export const TARGETING_ATTRIBUTE: ResourceExample = {
  create: targetingAttribute,
  answer: { id: IDS.targetingAttribute, ...targetingAttribute, ...dates },
  update: { status: 'PAUSED' },
};

/** The first rows of each list of the dictionary, as the service ships it. */
export const DICTIONARY = {
  types: [
    { name: 'Language', value: 'language' },
    { name: 'Country', value: 'country' },
  ],
  language: [
    { name: 'Afar', value: 'aa' },
    { name: 'Abkhazian', value: 'ab' },
  ],
  country: [
    { name: 'Andorra', value: 'AD' },
    { name: 'United Arab Emirates', value: 'AE' },
  ],
  timezone: [
    { name: 'Pacific Time (Los Angeles)', value: 'America/Los_Angeles' },
    { name: 'Mountain Time (Denver)', value: 'America/Denver' },
  ],
  device: [
    { name: 'Desktop', value: 'DESKTOP' },
    { name: 'Smartphone', value: 'SMARTPHONE' },
  ],
  currency: [
    { name: 'United Arab Emirates Dirham', value: 'AED' },
    { name: 'Afghan Afghani', value: 'AFN' },
  ],
  callToActionTexts: ['Apply Now', 'Book Now', 'Buy Now'],
  countdownPrefixes: ['Ends in', 'Sale ends in', 'Offer ends in'],
  locations: [{ woeid: 23424739, parentWoeid: 1, type: 'COUNTRY', name: 'Afghanistan' }],
  sites: [
    { category: 'MAIL', name: 'Mail inbox', value: 'MAIL_INBOX' },
    { category: 'MAIL', name: 'Mail sign-in page', value: 'MAIL_LOGIN' },
  ],
  siteGroups: [
    { name: 'Mail, all pages', value: 'MAIL_ALL' },
    { name: 'News, all editions', value: 'NEWS_ALL' },
  ],
  thirdPartySegments: [{ name: 'Sample Audience House', value: 3000 }],
  providerSegments: [
    {
      name: 'Demographics',
      value: 2000,
      description: 'Modelled demographics',
      parentId: null,
      dataProvider: 'Sample Data One',
    },
  ],
  operatorSegments: [
    { name: 'Automotive', value: 1000, description: 'Interest in vehicles', parentId: null },
  ],
} as const;

export const NATIVE_REFUSALS = refusalExamples(nativeInterface);
