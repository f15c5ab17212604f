import { listCategories } from '../../domain/audiences/dictionary/categories.ts';
import { listEntries } from '../../domain/audiences/dictionary/entries.ts';
import {
  findCurrencyLimits,
  findEntries,
  findLocations,
  findSegments,
  findSiteGroups,
  findSites,
  findTexts,
} from '../../domain/audiences/dictionary/find.ts';
import type { SegmentList } from '../../domain/audiences/dictionary/segments.ts';
import { builder } from '../builder.ts';
import {
  CurrencyLimit,
  DictionaryCategory,
  DictionaryEntry,
  DictionaryLocation,
  DictionarySegment,
  DictionarySite,
} from './dictionary-entries.ts';
import {
  dictionaryResolver,
  locationArguments,
  segmentArguments,
  segmentsResolver,
} from './dictionary-resolvers.ts';

/** More than the bundled taxonomy contains, because operators can load a longer one. */
const MAX_CATEGORIES = 5_000;

export const Dictionary = builder.objectRef<object>('Dictionary').implement({
  description:
    'The dictionary: the values that attributes accept. The native interface serves the same lists under `/dictionary`.',
  fields: (t) => {
    const entries = (
      list: 'language' | 'country' | 'timezone' | 'currency' | 'device' | 'exchange',
      description: string,
    ) =>
      t.field({
        type: [DictionaryEntry],
        description,
        resolve: dictionaryResolver(list, (ctx) => findEntries({ ctx, parameters: {}, list })),
      });
    const texts = (list: 'call_to_action_text' | 'flash_sale_countdown_prefix_text', description: string) =>
      t.field({
        type: [DictionaryEntry],
        description,
        args: {
          language: t.arg.string({
            description: 'The language of the texts: `en` (default), `es`, `fr` or `ja`.',
          }),
        },
        resolve: dictionaryResolver(list, async (ctx, parameters) => [
          ...(await findTexts({ ctx, parameters, list })),
        ]),
      });
    const page = {
      si: t.arg.int({ description: 'The number of entries to skip.' }),
      mr: t.arg.int({ description: 'The maximum number of entries to return, at most 500.' }),
    };
    const segments = (list: SegmentList, description: string) =>
      t.field({
        type: [DictionarySegment],
        description,
        args: {
          ...segmentArguments(t.arg),
          id: t.arg({
            type: 'SafeInt',
            description: 'Returns only the segment with this ID. If set, `search` is ignored.',
          }),
          ...page,
        },
        resolve: segmentsResolver(list, (ctx, parameters) => findSegments({ ctx, list, parameters })),
      });
    return {
      languages: entries('language', 'The languages, by ISO 639-1 code.'),
      countries: entries('country', 'The countries, by ISO 3166-1 code.'),
      timezones: entries('timezone', 'The time zones that reports accept.'),
      currencies: entries('currency', 'The currencies, by ISO 4217 code.'),
      devices: entries(
        'device',
        'The devices. Devices of a vendor are hierarchical, such as `SMARTPHONE:APPLE`.',
      ),
      exchanges: entries('exchange', 'The exchanges whose names are known.'),
      currencyLimits: t.field({
        type: CurrencyLimit,
        description: 'The limits of one currency.',
        args: { code: t.arg.string({ required: true, description: 'The ISO 4217 code of the currency.' }) },
        resolve: dictionaryResolver('currency', async (ctx, { code }) => {
          const limits = await findCurrencyLimits({ ctx, parameters: { code } });
          const entry = (await listEntries(ctx, 'currency')).find(({ value }) => value === code);
          return { ...limits, entry: entry ?? { value: code, name: null, number: null } };
        }),
      }),
      callToActionTexts: texts('call_to_action_text', 'The call-to-action texts that a native ad accepts.'),
      flashSaleCountdownPrefixTexts: texts(
        'flash_sale_countdown_prefix_text',
        'The texts that are allowed before a countdown.',
      ),
      locations: t.field({
        type: [DictionaryLocation],
        description:
          'The locations that match `woeid` or `location`, or all locations of a type. At most 500.',
        args: {
          woeid: t.arg({
            type: ['SafeInt'],
            description: 'Returns only the locations with these WOEIDs. At most 500.',
          }),
          ...locationArguments(t.arg),
          ...page,
        },
        resolve: dictionaryResolver('woeid', (ctx, parameters) => findLocations({ ctx, parameters })),
      }),
      sites: t.field({
        type: [DictionarySite],
        description: 'The supported sites.',
        args: {
          category: t.arg.string({ description: 'Returns only sites of this category, ignoring case.' }),
        },
        resolve: dictionaryResolver('bbsxd_supported_sites', (ctx, parameters) =>
          findSites({ ctx, parameters }),
        ),
      }),
      siteGroups: t.field({
        type: [DictionaryEntry],
        description: 'The site groups that can be targeted as `SITE_GROUP_X_DEVICE`.',
        resolve: dictionaryResolver('bbsxd_supported_site_groups', async (ctx) =>
          (await findSiteGroups({ ctx, parameters: {} })).map(({ id, name, value }) => ({
            name,
            value,
            number: id,
          })),
        ),
      }),
      interestSegments3p: segments('3p', 'The third-party interest segments.'),
      interestSegmentsDataProviders: segments('data_providers', 'The interest segments of data providers.'),
      interestSegmentsPlatform: segments('platform', 'The operator’s own interest segments.'),
      categories: t.field({
        type: [DictionaryCategory],
        description: `The categories of the content taxonomy, at most ${MAX_CATEGORIES}. Use \`categoriesConnection\` to read all of them.`,
        args: {
          parentId: t.arg({
            type: 'SafeInt',
            description: 'Returns only the direct children of this category.',
          }),
        },
        resolve: dictionaryResolver('category', async (ctx, { parentId }) =>
          (await listCategories(ctx, parentId)).slice(0, MAX_CATEGORIES),
        ),
      }),
    };
  },
});

builder.queryField('dictionary', (t) =>
  t.field({
    type: Dictionary,
    description: 'Returns the dictionary: the values that attributes accept.',
    resolve: () => ({}),
  }),
);
