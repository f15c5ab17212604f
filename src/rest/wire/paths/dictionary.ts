import {
  type Entry,
  listEntries,
  textsIn,
  type ValueList,
} from '../../../domain/audiences/dictionary/entries.ts';
import { findLocations } from '../../../domain/audiences/dictionary/find.ts';
import {
  type AvailableSegment,
  findAvailableSegments,
  type SegmentSource,
} from '../../../domain/audiences/segment/find-available.ts';
import { operatorSupply } from '../../../domain/campaigns/line/supply-name.ts';
import { EVERY_TARGET_TYPE } from '../../../domain/campaigns/targeting/kind.ts';
import { ValidationError } from '../../../domain/errors.ts';
import { checkFeature } from '../../../domain/native/batch/access.ts';
import { keysOf } from '../../../platform/text/typed.ts';
import { parsePage } from '../../../resources/filter/listing.ts';
import { query } from '../../openapi/operation.ts';
import { placeLevel } from '../words/places.ts';
import * as SHAPES from './lookup-shapes.ts';
import { empty, type ObservedPath, type PathCall } from './path.ts';
import { listOf, type Shape } from './shapes.ts';
import { inTheirNames } from './their-names.ts';

type Wire = (entry: Entry, position: number) => object;

/** A list of the dictionary that the operator has not disabled. */
const listPath = (
  path: string,
  list: ValueList,
  answers: string,
  { id, of }: { id: string; of: Shape },
  toWire: Wire,
): ObservedPath => ({
  method: 'GET',
  path,
  id,
  response: listOf(of),
  query: [query('query', 'Returns only entries whose name contains this text, ignoring case.')],
  answers,
  handler: async ({ ctx, query: sent }) => {
    checkFeature(ctx, list);
    const wanted = String(sent.query ?? '').toLowerCase();
    const entries = await listEntries(ctx, list);
    return entries
      .map((entry, at) => ({ entry, wire: toWire(entry, at + 1) }))
      .filter(({ entry: { name, value } }) => (name ?? value).toLowerCase().includes(wanted))
      .map(({ wire }) => wire);
  },
});

const PREFIXES = 'flash_sale_countdown_prefix_text';
const LABELS = 'call_to_action_text';

/** Returns the languages in which the dictionary has call-to-action texts, with the texts. */
async function labels({ ctx }: PathCall) {
  checkFeature(ctx, LABELS);
  const languages = await listEntries(ctx, 'language');
  const texts = await Promise.all(languages.map(({ value }) => textsIn(ctx, LABELS, value)));
  return languages.flatMap(({ value, name }, at) => {
    const of = texts[at];
    return of ? [{ name: name ?? value, value, texts: of }] : [];
  });
}

const SEARCH_PLACES = query('query', 'The beginning of a name, or a code such as a zip.');
const SEARCH_SEGMENTS = [
  query('accountId', 'The ID of the advertiser.', { type: 'integer' }, true),
  query('query', 'Returns only segments whose name contains this text, ignoring case.'),
  query('country_codes', 'Returns only segments of these countries, separated by commas.'),
  query('type', 'Returns only segments of this `segmentType`.'),
  query('minAudienceSize', 'The smallest size.', { type: 'integer' }),
  query('maxAudienceSize', 'The largest size.', { type: 'integer' }),
  query('page', 'The page number, starting at 1.', { type: 'integer' }),
  query('limit', 'The number of rows per page.', { type: 'integer' }),
];

