import {
  countLocations,
  countSegments,
  findLocations,
  findSegments,
  searchCategories,
  searchSites,
} from '../domain/dictionary/find.ts';
import type { SegmentList } from '../domain/dictionary/segments.ts';
import { builder } from './builder.ts';
import { Dictionary } from './dictionary.ts';
import { entryConnection, entryPage, pageArguments } from './dictionary-connections.ts';
import {
  DictionaryCategory,
  DictionaryLocation,
  DictionarySegment,
  DictionarySite,
} from './dictionary-entries.ts';
import { locationArguments, reading, readingSegments, segmentArguments } from './dictionary-reading.ts';

/** The long lists of the dictionary, page by page. */

const LocationConnection = entryConnection('DictionaryLocation', 'places', DictionaryLocation);
const SiteConnection = entryConnection('DictionarySite', 'sites', DictionarySite);
const SegmentConnection = entryConnection('DictionarySegment', 'interest segments', DictionarySegment);
const CategoryConnection = entryConnection('DictionaryCategory', 'categories', DictionaryCategory);

/** A list that is in memory as a whole. */
const within = <Entry>(all: readonly Entry[]) => ({
  read: async ({ si, mr }: { si: number; mr: number }) => all.slice(si, si + mr),
  count: async () => all.length,
});

builder.objectFields(Dictionary, (t) => {
  const segmentPages = (list: SegmentList, description: string) =>
    t.field({
      type: SegmentConnection,
      description,
      args: { ...segmentArguments(t.arg), ...pageArguments(t.arg) },
      resolve: readingSegments(list, (ctx, { first, after, ...parameters }) =>
        entryPage({
          list: `segments ${list}`,
          args: { first, after },
          read: (page) => findSegments({ ctx, list, parameters: { ...parameters, ...page } }),
          count: () => countSegments({ ctx, list, parameters }),
        }),
      ),
    });
  return {
    locationsConnection: t.field({
      type: LocationConnection,
      description:
        'Places, page by page: by location (with type and fuzzy), the best first, or all of a type.',
      args: {
        ...locationArguments(t.arg),
        ...pageArguments(t.arg),
      },
      resolve: reading('woeid', (ctx, { first, after, ...parameters }) =>
        entryPage({
          list: 'locations',
          args: { first, after },
          read: (page) => findLocations({ ctx, parameters: { ...parameters, ...page } }),
          ...(parameters.location == null && { count: () => countLocations({ ctx, parameters }) }),
        }),
      ),
    }),
    sitesConnection: t.field({
      type: SiteConnection,
      description: 'Supported sites, page by page.',
      args: {
        category: t.arg.string({ description: 'Of this category, in any case.' }),
        search: t.arg.string({ description: 'Part of the name, in any case.' }),
        ...pageArguments(t.arg),
      },
      resolve: reading('bbsxd_supported_sites', async (ctx, { first, after, ...parameters }) => {
        const all = await searchSites({ ctx, parameters });
        return entryPage({ list: 'sites', args: { first, after }, ...within(all) });
      }),
    }),
    categoriesConnection: t.field({
      type: CategoryConnection,
      description: 'The content taxonomy, page by page.',
      args: {
        parentId: t.arg({ type: 'SafeInt', description: 'Those directly below this one.' }),
        search: t.arg.string({ description: 'Part of the name, in any case.' }),
        ...pageArguments(t.arg),
      },
      resolve: reading('category', async (ctx, { first, after, ...parameters }) => {
        const all = await searchCategories({ ctx, parameters });
        return entryPage({ list: 'categories', args: { first, after }, ...within(all) });
      }),
    }),
    interestSegments3pConnection: segmentPages('3p', 'Third-party segments, page by page.'),
    interestSegmentsDataProvidersConnection: segmentPages(
      'data_providers',
      'Segments of data providers, page by page.',
    ),
    interestSegmentsPlatformConnection: segmentPages(
      'platform',
      'The operator’s own segments, page by page.',
    ),
  };
});
