import type { CategoryEntry } from '../domain/dictionary/categories.ts';
import type { CurrencyLimits, Entry } from '../domain/dictionary/entries.ts';
import type { LocationEntry } from '../domain/dictionary/locations.ts';
import type { SegmentEntry } from '../domain/dictionary/segments.ts';
import type { SiteEntry } from '../domain/dictionary/sites.ts';
import { builder } from './builder.ts';

/** What the lists of the dictionary hold. */

export const DictionaryEntry = builder.objectRef<Entry>('DictionaryEntry').implement({
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

export const CurrencyLimit = builder
  .objectRef<CurrencyLimits & { entry: Entry }>('CurrencyLimits')
  .implement({
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

export const DictionaryLocation = builder.objectRef<LocationEntry>('DictionaryLocation').implement({
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

export const DictionarySite = builder.objectRef<SiteEntry>('DictionarySite').implement({
  description: 'A site that can be targeted as SITE_X_DEVICE unless it belongs to an active group.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The first half of a SITE_X_DEVICE value.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    category: t.exposeString('category', { description: 'Such as NEWS or SPORTS.' }),
    group: t.exposeString('group', { nullable: true, description: 'Value of the site group it belongs to.' }),
  }),
});

export const DictionarySegment = builder.objectRef<SegmentEntry>('DictionarySegment').implement({
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

export const DictionaryCategory = builder.objectRef<CategoryEntry>('DictionaryCategory').implement({
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
