import { OPERATOR_WORD } from '../client.ts';
import { anything, decimal, flag, getter, list, model, text, whole, word, words } from '../read.ts';
import { DEAL, frequencyCapPeriod, NATIVE_LIST, PUBLISHER, SITE_LIST } from './models.ts';

/** Target types that the Java client knows. */
export const TARGET_TYPES = [
  ...['AB_TESTING', 'AD_INITIATION', 'AD_POSITION', 'BOT', 'CONNECTION', 'CONTEXTUALS', 'DEMOGRAPHIC'],
  ...['ENHANCED_DAY_PARTING', 'EXCHANGES', 'FREQUENCY_CAPPING', 'GEOGRAPHY', 'INVENTORY_TYPE', 'LANGUAGES'],
  ...['MOBILE_PLACEMENT', 'NATIVE_LIST', 'PLAYER_SIZE', 'SEGMENT', 'SITE_LISTS', 'TECHNOLOGY'],
  ...['VIDEO_CONTENT_LENGTH', 'WEATHER', 'DOOH_SCREEN_OWNERS', 'DOOH_VENUE_TYPES', 'PRIORITIZED_INVENTORY'],
  ...['AUCTION_TYPE', 'MOBILE_MEASUREMENT', 'UNKNOWN'],
] as const;

export const GEO = model({
  ...{ value: text, id: text, name: text, description: text, key: text, code: text, woeid: text },
  level: getter([
    ...['Country', 'State', 'City', 'Dma', 'Metro Area', 'Sub Region', 'Region', 'Zip', 'PostCode Prefix'],
  ]),
  countryISO3: text,
  geoLookupContext: model({
    ...{
      country: text,
      state: text,
      locality: text,
      subLocality: text,
      city: text,
      postcode: text,
      dma: text,
    },
  }),
});

export const SEGMENT = model({
  ...{ id: whole, name: text, createdBy: text, createdAt: text, reachCount: whole },
  status: word('ACTIVE', 'INACTIVE', 'ARCHIVED', 'UNKNOWN'),
  segmentType: getter([
    ...['COMPOSITE', 'CONVERSIONRULE', 'CUSTOM', 'EMAIL', 'IPADDRESS', 'EVENTLEVEL', 'FACT', 'GEORETARGET'],
    ...['INTEREST', 'LOOKALIKE', 'MRT', 'SRT', 'OIC', 'HHL'],
  ]),
  audienceType: getter([OPERATOR_WORD, 'DMP', 'ADVERTISER'], { isNeverNull: true }),
  hierarchy: list(model({ name: text })),
});

const os = words('MAC', 'WINDOWS', 'LINUX', 'OTHER', 'ANDROID', 'IOS', 'ALL');
const browsers = words('IE', 'CHROME', 'FIREFOX', 'SAFARI', 'EDGE', 'ALL');
export const TARGETING = model({
  genders: words('MALE', 'FEMALE', 'UNKNOWN', 'ALL'),
  ages: words(
    ...['18-20', '18-24', '21-24', '25-34', '35-44', '45-49', '45-54', '50-54', '55-64', '65-999'],
    ...['UNKNOWN', 'ALL'],
  ),
  frequencyCapValue: whole,
  frequencyCapPeriod,
  serveUnknownUser: flag,
  devices: words('DESKTOP', 'PHONE', 'TABLET', 'UNKNOWN', 'ALL'),
  languages: words(
    ...['UNKNOWN', 'ENGLISH', 'CHINESE', 'SPANISH', 'JAPANESE', 'PORTUGUESE', 'GERMAN', 'ARABIC', 'FRENCH'],
    ...['RUSSIAN', 'DUTCH', 'SWEDISH', 'ITALIAN', 'INDONESIAN', 'ALL'],
  ),
  inventoryTypes: words('WEB', 'APP', 'ALL'),
  ...{ os, mobileOs: os, browserValues: browsers, mobileBrowsers: browsers },
  adInitiations: words('AUTOINITIATED', 'USERINITIATED', 'UNKNOWN', 'ALL'),
  positions: words('ABOVE_FOLD', 'PARTIAL_VIEW', 'BELOW_FOLD', 'UNKNOWN', 'ALL'),
  playerSizes: words('SMALL', 'MEDIUM', 'LARGE', 'UNKNOWN', 'ALL'),
  dealsIncluded: list(DEAL),
  ...{ publishersIncluded: list(PUBLISHER), publishersExcluded: list(PUBLISHER) },
  ...{ geosIncluded: list(GEO), geosExcluded: list(GEO) },
  ...{ segmentsIncluded: list(SEGMENT), segmentsExcluded: list(SEGMENT) },
  nativeListsExcluded: list(NATIVE_LIST),
  ...{ siteListsIncluded: list(SITE_LIST), siteListsExcluded: list(SITE_LIST) },
  ...{ enableSegmentExpansion: flag, isAllCountriesTargeted: flag, enableViewabilityFreqCap: flag },
  types: list(
    model({ name: getter([...TARGET_TYPES], { also: ['TARGET_PRODUCT_FUNNEL'] }), isTargeted: flag }),
  ),
});

export const BID_MULTIPLIERS = model({
  bidMultipliers: list(
    model({
      ...{
        id: whole,
        name: text,
        lineId: whole,
        targetType: text,
        targetValue: anything,
        targetDomain: text,
      },
      ...{ isAppName: flag, multiplier: decimal },
    }),
  ),
});
