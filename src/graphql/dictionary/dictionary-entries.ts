import type { GraphQLResolveInfo } from 'graphql';
import type { CategoryEntry } from '../../domain/audiences/dictionary/categories.ts';
import type { CurrencyLimits, Entry } from '../../domain/audiences/dictionary/entries.ts';
import { type LocationEntry, locationsById } from '../../domain/audiences/dictionary/locations.ts';
import type { SegmentEntry } from '../../domain/audiences/dictionary/segments.ts';
import type { SiteEntry } from '../../domain/audiences/dictionary/sites.ts';
import type { DomainContext } from '../../domain/context.ts';
import { builder } from '../builder.ts';
import { batchByKey, placeOf } from '../server/batches.ts';

/** The types of the entries of dictionary lists. */

export const DictionaryEntry = builder.objectRef<Entry>('DictionaryEntry').implement({
  description: 'A value that an attribute accepts.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The value to use in other objects.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name of the value. Null if the value is self-explanatory.',
    }),
    number: t.expose('number', {
      type: 'SafeInt',
      nullable: true,
      description:
        'The integer by which other objects refer to the entry, such as `countdownPrefixId` of an ad’s countdown.',
    }),
  }),
});

export const CurrencyLimit = builder
  .objectRef<CurrencyLimits & { entry: Entry }>('CurrencyLimits')
  .implement({
    description: 'The smallest budget and bids that a currency allows, in units of that currency.',
    fields: (t) => ({
      value: t.string({
        description: 'The ISO 4217 code of the currency.',
        resolve: ({ entry }) => entry.value,
      }),
      name: t.string({
        nullable: true,
        description: 'The name of the currency.',
        resolve: ({ entry }) => entry.name,
      }),
      minCampaignBudget: t.expose('minCampaignBudget', {
        type: 'Decimal',
        description: 'The smallest budget of a campaign.',
      }),
      minBidCpm: t.expose('minBidCpm', {
        type: 'Decimal',
        description: 'The smallest bid per thousand impressions.',
      }),
      minBidCpmVideo: t.expose('minBidCpmVideo', {
        type: 'Decimal',
        description: 'The smallest bid per thousand video impressions.',
      }),
      minBidCpv: t.expose('minBidCpv', { type: 'Decimal', description: 'The smallest bid per view.' }),
      minBidCpc: t.expose('minBidCpc', { type: 'Decimal', description: 'The smallest bid per click.' }),
    }),
  });

export const DictionaryLocation = builder.objectRef<LocationEntry>('DictionaryLocation').implement({
  description: 'A location.',
  fields: (t) => ({
    value: t.expose('woeid', {
      type: 'SafeInt',
      description: 'The WOEID of the location. Same value as `woeid`.',
    }),
    woeid: t.expose('woeid', {
      type: 'SafeInt',
      description: 'The WOEID (Where On Earth ID) of the location.',
    }),
    parentWoeid: t.expose('parentWoeid', {
      type: 'SafeInt',
      nullable: true,
      description: 'The WOEID of the location that contains this one.',
    }),
    type: t.exposeString('type', {
      description: 'The type of the location, such as `COUNTRY`, `State`, `Town` or `Zip`.',
    }),
    name: t.exposeString('name', { description: 'The name of the location.' }),
  }),
});

/**
 * Returns the location of a WOEID in a list, or null if it no longer exists. Locations of one list are read by one
 * statement.
 */
export async function loadLocation(ctx: DomainContext, info: GraphQLResolveInfo, woeid: number) {
  const load = async (woeids: readonly number[]) =>
    new Map((await locationsById(ctx, woeids)).map((location) => [location.woeid, location]));
  return (await batchByKey(ctx, placeOf(info.path), load)(woeid)) ?? null;
}

builder.objectField(DictionaryLocation, 'parent', (t) =>
  t.field({
    type: DictionaryLocation,
    nullable: true,
    description: 'The location that contains this one. Null for a country.',
    resolve: ({ parentWoeid }, _args, ctx, info) =>
      parentWoeid === null ? null : loadLocation(ctx, info, parentWoeid),
  }),
);

export const DictionarySite = builder.objectRef<SiteEntry>('DictionarySite').implement({
  description: 'A site. It can be targeted as `SITE_X_DEVICE` unless it belongs to an active site group.',
  fields: (t) => ({
    value: t.exposeString('value', {
      description: 'The value of the site, which is the first half of a `SITE_X_DEVICE` value.',
    }),
    name: t.exposeString('name', { description: 'The name of the site.' }),
    category: t.exposeString('category', {
      description: 'The category of the site, such as `NEWS` or `SPORTS`.',
    }),
    group: t.exposeString('group', {
      nullable: true,
      description: 'The value of the site group that the site belongs to.',
    }),
  }),
});

export const DictionarySegment = builder.objectRef<SegmentEntry>('DictionarySegment').implement({
  description: 'An interest segment. Segments form a tree.',
  fields: (t) => ({
    value: t.expose('value', { type: 'SafeInt', description: 'The ID of the segment.' }),
    name: t.exposeString('name', { description: 'The name of the segment.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'A description of the users in the segment.',
    }),
    parentId: t.expose('parentId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The ID of the parent segment.',
    }),
    dataProvider: t.exposeString('dataProvider', {
      nullable: true,
      description: 'The name of the data provider.',
    }),
  }),
});

export const DictionaryCategory = builder.objectRef<CategoryEntry>('DictionaryCategory').implement({
  description: 'A category of the content taxonomy.',
  fields: (t) => ({
    value: t.expose('id', {
      type: 'SafeInt',
      description:
        'The ID of the category, for `iabCategoryId` and `iabSecondaryCategoryId` of an advertiser.',
    }),
    name: t.exposeString('name', { description: 'The name of the category.' }),
    parentId: t.expose('parentId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The ID of the parent category. Null for a primary category.',
    }),
  }),
});
