import {
  countLocations,
  countSegments,
  findLocations,
  findSegments,
  searchCategories,
  searchSites,
} from '../../domain/audiences/dictionary/find.ts';
import type { SegmentList } from '../../domain/audiences/dictionary/segments.ts';
import { builder } from '../builder.ts';
import { Dictionary } from './dictionary.ts';
import { entryConnection, entryPage, pageArguments } from './dictionary-connections.ts';
import {
  DictionaryCategory,
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

/** The long lists of the dictionary as connections. */

const LocationConnection = entryConnection('DictionaryLocation', 'places', DictionaryLocation);
const SiteConnection = entryConnection('DictionarySite', 'sites', DictionarySite);
const SegmentConnection = entryConnection('DictionarySegment', 'interest segments', DictionarySegment);
const CategoryConnection = entryConnection('DictionaryCategory', 'categories', DictionaryCategory);

/** Returns pages of a list that is completely in memory. */
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
      resolve: segmentsResolver(list, (ctx, { first, after, ...parameters }) =>
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
        'Returns locations page by page: the best matches of `location`, or all locations of a type.',
      args: {
        ...locationArguments(t.arg),
        ...pageArguments(t.arg),
      },
      resolve: dictionaryResolver('woeid', (ctx, { first, after, ...parameters }) =>
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
      description: 'Returns the supported sites page by page.',
      args: {
        category: t.arg.string({ description: 'Returns only sites of this category, ignoring case.' }),
        search: t.arg.string({
          description: 'Returns only sites whose name contains this text, ignoring case.',
        }),
        ...pageArguments(t.arg),
      },
      resolve: dictionaryResolver('bbsxd_supported_sites', async (ctx, { first, after, ...parameters }) => {
        const all = await searchSites({ ctx, parameters });
        return entryPage({ list: 'sites', args: { first, after }, ...within(all) });
      }),
    }),
    categoriesConnection: t.field({
      type: CategoryConnection,
      description: 'Returns the categories of the content taxonomy page by page.',
      args: {
        parentId: t.arg({
          type: 'SafeInt',
          description: 'Returns only the direct children of this category.',
        }),
        search: t.arg.string({
          description: 'Returns only categories whose name contains this text, ignoring case.',
        }),
        ...pageArguments(t.arg),
      },
      resolve: dictionaryResolver('category', async (ctx, { first, after, ...parameters }) => {
        const all = await searchCategories({ ctx, parameters });
        return entryPage({ list: 'categories', args: { first, after }, ...within(all) });
      }),
    }),
    interestSegments3pConnection: segmentPages('3p', 'Returns third-party interest segments page by page.'),
    interestSegmentsDataProvidersConnection: segmentPages(
      'data_providers',
      'Returns the interest segments of data providers page by page.',
    ),
    interestSegmentsPlatformConnection: segmentPages(
      'platform',
      'Returns the operator’s own interest segments page by page.',
    ),
  };
});
