import {
  type Entry,
  listEntries,
  textsIn,
  type ValueList,
} from '../../../domain/audiences/dictionary/entries.ts';
import { findLocations } from '../../../domain/audiences/dictionary/find.ts';
import { EVERY_TARGET_TYPE } from '../../../domain/campaigns/targeting/kind.ts';
import { ValidationError } from '../../../domain/errors.ts';
import { checkFeature } from '../../../domain/native/batch/access.ts';
import { textOf } from '../../../platform/text/typed.ts';
import { query } from '../../openapi/operation.ts';
import { placeLevel } from '../enum-values/places.ts';
import * as SHAPES from './lookup-shapes.ts';
import { emptyListPath, type ObservedPath, type PathCall } from './path.ts';
import { listOf, type Shape } from './shapes.ts';

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
    const text = textOf(sent.query ?? '').toLowerCase();
    const entries = await listEntries(ctx, list);
    return entries
      .map((entry, at) => ({ entry, wire: toWire(entry, at + 1) }))
      .filter(({ entry: { name, value } }) => (name ?? value).toLowerCase().includes(text))
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
  emptyListPath('/dictionary/layouts', 'listLayouts'),
  emptyListPath('/dictionary/mimeTypes', 'listMimeTypes'),
  emptyListPath('/dictionary/adBehaviorTypes', 'listAdBehaviorTypes'),
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
];

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
