import { createAd } from '../domain/ad/create.ts';
import { AD_LIST, findAds } from '../domain/ad/find.ts';
import { CreateAd, UpdateAd } from '../domain/ad/input.ts';
import { updateAd } from '../domain/ad/update.ts';
import { visibleAds } from '../domain/ad/visible.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection } from './connections.ts';
import { IN_USE, MediaType } from './enums.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { Line } from './line.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';

const AdStatus = builder.enumType('AdStatus', { description: 'Whether an ad is in use.', values: IN_USE });

const AdSchedule = builder.prismaObject('AdSchedule', {
  description: 'A flight of an ad within its line’s.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `AdSchedule:123`.',
      resolve: ({ id }) => globalId('AdSchedule', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    startDate: t.expose('startDate', { type: 'Timestamp', description: 'First second of the flight.' }),
    endDate: t.expose('endDate', { type: 'Timestamp', description: 'End of the flight.' }),
  }),
});

const AdCountdown = builder.prismaObject('AdCountdown', {
  description: 'The time that an ad on a native line shows in place of `{time}`.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `AdCountdown:123`.',
      resolve: ({ id }) => globalId('AdCountdown', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    countdownPrefixId: t.exposeInt('countdownPrefixId', {
      nullable: true,
      description: 'Text in front: of the prefix dictionary.',
    }),
    endDate: t.expose('endDate', { type: 'Timestamp', description: 'What is counted down to.' }),
    timezone: t.expose('timezone', { type: 'TimeZone', description: 'Zone in which it is shown.' }),
  }),
});

const Ad = builder.prismaObject('Ad', {
  description: 'A creative on a line.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Ad:123`.',
      resolve: ({ id }) => globalId('Ad', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    name: t.string({
      description: 'Its creative’s name.',
      select: { creative: { select: { name: true } } },
      resolve: ({ creative }) => creative.name,
    }),
    mediaType: t.field({
      type: MediaType,
      description: 'Its creative’s media type.',
      select: { creative: { select: { mediaType: true } } },
      resolve: ({ creative }) => creative.mediaType as 'DISPLAY',
    }),
    status: t.field({
      type: AdStatus,
      description: 'ACTIVE or INACTIVE.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    lineId: t.id({
      description: 'Global id of the line it runs on.',
      select: { lineId: true },
      resolve: ({ lineId }) => globalId('Line', lineId),
    }),
    line: t.relation('line', { description: 'The line it runs on.' }),
    creativeId: t.id({
      description: 'Global id of what it shows.',
      select: { creativeId: true },
      resolve: ({ creativeId }) => globalId('Creative', creativeId),
    }),
    creative: t.relation('creative', { description: 'What it shows.' }),
    schedules: t.relation('schedules', {
      type: AdSchedule,
      description: 'Its flights.',
      query: { orderBy: { id: 'asc' } },
    }),
    countdown: t.relation('countdown', {
      type: AdCountdown,
      nullable: true,
      description: 'The time it shows, on native lines.',
    }),
    nativeAdStatus: t.expose('nativeAdStatus', {
      type: 'ListedValue',
      nullable: true,
      description: 'Its state on native supply.',
    }),
    nativeAdRestrictions: t.exposeStringList('nativeAdRestrictions', {
      description: 'Texts of its tag restriction list.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
    }),
  }),
});

historyOf('Ad', Ad);

const ads = connectionType({
  type: Ad,
  name: 'Ad',
  words: 'ads',
  list: AD_LIST,
  visible: visibleAds,
  status: AdStatus,
  orderBy: ['id', 'status', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: ads,
  owner: Line,
  field: 'ads',
  description: 'Its ads.',
});

oneById({ type: Ad, name: 'Ad', word: 'ad', find: findAds });

createMutation({ resource: 'Ad', type: Ad, definition: CreateAd, bulk: true, find: findAds, run: createAd });

updateMutation({ resource: 'Ad', type: Ad, definition: UpdateAd, bulk: true, find: findAds, run: updateAd });
