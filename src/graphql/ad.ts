import { createAd } from '../domain/ad/create.ts';
import { adFilter, findAds } from '../domain/ad/find.ts';
import { CreateAd, UpdateAd } from '../domain/ad/input.ts';
import { updateAd } from '../domain/ad/update.ts';
import { visibleAds } from '../domain/ad/visible.ts';
import { byId } from '../domain/rows.ts';
import { builder } from './builder.ts';
import { checkPage, orderInput, orderOf } from './connections.ts';
import { IN_USE, MediaType } from './enums.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { Line } from './line.ts';
import { createMutation, updateMutation } from './mutations.ts';

const AdStatus = builder.enumType('AdStatus', { description: 'Whether an ad is in use.', values: IN_USE });

const AdSchedule = builder.prismaObject('AdSchedule', {
  description: 'A flight of an ad within its line’s.',
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

export const Ad = builder.prismaObject('Ad', {
  description: 'A creative on a line.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Ad:123`.',
      resolve: ({ id }) => globalId('Ad', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    name: t.string({
      description: 'Its creative’s name.',
      select: { creative: true },
      resolve: ({ creative }) => creative.name,
    }),
    mediaType: t.field({
      type: MediaType,
      description: 'Its creative’s media type.',
      select: { creative: true },
      resolve: ({ creative }) => creative.mediaType as 'DISPLAY',
    }),
    status: t.field({
      type: AdStatus,
      description: 'ACTIVE or INACTIVE.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    lineId: t.id({
      description: 'Global id of the line it runs on.',
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

const AdConnection = builder.connectionObject(
  { type: Ad, name: 'AdConnection', description: 'A page of ads.' },
  { name: 'AdEdge', description: 'One ad of a page.' },
);

const AdFilter = builder.inputType('AdFilter', {
  description: 'Which ads; all conditions hold together.',
  fields: (t) => ({
    query: t.string({ description: 'Part of the name, in any case.' }),
    status: t.field({ type: AdStatus, description: 'With this status.' }),
  }),
});

const AdOrder = orderInput('Ad', ['id', 'status', 'createdAt', 'updatedAt']);

builder.prismaObjectField(Line, 'ads', (t) =>
  t.relatedConnection(
    'ads',
    {
      cursor: 'id',
      description: 'Its ads.',
      args: {
        filter: t.arg({ type: AdFilter, description: 'Which ones.' }),
        orderBy: t.arg({ type: AdOrder, description: 'By id unless given.' }),
      },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visibleAds(ctx), adFilter(args.filter)] },
          orderBy: orderOf(args.orderBy),
        };
      },
      totalCount: true,
    },
    AdConnection,
  ),
);

builder.queryField('ad', (t) =>
  t.prismaField({
    type: Ad,
    nullable: true,
    description: 'One ad; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) => {
      const where = byId(idArgument('Ad', args.id));
      return (await findAds({ ctx, query, where }))[0] ?? null;
    },
  }),
);

createMutation({ resource: 'Ad', type: Ad, definition: CreateAd, bulk: true, find: findAds, run: createAd });

updateMutation({ resource: 'Ad', type: Ad, definition: UpdateAd, bulk: true, find: findAds, run: updateAd });
