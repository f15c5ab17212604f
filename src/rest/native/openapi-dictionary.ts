import { LOCATION_TYPES } from '../../domain/dictionary/locations.ts';
import {
  type DocumentSettings,
  type Operation,
  type Parameter,
  query,
  SEAT_ID,
} from '../openapi/operation.ts';
import { arrayOf, integer, objectOf, orNull, ref, type Schema, text } from '../openapi/schemas.ts';
import { nativeAnswer, pageParameters } from './openapi-envelope.ts';

const ENTRIES = arrayOf(ref('DictionaryEntry'));
const PAGE = pageParameters(500);
const TEXTS = arrayOf({ type: 'string' });
const LANGUAGE = query('language', 'Code of the language; en unless given.');
const NUMBER = { type: 'number' };

const currencyLimits = objectOf({
  minCampaignBudget: NUMBER,
  minBidCpm: NUMBER,
  minBidCpmVideo: NUMBER,
  minBidCpv: NUMBER,
  minBidCpc: NUMBER,
});
const location = objectOf({
  woeid: integer('Its WOEID.'),
  parentWoeid: orNull(integer('What it lies in.')),
  type: text('Such as Town, State, Zip or COUNTRY.'),
  name: text('Its name.'),
});
const site = objectOf({
  category: text('Its category.'),
  name: orNull(text('Its name.')),
  value: { type: ['string', 'number'] },
});
const segment: Schema = {
  type: 'object',
  properties: {
    name: orNull(text('Its name.')),
    value: { type: ['string', 'number'] },
    description: orNull(text('What it is.')),
    parentId: { type: ['string', 'number', 'null'] },
    dataProvider: orNull(text('Who provides it.')),
  },
  required: ['name', 'value'],
};
const segmentParameters: Parameter[] = [
  query('advertiserId', 'The advertiser.', { type: 'integer' }, true),
  query('id', 'This segment; search is ignored.'),
  query('parentId', 'Segments directly below this one.'),
  query('search', 'Part of the name.'),
  query('provider', 'Of this provider.'),
  ...PAGE,
];

/** Spec 3, "Dictionary"; reads cost no units and carry an ETag. */
export function dictionaryOperations(base: string, { operator }: DocumentSettings): Operation[] {
  const list = (
    name: string,
    summary: string,
    response: Schema,
    parameters: readonly Parameter[] = [],
    under = '/dictionary',
  ): Operation => ({
    method: 'get',
    path: `${base}${under}${name === '' ? '' : `/${name}`}`,
    id: operationId(name, under),
    summary,
    parameters: [...parameters, SEAT_ID],
    answer: nativeAnswer(response),
    others: { 304: 'The caller has this list already.' },
    refusals: [400, 401, 404, 406, 500, 503],
  });
  const prefixes = 'flash_sale_countdown_prefix_text';
  return [
    list('', 'List the types of the dictionary.', ENTRIES),
    list('language', 'List languages.', ENTRIES, PAGE),
    list('country', 'List countries.', ENTRIES, PAGE),
    list('timezone', 'List time zones.', ENTRIES, PAGE),
    list('device', 'List devices.', ENTRIES, PAGE),
    list(
      'currency',
      'List currencies; with a code, the limits of one.',
      { anyOf: [ENTRIES, currencyLimits] },
      [query('code', 'ISO 4217 code.'), ...PAGE],
    ),
    list('call_to_action_text', 'List call-to-action texts.', TEXTS, [LANGUAGE, ...PAGE]),
    list(prefixes, 'List texts in front of countdowns.', TEXTS, [LANGUAGE, ...PAGE]),
    list(prefixes, 'The same, by the other documented address.', TEXTS, [LANGUAGE, ...PAGE], ''),
    list('woeid', 'Find locations by type, by WOEID, or by name.', arrayOf(location), [
      query('type', 'Kind of location.', { type: 'string', enum: Object.keys(LOCATION_TYPES) }),
      query('woeid', 'These locations; may be repeated.', { type: 'array', items: { type: 'integer' } }),
      query('location', 'Name or zip code.'),
      query('fuzzy', 'With location: true widens the search.', { type: 'boolean' }),
      ...PAGE,
    ]),
    list('bbsxd_supported_sites', 'List sites that can be targeted.', arrayOf(site), [
      query('category', 'Sites of this category, in any case.'),
      ...PAGE,
    ]),
    list('bbsxd_supported_site_groups', 'List site groups that can be targeted.', ENTRIES, PAGE),
    list('interest_segments_3p', 'List third-party providers.', arrayOf(segment), segmentParameters),
    list(
      'interest_segments_data_providers',
      'List segments of data providers.',
      arrayOf(segment),
      segmentParameters,
    ),
    list(
      `interest_segments_${operator}`,
      'List the operator’s interest segments.',
      arrayOf(segment),
      segmentParameters,
    ),
  ];
}

function operationId(name: string, under: string): string {
  const words = (name === '' ? 'types' : name).split('_');
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `list${under === '' ? 'Plain' : 'Dictionary'}${title}`;
}
