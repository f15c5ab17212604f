import { isRecord } from '../../resources/define/input.ts';

/** What clients of the observed profile can send to limit where, to whom, when or how often a line delivers. */
export interface Limit {
  readonly what: string;
  /** The fields of a targeting body. Lines and campaigns refuse them. */
  readonly fields: readonly string[];
  /** Other names for it, which are refused everywhere. */
  readonly synonyms?: readonly string[];
  readonly types: readonly string[];
  /** How targeting applies it. Without a text, it is refused by name. */
  readonly applied?: string;
}

export const LIMITS: readonly Limit[] = [
  {
    what: 'Places',
    fields: ['geos'],
    synonyms:
      'geo geography countries regions states cities dmas zips zipCodes postalCodes woeids locations isAllCountriesTargeted'.split(
        ' ',
      ),
    types: ['GEOGRAPHY'],
    applied: 'By name or WOEID; included or excluded.',
  },
  {
    what: 'Native lists',
    fields: ['nativeLists'],
    types: ['NATIVE_LIST'],
    applied: 'Blocked. `excluded: false` is refused.',
  },
  {
    what: 'Site lists',
    fields: ['siteLists'],
    synonyms: ['sites', 'domains', 'apps', 'blockedDomains', 'blockedSites'],
    types: ['SITE_LISTS'],
    applied: 'As native lists: blocked. `excluded: false` is refused.',
  },
  { what: 'Deals', fields: ['deals'], types: ['EXCHANGES'], applied: 'By ID.' },
  {
    what: 'Exchanges',
    fields: ['publishers', 'includePublishers', 'publishersIncluded'],
    synonyms: ['exchanges', 'exchangeIds'],
    types: ['EXCHANGES'],
    applied: 'By ID; included or excluded.',
  },
  {
    what: 'Product funnels',
    fields: ['funnelAttributes'],
    types: ['TARGET_PRODUCT_FUNNEL'],
    applied: 'By product set.',
  },
  {
    what: 'Demographics',
    fields: ['genders', 'ages', 'serveUnknownUser', 'threshold'],
    synonyms: ['gender', 'age', 'ageRanges', 'demographics'],
    types: ['DEMOGRAPHIC'],
  },
  {
    what: 'Devices, operating systems and browsers',
    fields: ['deviceTypes', 'os', 'browsers', 'mobileOs', 'mobileBrowsers'],
    synonyms: ['devices', 'deviceType', 'browserValues', 'osTypes', 'mobileDevices'],
    types: ['TECHNOLOGY'],
  },
  {
    what: 'Connections',
    fields: [],
    synonyms: ['connections', 'connectionTypes', 'carriers', 'isps'],
    types: ['CONNECTION'],
  },
  {
    what: 'Segments',
    fields: ['segments'],
    synonyms: ['segmentIds', 'audiences', 'audienceIds', 'enableSegmentExpansion'],
    types: ['SEGMENT'],
  },
  {
    what: 'Frequency caps',
    fields: ['frequencyCapPeriod', 'frequencyCapValue'],
    synonyms: ['frequencyCapPeriodType', 'orderFrequencyCap', 'enableViewabilityFreqCap'],
    types: ['FREQUENCY_CAPPING'],
  },
  {
    what: 'Hours of the day',
    fields: ['dayParting'],
    synonyms: ['dayparting', 'dayParts', 'enhancedDayParting'],
    types: ['ENHANCED_DAY_PARTING'],
  },
  { what: 'Languages of users', fields: ['languages'], types: ['LANGUAGES'] },
  {
    what: 'Kinds of inventory',
    fields: ['inventoryTypes'],
    synonyms: ['inventoryType', 'auctionTypes'],
    types: ['INVENTORY_TYPE', 'MOBILE_PLACEMENT', 'PRIORITIZED_INVENTORY', 'AUCTION_TYPE'],
  },
  { what: 'Contextual categories', fields: [], synonyms: ['contextuals'], types: ['CONTEXTUALS'] },
  { what: 'Bot filters', fields: ['bots'], types: ['BOT'] },
  { what: 'Ad initiation', fields: ['adInitiations'], types: ['AD_INITIATION'] },
  { what: 'Ad positions', fields: ['positions'], types: ['AD_POSITION'] },
  { what: 'Player sizes', fields: ['playerSizes'], types: ['PLAYER_SIZE'] },
  { what: 'Video lengths', fields: ['videoContentLength'], types: ['VIDEO_CONTENT_LENGTH'] },
  { what: 'Weather', fields: [], synonyms: ['weather'], types: ['WEATHER'] },
  {
    what: 'Out-of-home screens',
    fields: [],
    synonyms: ['channelType'],
    types: ['DOOH_SCREEN_OWNERS', 'DOOH_VENUE_TYPES'],
  },
  { what: 'A/B tests', fields: [], types: ['AB_TESTING'] },
  { what: 'Mobile measurement', fields: [], types: ['MOBILE_MEASUREMENT'] },
];

const byName = (namesOf: (limit: Limit) => readonly string[]): ReadonlyMap<string, Limit> =>
  new Map(LIMITS.flatMap((limit) => namesOf(limit).map((name) => [name, limit] as const)));
