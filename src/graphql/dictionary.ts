import { listCategories } from '../domain/dictionary/categories.ts';
import { listEntries } from '../domain/dictionary/entries.ts';
import {
  findCurrencyLimits,
  findEntries,
  findLocations,
  findSegments,
  findSiteGroups,
  findSites,
  findTexts,
} from '../domain/dictionary/find.ts';
import type { SegmentList } from '../domain/dictionary/segments.ts';
import { builder } from './builder.ts';
import {
  CurrencyLimit,
  DictionaryCategory,
  DictionaryEntry,
  DictionaryLocation,
  DictionarySegment,
  DictionarySite,
} from './dictionary-entries.ts';
import { locationArguments, reading, readingSegments, segmentArguments } from './dictionary-reading.ts';

/** Section 3, "Dictionary": every list of the native interface, by the same reads. */

/** More than the taxonomy that is shipped; one that an operator loads may be longer. */
const MAX_CATEGORIES = 5_000;

export const Dictionary = builder.objectRef<object>('Dictionary').implement({
  description: 'Accepted values of attributes; what the native interface serves below /dictionary.',
  fields: (t) => {
    const entries = (
      list: 'language' | 'country' | 'timezone' | 'currency' | 'device' | 'exchange',
      description: string,
    ) =>
      t.field({
        type: [DictionaryEntry],
        description,
        resolve: reading(list, (ctx) => findEntries({ ctx, parameters: {}, list })),
      });
    const texts = (list: 'call_to_action_text' | 'flash_sale_countdown_prefix_text', description: string) =>
      t.field({
        type: [DictionaryEntry],
        description,
        args: { language: t.arg.string({ description: 'en (the default), es, fr or ja.' }) },
        resolve: reading(list, async (ctx, parameters) => [...(await findTexts({ ctx, parameters, list }))]),
      });
    const page = {
      si: t.arg.int({ description: 'Rows to skip.' }),
      mr: t.arg.int({ description: 'Rows to answer, at most 500.' }),
    };
    const segments = (list: SegmentList, description: string) =>
      t.field({
        type: [DictionarySegment],
        description,
        args: {
          ...segmentArguments(t.arg),
          id: t.arg({ type: 'SafeInt', description: 'This one; search is ignored then.' }),
          ...page,
        },
        resolve: readingSegments(list, (ctx, parameters) => findSegments({ ctx, list, parameters })),
      });
    return {
      languages: entries('language', 'ISO 639-1 languages.'),
      countries: entries('country', 'ISO 3166-1 countries.'),
      timezones: entries('timezone', 'Time zones of reports.'),
      currencies: entries('currency', 'ISO 4217 currencies.'),
      devices: entries('device', 'Devices; those of vendors hierarchical, as SMARTPHONE:APPLE.'),
      exchanges: entries('exchange', 'Exchanges whose names are known.'),
      currencyLimits: t.field({
        type: CurrencyLimit,
        description: 'Limits of one currency.',
        args: { code: t.arg.string({ required: true, description: 'ISO 4217 code.' }) },
        resolve: reading('currency', async (ctx, { code }) => {
          const limits = await findCurrencyLimits({ ctx, parameters: { code } });
          const entry = (await listEntries(ctx, 'currency')).find(({ value }) => value === code);
          return { ...limits, entry: entry ?? { value: code, name: null, number: null } };
        }),
      }),
      callToActionTexts: texts('call_to_action_text', 'Texts that an ad’s button may have.'),
      flashSaleCountdownPrefixTexts: texts(
        'flash_sale_countdown_prefix_text',
        'Texts that may stand before a countdown.',
      ),
      locations: t.field({
        type: [DictionaryLocation],
        description: 'Places: by woeid, by location (with type and fuzzy), or all of a type; at most 500.',
        args: {
          woeid: t.arg({ type: ['SafeInt'], description: 'These, at most 500.' }),
          ...locationArguments(t.arg),
          ...page,
        },
        resolve: reading('woeid', (ctx, parameters) => findLocations({ ctx, parameters })),
      }),
      sites: t.field({
        type: [DictionarySite],
        description: 'Supported sites.',
        args: { category: t.arg.string({ description: 'Of this category, in any case.' }) },
        resolve: reading('bbsxd_supported_sites', (ctx, parameters) => findSites({ ctx, parameters })),
      }),
      siteGroups: t.field({
        type: [DictionaryEntry],
        description: 'Site groups that can be targeted as SITE_GROUP_X_DEVICE.',
        resolve: reading('bbsxd_supported_site_groups', async (ctx) =>
          (await findSiteGroups({ ctx, parameters: {} })).map(({ id, name, value }) => ({
            name,
            value,
            number: id,
          })),
        ),
      }),
      interestSegments3p: segments('3p', 'Third-party segments.'),
      interestSegmentsDataProviders: segments('data_providers', 'Segments of data providers.'),
      interestSegmentsPlatform: segments('platform', 'The operator’s own segments.'),
      categories: t.field({
        type: [DictionaryCategory],
        description: `The content taxonomy; at most ${MAX_CATEGORIES} entries, all of them in categoriesConnection.`,
        args: { parentId: t.arg({ type: 'SafeInt', description: 'Those directly below this one.' }) },
        resolve: reading('category', async (ctx, { parentId }) =>
          (await listCategories(ctx, parentId)).slice(0, MAX_CATEGORIES),
        ),
      }),
    };
  },
});

builder.queryField('dictionary', (t) =>
  t.field({
    type: Dictionary,
    description: 'Accepted values of attributes.',
    resolve: () => ({}),
  }),
);