/** Valid values with the names that public clients use. */
export const DICTIONARY_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/dictionary',
    id: 'listDictionaryLists',
    response: listOf(SHAPES.DICTIONARY_LIST),
    answers: 'The lists below `/traffic/dictionary`: `name`, `value` (the rest of the path).',
    handler: () =>
      DICTIONARY_PATHS.flatMap(({ path }) => {
        const [, value] = path.split('/dictionary/');
        return value === undefined ? [] : [{ name: value, value }];
      }),
  },
  empty('/dictionary/layouts', 'listLayouts'),
  empty('/dictionary/mimeTypes', 'listMimeTypes'),
  empty('/dictionary/adBehaviorTypes', 'listAdBehaviorTypes'),
  listPath(
    '/dictionary/currencyTypes',
    'currency',
    'Currencies: `id` (the position in the list), `code`, `name`.',
    { id: 'listCurrencyTypes', of: SHAPES.CURRENCY_TYPE },
    ({ value, name }, id) => ({ id, code: value, name }),
  ),
  listPath(
    '/dictionary/languages',
    'language',
    'Languages: `id` (the position in the list), `value` (as a line’s `language`), `code`.',
    { id: 'listLanguages', of: SHAPES.LANGUAGE },
    ({ value, name }, id) => ({ id, value: (name ?? value).toUpperCase(), code: value }),
  ),
  listPath(
    '/dictionary/timezones',
    'timezone',
    'Time zones of reports: `id` (the position in the list), `name`, `tzId`.',
    { id: 'listTimezones', of: SHAPES.TIMEZONE },
    ({ value, name }, id) => ({ id, name, tzId: value }),
  ),
  {
    method: 'GET',
    path: '/dictionary/targetingTypes',
    id: 'listTargetingTypes',
    response: listOf(SHAPES.TARGETING_TYPE),
    answers: 'The target types of a line: `id` (the position in the list), `value`.',
    handler: () => EVERY_TARGET_TYPE.map((value, at) => ({ id: at + 1, value })),
  },
  {
    method: 'GET',
    path: '/dictionary/premiumnative/countdownprefixes',
    id: 'listCountdownPrefixes',
    response: listOf(SHAPES.COUNTDOWN_PREFIX),
    query: [query('language', 'The code of the language. Default `en`.')],
    answers:
      'Countdown prefixes in `language` (default `en`): `id` (an ad’s `countdownPrefixId`), `countdownPrefix`.',
    handler: async ({ ctx, query }) => {
      checkFeature(ctx, PREFIXES);
      const prefixes = (await textsIn(ctx, PREFIXES, query.language ?? 'en')) ?? [];
      return prefixes.map(({ number, value }) => ({ id: number, countdownPrefix: value }));
    },
  },
  {
    method: 'GET',
    path: '/dictionary/premiumnative/languages',
    id: 'listCallToActionLanguages',
    response: listOf(SHAPES.CALL_TO_ACTION_LANGUAGE),
    answers: 'The languages of call-to-action texts: `name`, `value`.',
    handler: async (call) => (await labels(call)).map(({ name, value }) => ({ name, value })),
  },
  {
    method: 'GET',
    path: '/dictionary/premiumnative/predefinedctalabels',
    id: 'listCallToActionLabels',
    response: listOf(SHAPES.CALL_TO_ACTION_LABEL),
    answers: 'Call-to-action texts in every language: `callToActionText`, `language`.',
    handler: async (call) =>
      (await labels(call)).flatMap(({ value: language, texts }) =>
        texts.map(({ value }) => ({ callToActionText: value, language })),
      ),
  },
  listPath(
    '/exchanges',
    'exchange',
    'Exchanges: `id`, `name`.',
    { id: 'listExchanges', of: SHAPES.EXCHANGE },
    ({ value, name }) => ({
      id: Number(value),
      name,
    }),
  ),
  {
    method: 'GET',
    path: '/targeting/geos',
    id: 'listPlaces',
    response: listOf(SHAPES.PLACE),
    query: [SEARCH_PLACES, query('countryCode', 'Returns only places of this country, by its two letters.')],
    answers:
      'Places by `query` (the beginning of a name, or a code such as a zip) or, without it, countries: `id`, `woeid`, `name`, `level`. `countryCode` limits them to a country, by its two letters.',
    handler: ({ ctx, query }) =>
      places(ctx, query.query ? { location: query.query } : { type: 'country' }, countryIn(query)),
  },
  {
    method: 'GET',
    path: '/targeting/countries',
    id: 'listCountries',
    response: listOf(SHAPES.PLACE),
    query: [SEARCH_PLACES],
    answers: 'Countries, or those that `query` names: `id`, `woeid`, `name`, `level`.',
    handler: ({ ctx, query }) =>
      places(ctx, { type: 'country', ...(query.query && { location: query.query }) }),
  },
  {
    method: 'GET',
    path: '/targeting/availablesegments/search',
    id: 'searchSegments',
    response: listOf(SHAPES.SEGMENT),
    query: SEARCH_SEGMENTS,
    answers:
      'Segments that the advertiser `accountId` (required) can use, by `query`, `country_codes`, `type`, `minAudienceSize`, `maxAudienceSize`, `page` and `limit`: `id` (unique for its `segmentType` and `audienceType`), `name`, `status`, `segmentType`, `audienceType`, `reachCount`. First those of the advertiser (`ADVERTISER`): its audiences of hashed email addresses (`EMAIL`) and of other IDs (`CUSTOM`), and segments of its pixels’ events (`CONVERSIONRULE`); then interest segments (`INTEREST`): the operator’s own, and `DMP` for those of third parties. A segment without countries covers all; one of unknown size is left out if a size is asked for. Lines cannot target segments.',
    handler: async ({ ctx, query }) => {
      const { accountId, query: search, type, country_codes, minAudienceSize, maxAudienceSize } = query;
      const { skip: si, take: mr } = parsePage({ ctx, input: query });
      const sent = { search, country_codes, minAudienceSize, maxAudienceSize };
      const filters = Object.fromEntries(Object.entries(sent).filter(([, value]) => value));
      const parameters = { advertiserId: accountId, si, mr, ...filters };
      const sources = type
        ? keysOf(SEGMENT_TYPES).filter((source) => SEGMENT_TYPES[source] === type)
        : undefined;
      const segments = await inTheirNames(() => findAvailableSegments({ ctx, parameters, sources }));
      return segments.map((segment) => segmentToWire(ctx, segment));
    },
  },
];

