import { TARGETING_PARTS, type Targeting, targetingOf } from '../domain/targeting/get.ts';
import { UpdateTargeting } from '../domain/targeting/input.ts';
import { updateTargeting } from '../domain/targeting/update.ts';
import { builder } from './builder.ts';
import { globalId } from './ids.ts';
import { Line } from './line.ts';
import { lineMutation } from './line-mutation.ts';

const TargetType = builder.objectRef<Targeting['types'][number]>('TargetType').implement({
  description: 'A type of targets of a line.',
  fields: (t) => ({
    name: t.expose('name', { type: 'ListedValue', description: 'Such as GEOGRAPHY.' }),
    isTargeted: t.exposeBoolean('isTargeted', { description: 'Whether it is on.' }),
  }),
});

const TargetedGeo = builder.objectRef<Targeting['geos'][number]>('TargetedGeo').implement({
  description: 'A place that a line targets.',
  fields: (t) => ({
    woeid: t.exposeInt('woeid', { description: 'Its id of the location dictionary.' }),
    type: t.exposeString('type', { description: 'Such as COUNTRY, State or Town.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
  }),
});

const BlockedNativeList = builder.objectRef<Targeting['nativeLists'][number]>('BlockedNativeList').implement({
  description: 'A native list that a line blocks.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the list.', resolve: ({ id }) => globalId('NativeList', id) }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    exclude: t.exposeBoolean('exclude', { description: 'Always true: lists can be blocked only.' }),
  }),
});

const FunnelAttribute = builder
  .objectRef<Targeting['funnelAttributes'][number]>('FunnelAttribute')
  .implement({
    description: 'Who did what with products of a set.',
    fields: (t) => ({
      lookBack: t.exposeInt('lookBack', { description: 'Past days to look back.' }),
      funnelType: t.expose('funnelType', {
        type: 'ListedValue',
        description: 'ViewProduct, AddToCart or Purchase.',
      }),
      productSetId: t.expose('productSetId', {
        type: 'SafeInt',
        description: 'The product set, as REST shows it.',
      }),
      exclude: t.exposeBoolean('exclude', { description: 'Whether matching users are excluded.' }),
    }),
  });

const TargetingRef = builder.objectRef<Targeting>('Targeting').implement({
  description: 'The targets of a line, of the types that are on.',
  fields: (t) => ({
    lineId: t.id({ description: 'Global id of the line.', resolve: ({ id }) => globalId('Line', id) }),
    types: t.field({
      type: [TargetType],
      description: 'The types that are on.',
      resolve: ({ types }) => [...types],
    }),
    geos: t.field({
      type: [TargetedGeo],
      description: 'Places, where GEOGRAPHY is on.',
      resolve: ({ geos }) => [...geos],
    }),
    nativeLists: t.field({
      type: [BlockedNativeList],
      description: 'Native lists that are blocked, where NATIVE_LIST is on.',
      resolve: ({ nativeLists }) => [...nativeLists],
    }),
    funnelAttributes: t.field({
      type: [FunnelAttribute],
      description: 'Product funnels, where TARGET_PRODUCT_FUNNEL is on.',
      resolve: ({ funnelAttributes }) => [...funnelAttributes],
    }),
  }),
});

builder.prismaObjectField(Line, 'targeting', (t) =>
  t.field({
    type: TargetingRef,
    description: 'Its targets, of the types that are on.',
    select: TARGETING_PARTS,
    resolve: (line) => targetingOf(line),
  }),
);

lineMutation({
  name: 'Targeting',
  description: 'Changes the targets of a line, of the types that the input names.',
  definition: UpdateTargeting,
  payload: builder.objectRef<Targeting>('UpdateTargetingPayload').implement({
    description: 'What `updateTargeting` answers when it succeeds.',
    fields: (t) => ({
      targeting: t.field({
        type: TargetingRef,
        description: 'What the line targets now.',
        resolve: (targeting) => targeting,
      }),
    }),
  }),
  run: updateTargeting,
});
