import type { DomainContext } from '../domain/context.ts';
import { type CategoryEntry, listCategories } from '../domain/dictionary/categories.ts';
import { type CurrencyLimits, type Entry, listEntries } from '../domain/dictionary/entries.ts';
import {
  countLocations,
  countSegments,
  findCurrencyLimits,
  findEntries,
  findLocations,
  findSegments,
  findSiteGroups,
  findSites,
  findTexts,
  searchCategories,
  searchSites,
} from '../domain/dictionary/find.ts';
import type { LocationEntry } from '../domain/dictionary/locations.ts';
import type { SegmentEntry, SegmentList } from '../domain/dictionary/segments.ts';
import type { SiteEntry } from '../domain/dictionary/sites.ts';
import { checkFeature } from '../domain/native/access.ts';
import { builder } from './builder.ts';
import { entryConnection, entryPage, pageArguments } from './dictionary-connections.ts';
import { idArgument } from './ids.ts';

/** Section 3, "Dictionary": every list of the native interface, by the same reads. */

const DictionaryEntry = builder.objectRef<Entry>('DictionaryEntry').implement({
  description: 'An accepted value.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'What other objects take.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'What it means; null where the value says it.',
    }),
    number: t.expose('number', {
      type: 'SafeInt',
      nullable: true,
      description: 'The integer by which other objects refer to it, such as an ad’s countdownPrefixId.',
    }),
  }),
});

const CurrencyLimit = builder.objectRef<CurrencyLimits & { entry: Entry }>('CurrencyLimits').implement({
  description: 'What a campaign must at least spend and bid, in units of the currency.',
  fields: (t) => ({
    value: t.string({ description: 'ISO 4217 code.', resolve: ({ entry }) => entry.value }),
    name: t.string({ nullable: true, description: 'Its name.', resolve: ({ entry }) => entry.name }),
    minCampaignBudget: t.expose('minCampaignBudget', {
      type: 'Decimal',
      description: 'Least budget of a campaign.',
    }),
    minBidCpm: t.expose('minBidCpm', {
      type: 'Decimal',
      description: 'Least bid for a thousand impressions.',
    }),
    minBidCpmVideo: t.expose('minBidCpmVideo', { type: 'Decimal', description: 'The same, of video.' }),
    minBidCpv: t.expose('minBidCpv', { type: 'Decimal', description: 'Least bid for a view.' }),
    minBidCpc: t.expose('minBidCpc', { type: 'Decimal', description: 'Least bid for a click.' }),
  }),
});