const byField = byName(({ fields, synonyms = [] }) => [...fields, ...synonyms]);
const byType = byName(({ types, applied }) => (applied === undefined ? types : []));

/** Names of limits that the table does not list, such as `segmentsExcluded`. */
const LIKE_A_LIMIT = /^freq(uency)?Cap|Cap(Period|Value)|[a-z](Included|Excluded)$|targeting|^targets?$/i;
const NOT_SUPPORTED = 'is not supported';

const reasonOf = ({ what }: Limit): string =>
  `${NOT_SUPPORTED}: a line cannot be limited by ${inSentence(what)}`;
const inSentence = (what: string): string =>
  /^[A-Z][a-z]/.test(what) ? what.charAt(0).toLowerCase() + what.slice(1) : what;

/** Why a target type is refused; undefined if it is not one of the refused ones. */
export function typeRefusal(name: unknown): string | undefined {
  const limit = typeof name === 'string' ? byType.get(name) : undefined;
  return limit && `must not be ${name}, which ${reasonOf(limit)}`;
}

/** Why targeting refuses a field; undefined if it applies the field or does not know it. */
export function targetRefusal(name: string): string | undefined {
  const limit = byField.get(name);
  if (!limit) return undefined;
  const { applied, fields } = limit;
  if (applied === undefined) return reasonOf(limit);
  return fields.includes(name) ? undefined : `${NOT_SUPPORTED}. Send ${fields[0]} instead`;
}

const OF_A_TARGETING = `${NOT_SUPPORTED} here. Send it to POST /traffic/lines/{id}/targeting` as const;

/** Why lines and campaigns refuse a field; undefined if it is no limit. */
export function fieldRefusal(name: string): string | undefined {
  const limit = byField.get(name);
  if (limit) return limit.applied === undefined ? reasonOf(limit) : OF_A_TARGETING;
  if (name === 'types') return OF_A_TARGETING;
  return LIKE_A_LIMIT.test(name) ? NOT_SUPPORTED : undefined;
}

/** Words that limit nothing. */
const NEUTRAL_WORDS = new Set<unknown>(['', 'ALL', 'UNLIMITED', 'DEFAULT']);
const NEUTRAL_FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['serveUnknownUser', true],
  ['isAllCountriesTargeted', true],
  ['enableViewabilityFreqCap', false],
  ['enableSegmentExpansion', false],
]);
/** Parts of an object that limit nothing by themselves. */
const NEUTRAL_PARTS = new Set([
  ...['clearAll', 'removed', 'removedNames'],
  ...['orderFrequencyCapId', 'orderId', 'frequencyCapPacingType'],
]);

/** Returns whether a limit is sent, or stored, with a value that limits nothing, such as `["ALL"]`. */
export function isNeutral(name: string, body: Readonly<Record<string, unknown>>): boolean {
  const value = body[name];
  if (typeof value === 'boolean') return NEUTRAL_FLAGS.get(name) === value;
  if (name === 'frequencyCapValue' && isUncapped(body)) return true;
  return limitsNothing(value, 1);
}

const isUncapped = (body: Readonly<Record<string, unknown>>): boolean =>
  [body.frequencyCapPeriod, body.frequencyCapPeriodType].includes('UNLIMITED');

/** A change of targets is two levels deep; nothing deeper is looked at. */
const MAX_LEVELS = 3;

function limitsNothing(value: unknown, level: number): boolean {
  if (value == null || NEUTRAL_WORDS.has(value)) return true;
  if (Array.isArray(value)) return value.length === 0 || (value.length === 1 && value[0] === 'ALL');
  if (!isRecord(value) || level > MAX_LEVELS) return false;
  return Object.entries(value).every(
    ([name, part]) => NEUTRAL_PARTS.has(name) || limitsNothing(part, level + 1),
  );
}

/** The names of the fields of a line or campaign that limit its delivery, with the reason against each. */
export function limitsIn(body: Readonly<Record<string, unknown>>): [name: string, reason: string][] {
  return Object.keys(body).flatMap((name) => {
    const reason = fieldRefusal(name);
    return reason === undefined || isNeutral(name, body) ? [] : [[name, reason] as [string, string]];
  });
}

const IMPRESSIONS = `${NOT_SUPPORTED}: delivery is not limited by impressions` as const;

/**
 * The names of unknown fields of a flight, or of a campaign's budget schedule, that would limit it, with the reason
 * against each.
 */
export function limitsOfFlight(
  flight: Readonly<Record<string, unknown>>,
  known: { has(name: string): boolean },
): [name: string, reason: string][] {
  const unknown = Object.fromEntries(Object.entries(flight).filter(([name]) => !known.has(name)));
  const budgets = Object.entries(unknown).filter(
    ([name, value]) => /budget$/i.test(name) && value !== 0 && !limitsNothing(value, 1),
  );
  return [
    ...limitsIn(unknown),
    ...budgets.map(([name]) => [name, /^imp/i.test(name) ? IMPRESSIONS : NOT_SUPPORTED] as [string, string]),
  ];
}
