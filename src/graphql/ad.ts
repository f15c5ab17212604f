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

const AdStatus = builder.enumType('AdStatus', {
  description: 'The possible states of an ad.',
  values: IN_USE,
});

const AdSchedule = builder.prismaObject('AdSchedule', {
  description: 'A period in which an ad runs, within the flights of its line.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `AdSchedule:123`.',
      resolve: ({ id }) => globalId('AdSchedule', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    startDate: t.expose('startDate', { type: 'Timestamp', description: 'The first second of the flight.' }),
    endDate: t.expose('endDate', { type: 'Timestamp', description: 'The end of the flight.' }),
  }),
});

const AdCountdown = builder.prismaObject('AdCountdown', {
  description: 'The countdown that an ad on a native line shows in place of `{time}`.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `AdCountdown:123`.',
      resolve: ({ id }) => globalId('AdCountdown', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    countdownPrefixId: t.exposeInt('countdownPrefixId', {
      nullable: true,
      description:
        'The ID of the text shown before the countdown, from `dictionary.flashSaleCountdownPrefixTexts`.',
    }),
    endDate: t.expose('endDate', {
      type: 'Timestamp',
      description: 'The moment to which the ad counts down.',
    }),
    timezone: t.expose('timezone', {
      type: 'TimeZone',
      description: 'The time zone in which the countdown is shown.',
    }),
  }),
});

const Ad = builder.prismaObject('Ad', {
  description: 'An ad: a creative that runs on a line.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Ad:123`.',
      resolve: ({ id }) => globalId('Ad', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    name: t.string({
      description: 'The name of its creative.',
      select: { creative: { select: { name: true } } },
      resolve: ({ creative }) => creative.name,
    }),
    mediaType: t.field({
      type: MediaType,
      description: 'The media type of its creative.',
      select: { creative: { select: { mediaType: true } } },
      resolve: ({ creative }) => creative.mediaType as 'DISPLAY',
    }),
    status: t.field({
      type: AdStatus,
      description: 'The status: `ACTIVE` or `INACTIVE`.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    lineId: t.id({
      description: 'The global ID of the line that the ad runs on.',
      select: { lineId: true },
      resolve: ({ lineId }) => globalId('Line', lineId),
    }),
    line: t.relation('line', { description: 'The line that the ad runs on.' }),
    creativeId: t.id({
      description: 'The global ID of the creative that the ad shows.',
      select: { creativeId: true },
      resolve: ({ creativeId }) => globalId('Creative', creativeId),
    }),
    creative: t.relation('creative', { description: 'The creative that the ad shows.' }),
    schedules: t.relation('schedules', {
      type: AdSchedule,
      description: 'The flights of the ad.',
      query: { orderBy: { id: 'asc' } },
    }),
    countdown: t.relation('countdown', {
      type: AdCountdown,
      nullable: true,
      description: 'The countdown, for ads on native lines whose creative contains `{time}`.',
    }),
    nativeAdStatus: t.expose('nativeAdStatus', {
      type: 'ListedValue',
      nullable: true,
      description: 'The status of the ad on native supply.',
    }),
    nativeAdRestrictions: t.exposeStringList('nativeAdRestrictions', {
      description: 'The texts of the ad’s tag restriction list.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
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
  description: 'The ads of the line.',
});

oneById({ type: Ad, name: 'Ad', word: 'ad', find: findAds });

createMutation({ resource: 'Ad', type: Ad, definition: CreateAd, bulk: true, find: findAds, run: createAd });

updateMutation({ resource: 'Ad', type: Ad, definition: UpdateAd, bulk: true, find: findAds, run: updateAd });