const DictionaryLocation = builder.objectRef<LocationEntry>('DictionaryLocation').implement({
  description: 'A place on Earth.',
  fields: (t) => ({
    value: t.expose('woeid', { type: 'SafeInt', description: 'The same as woeid.' }),
    woeid: t.expose('woeid', { type: 'SafeInt', description: 'Where On Earth Identifier.' }),
    parentWoeid: t.expose('parentWoeid', {
      type: 'SafeInt',
      nullable: true,
      description: 'The place around it.',
    }),
    type: t.exposeString('type', { description: 'Such as COUNTRY, State, Town or Zip.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
});

const DictionarySite = builder.objectRef<SiteEntry>('DictionarySite').implement({
  description: 'A site that can be targeted as SITE_X_DEVICE unless it belongs to an active group.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The first half of a SITE_X_DEVICE value.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    category: t.exposeString('category', { description: 'Such as NEWS or SPORTS.' }),
    group: t.exposeString('group', { nullable: true, description: 'Value of the site group it belongs to.' }),
  }),
});

const DictionarySegment = builder.objectRef<SegmentEntry>('DictionarySegment').implement({
  description: 'A node of a tree of interest segments.',
  fields: (t) => ({
    value: t.expose('value', { type: 'SafeInt', description: 'Its id.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { nullable: true, description: 'Whom it holds.' }),
    parentId: t.expose('parentId', { type: 'SafeInt', nullable: true, description: 'The segment above it.' }),
    dataProvider: t.exposeString('dataProvider', {
      nullable: true,
      description: 'Whose data it is made of.',
    }),
  }),
});

const DictionaryCategory = builder.objectRef<CategoryEntry>('DictionaryCategory').implement({
  description: 'An entry of the content taxonomy.',
  fields: (t) => ({
    value: t.expose('id', { type: 'SafeInt', description: 'Its id, as advertisers take it.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    parentId: t.expose('parentId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The category above it; null for a primary one.',
    }),
  }),
});

const LocationConnection = entryConnection('DictionaryLocation', 'places', DictionaryLocation);
const SiteConnection = entryConnection('DictionarySite', 'sites', DictionarySite);
const SegmentConnection = entryConnection('DictionarySegment', 'interest segments', DictionarySegment);
const CategoryConnection = entryConnection('DictionaryCategory', 'categories', DictionaryCategory);

/** A read of one list, unless the operator switched it off. */
const reading =
  <Args, Answer>(list: string, read: (ctx: DomainContext, args: Args) => Promise<Answer>) =>
  (_root: object, args: Args, ctx: DomainContext): Promise<Answer> => {
    checkFeature(ctx, list);
    return read(ctx, args);
  };

/** More than the taxonomy that is shipped; one that an operator loads may be longer. */
const MAX_CATEGORIES = 5_000;

/** A list that is in memory as a whole. */
const within = <Entry>(all: readonly Entry[]) => ({
  read: async ({ si, mr }: { si: number; mr: number }) => all.slice(si, si + mr),
  count: async () => all.length,
});

const Dictionary = builder.objectRef<object>('Dictionary').implement({
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
    const ofSegments = {
      advertiserId: t.arg.id({ required: true, description: 'For which advertiser.' }),
      parentId: t.arg({ type: 'SafeInt', description: 'Those directly below this one.' }),
      search: t.arg.string({ description: 'Part of the name, in any case.' }),
      provider: t.arg.string({ description: 'Name of the provider; third-party segments only.' }),
    };
    const segments = (list: SegmentList, description: string) =>
      t.field({
        type: [DictionarySegment],
        description,
        args: {
          ...ofSegments,
          id: t.arg({ type: 'SafeInt', description: 'This one; search is ignored then.' }),
          ...page,
        },
        resolve: (_root, { advertiserId, ...parameters }, ctx) => {
          checkFeature(ctx, `interest_segments_${list === 'platform' ? ctx.config.operator : list}`);
          const id = idArgument('Advertiser', advertiserId, 'advertiserId');
          return findSegments({ ctx, list, parameters: { ...parameters, advertiserId: id } });
        },
      });
    const segmentPages = (list: SegmentList, description: string) =>
      t.field({
        type: SegmentConnection,
        description,
        args: { ...ofSegments, ...pageArguments(t.arg as never) },
        resolve: (_root, { first, after, advertiserId, ...parameters }, ctx) => {
          checkFeature(ctx, `interest_segments_${list === 'platform' ? ctx.config.operator : list}`);
          const id = idArgument('Advertiser', advertiserId, 'advertiserId');
          const given = { ...parameters, advertiserId: id };
          return entryPage({
            list: `segments ${list}`,
            args: { first, after },
            read: (page) => findSegments({ ctx, list, parameters: { ...given, ...page } }),
            count: () => countSegments({ ctx, list, parameters: given }),
          });
        },
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
          location: t.arg.string({ description: 'A name, or a postal or ISO code.' }),
          type: t.arg({ type: 'ListedValue', description: 'country, region, state, DMA, city or zip.' }),
          fuzzy: t.arg.boolean({ description: 'Also what is spelt much like location.' }),
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
      locationsConnection: t.field({
        type: LocationConnection,
        description:
          'Places, page by page: by location (with type and fuzzy), the best first, or all of a type.',
        args: {
          location: t.arg.string({ description: 'A name, or a postal or ISO code.' }),
          type: t.arg({ type: 'ListedValue', description: 'country, region, state, DMA, city or zip.' }),
          fuzzy: t.arg.boolean({ description: 'Also what is spelt much like location.' }),
          ...pageArguments(t.arg as never),
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
          ...pageArguments(t.arg as never),
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
          ...pageArguments(t.arg as never),
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
