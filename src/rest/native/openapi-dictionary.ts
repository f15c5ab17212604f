import { LOCATION_TYPES } from '../../domain/audiences/dictionary/locations.ts';
import { EXAMPLE_TIME } from '../openapi/examples.ts';
import {
  type DocumentSettings,
  type Operation,
  type Parameter,
  query,
  SEAT_ID,
} from '../openapi/operation.ts';
import { arrayOf, integer, objectOf, orNull, ref, type Schema, text } from '../openapi/schemas.ts';
import { envelope } from './envelope.ts';
import { DICTIONARY } from './examples.ts';
import { nativeAnswer, pageParameters } from './openapi-envelope.ts';

const ENTRIES = arrayOf(ref('DictionaryEntry'));
const PAGE = pageParameters(500);
const TEXTS = arrayOf({ type: 'string' });
const LANGUAGE = query('language', 'The code of the language. Default `en`.');
const NUMBER = { type: 'number' };

const currencyLimits = objectOf({
  minCampaignBudget: NUMBER,
  minBidCpm: NUMBER,
  minBidCpmVideo: NUMBER,
  minBidCpv: NUMBER,
  minBidCpc: NUMBER,
});
const location = objectOf({
  woeid: integer('The WOEID of the location.'),
  parentWoeid: orNull(integer('The WOEID of the location that contains this one.')),
  type: text('The type of the location, such as `Town`, `State`, `Zip` or `COUNTRY`.'),
  name: text('The name of the location.'),
});
const site = objectOf({
  category: text('The category of the site.'),
  name: orNull(text('The name of the site.')),
  value: { type: ['string', 'number'] },
});
const segment: Schema = {
  type: 'object',
  properties: {
    name: orNull(text('The name of the segment.')),
    value: { type: ['string', 'number'] },
    description: orNull(text('A description of the segment.')),
    parentId: { type: ['string', 'number', 'null'] },
    dataProvider: orNull(text('The name of the data provider.')),
  },
  required: ['name', 'value'],
};
const segmentParameters: Parameter[] = [
  query('advertiserId', 'The ID of the advertiser.', { type: 'integer' }, true),
  query('id', 'Returns only the segment with this ID. If set, the search string is ignored.'),
  query('parentId', 'Returns only the direct children of this segment.'),
  query('search', 'Returns only segments whose name contains this text, ignoring case.'),
  query('provider', 'Returns only segments of the provider with this name.'),
  ...PAGE,
];

/** Reading the dictionary costs no units. Responses have an ETag. */
export function dictionaryOperations(base: string, { operator }: DocumentSettings): Operation[] {
  const list = (
    name: string,
    summary: string,
    response: Schema,
    example: readonly unknown[],
    parameters: readonly Parameter[] = [],
    under = '/dictionary',
  ): Operation => ({
    method: 'get',
    path: `${base}${under}${name === '' ? '' : `/${name}`}`,
    id: operationId(name, under),
    summary,
    parameters: [...parameters, SEAT_ID],
    answer: nativeAnswer(response),
    example: envelope(example, EXAMPLE_TIME),
    others: { 304: 'The list has not changed since the caller last read it.' },
    refusals: [400, 401, 404, 406, 500, 503],
  });
  const prefixes = 'flash_sale_countdown_prefix_text';
  return [
    list('', 'List the types of the dictionary', ENTRIES, DICTIONARY.types),
    list('language', 'List languages', ENTRIES, DICTIONARY.language, PAGE),
    list('country', 'List countries', ENTRIES, DICTIONARY.country, PAGE),
    list('timezone', 'List time zones', ENTRIES, DICTIONARY.timezone, PAGE),
    list('device', 'List devices', ENTRIES, DICTIONARY.device, PAGE),
    list(
      'currency',
      'List currencies, or get the limits of one currency',
      { anyOf: [ENTRIES, currencyLimits] },
      DICTIONARY.currency,
      [query('code', 'The ISO 4217 code of a currency.'), ...PAGE],
    ),
    list('call_to_action_text', 'List call-to-action texts', TEXTS, DICTIONARY.callToActionTexts, [
      LANGUAGE,
      ...PAGE,
    ]),
    list(prefixes, 'List flash sale countdown prefixes', TEXTS, DICTIONARY.countdownPrefixes, [
      LANGUAGE,
      ...PAGE,
    ]),
    list(
      prefixes,
      'List flash sale countdown prefixes (alternative path)',
      TEXTS,
      DICTIONARY.countdownPrefixes,
      [LANGUAGE, ...PAGE],
      '',
    ),
    list('woeid', 'Find locations by type, WOEID or name', arrayOf(location), DICTIONARY.locations, [
      query('type', 'The type of location.', { type: 'string', enum: Object.keys(LOCATION_TYPES) }),
      query('woeid', 'Returns only the locations with these WOEIDs. Can be repeated.', {
        type: 'array',
        items: { type: 'integer' },
      }),
      query('location', 'The name or zip code to search for.'),
      query('fuzzy', 'Whether to widen the search. Requires `location`.', { type: 'boolean' }),
      ...PAGE,
    ]),
    list('bbsxd_supported_sites', 'List sites that can be targeted', arrayOf(site), DICTIONARY.sites, [
      query('category', 'Returns only sites of this category, ignoring case.'),
      ...PAGE,
    ]),
    list(
      'bbsxd_supported_site_groups',
      'List site groups that can be targeted',
      ENTRIES,
      DICTIONARY.siteGroups,
      PAGE,
    ),
    list(
      'interest_segments_3p',
      'List third-party interest segments',
      arrayOf(segment),
      DICTIONARY.thirdPartySegments,
      segmentParameters,
    ),
    list(
      'interest_segments_data_providers',
      'List interest segments of data providers',
      arrayOf(segment),
      DICTIONARY.providerSegments,
      segmentParameters,
    ),
    list(
      `interest_segments_${operator}`,
      'List the operator’s interest segments',
      arrayOf(segment),
      DICTIONARY.operatorSegments,
      segmentParameters,
    ),
  ];
}

function operationId(name: string, under: string): string {
  const words = (name === '' ? 'types' : name).split('_');
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `list${under === '' ? 'Plain' : 'Dictionary'}${title}`;
}