/** The `segmentType` of each source, in words that these clients know. */
const SEGMENT_TYPES: Readonly<Record<SegmentSource, string>> = {
  email_address: 'EMAIL',
  device_id: 'CUSTOM',
  customsegments: 'CUSTOM',
  events: 'CONVERSIONRULE',
  platform: 'INTEREST',
  data_providers: 'INTEREST',
  '3p': 'INTEREST',
};

const segmentToWire = (ctx: PathCall['ctx'], { id, name, source, size }: AvailableSegment) => ({
  id,
  name,
  status: 'ACTIVE',
  segmentType: SEGMENT_TYPES[source],
  audienceType: audienceTypeOf(ctx, source),
  reachCount: size,
});

function audienceTypeOf(ctx: PathCall['ctx'], source: SegmentSource): string {
  if (source === 'platform') return operatorSupply(ctx);
  return SEGMENT_TYPES[source] === 'INTEREST' ? 'DMP' : 'ADVERTISER';
}

async function places(
  ctx: PathCall['ctx'],
  parameters: Readonly<Record<string, string>>,
  countryCode?: string,
) {
  const found = await findLocations({ ctx, parameters, countryCode });
  return found.map(({ woeid, name, type }) => ({
    id: String(woeid),
    woeid: String(woeid),
    name,
    level: placeLevel(type),
  }));
}

function countryIn({ countryCode }: PathCall['query']): string | undefined {
  if (!countryCode) return undefined;
  if (/^[a-z]{2}$/i.test(countryCode)) return countryCode.toUpperCase();
  const message = 'countryCode must be the two letters of a country, such as US';
  throw new ValidationError([{ path: 'countryCode', message }]);
}
