import { FUNNEL_TYPE } from '../../domain/campaigns/targeting/funnel.ts';
import { type Targeting, targetingFrom, targetingSql } from '../../domain/campaigns/targeting/get.ts';
import { UpdateTargeting } from '../../domain/campaigns/targeting/input.ts';
import { TARGET_TYPE_NAME } from '../../domain/campaigns/targeting/kind.ts';
import { updateTargeting } from '../../domain/campaigns/targeting/update.ts';
import { builder } from '../builder.ts';
import { DictionaryLocation, loadLocation } from '../dictionary/dictionary-entries.ts';
import { asLoadedType, loadNode } from '../parts/node.ts';
import { rowField } from '../parts/row-field.ts';
import { enumOf } from '../parts/values/enums.ts';
import { globalId } from '../parts/values/ids.ts';
import { Line } from './line.ts';
import { lineMutation } from './line-mutation.ts';
import { NativeList } from './native-list.ts';

const TargetType = builder.objectRef<Targeting['types'][number]>('TargetType').implement({
  description: 'A target type of a line.',
  fields: (t) => ({
    name: t.expose('name', {
      type: enumOf(TARGET_TYPE_NAME),
      description: 'The name of the target type, such as `GEOGRAPHY`.',
    }),
    isTargeted: t.exposeBoolean('isTargeted', { description: 'Whether the target type is enabled.' }),
  }),
});

const TargetedGeo = builder.objectRef<Targeting['geos'][number]>('TargetedGeo').implement({
  description: 'A location that a line targets or excludes.',
  fields: (t) => ({
    woeid: t.exposeInt('woeid', { description: 'The WOEID of the location.' }),
    type: t.exposeString('type', {
      description: 'The type of the location, such as `COUNTRY`, `State` or `Town`.',
    }),
    name: t.exposeString('name', { description: 'The name of the location.' }),
    location: t.field({
      type: DictionaryLocation,
      nullable: true,
      description: 'The location in the dictionary. Null once it is retired.',
      resolve: ({ woeid }, _args, ctx, info) => loadLocation(ctx, info, woeid),
    }),
  }),
});

const FunnelAttribute = builder
  .objectRef<Targeting['funnelAttributes'][number]>('FunnelAttribute')
  .implement({
    description: 'A product funnel: users who viewed, added to the cart or bought products of a product set.',
    fields: (t) => ({
      lookBack: t.exposeInt('lookBack', { description: 'The number of past days to look back.' }),
      funnelType: t.expose('funnelType', {
        type: enumOf(FUNNEL_TYPE),
        description: 'The step of the funnel: `ViewProduct`, `AddToCart` or `Purchase`.',
      }),
      productSetId: t.expose('productSetId', {
        type: 'SafeInt',
        description: 'The integer ID of the product set.',
      }),
      exclude: t.exposeBoolean('exclude', { description: 'Whether matching users are excluded.' }),
    }),
  });

const TargetingRef = builder.objectRef<Targeting>('Targeting').implement({
  description: 'The enabled target types of a line and their targets.',
  fields: (t) => ({
    lineId: t.id({ description: 'The global ID of the line.', resolve: ({ id }) => globalId('Line', id) }),
    types: t.field({
      type: [TargetType],
      description: 'The enabled target types.',
      resolve: ({ types }) => [...types],
    }),
    geos: t.field({
      type: [TargetedGeo],
      description: 'The targeted locations. Empty unless `GEOGRAPHY` is enabled.',
      resolve: ({ geos }) => [...geos],
    }),
    excludedGeos: t.field({
      type: [TargetedGeo],
      description:
        'The excluded locations, where the line does not deliver. Empty unless `GEOGRAPHY` is enabled.',
      resolve: ({ excludedGeos }) => [...excludedGeos],
    }),
    nativeLists: t.field({
      type: [asLoadedType(NativeList)],
      description: 'The blocked native lists. Empty unless `NATIVE_LIST` is enabled.',
      resolve: ({ nativeLists }, _args, ctx, info) =>
        Promise.all(
          nativeLists.map(async ({ id }) => {
            const list = await loadNode(ctx, info, globalId('NativeList', id));
            if (!list) throw new Error('A blocked native list is gone.');
            return list;
          }),
        ),
    }),
    funnelAttributes: t.field({
      type: [FunnelAttribute],
      description: 'The product funnels. Empty unless `TARGET_PRODUCT_FUNNEL` is enabled.',
      resolve: ({ funnelAttributes }) => [...funnelAttributes],
    }),
  }),
});

/** The maximum number of targets in all lists of a line, as the price assumes. */
const MAX_TARGETS = 200;

rowField(Line, 'Line.targeting', {
  type: TargetingRef,
  description: 'The enabled target types of the line and their targets.',
  key: ({ column }, selected) => targetingSql(column('id'), selected),
  maxKeyBytes: MAX_TARGETS * 100,
  maxItems: () => MAX_TARGETS,
  readsMore: new Set(['Targeting.nativeLists', 'TargetedGeo.location']),
  open: () => (_ctx, json) => targetingFrom(json),
});

lineMutation<Targeting>({
  name: 'updateTargeting',
  description: 'Changes the targeting of a line. Target types that are not in the input stay unchanged.',
  definition: UpdateTargeting,
  payload: (t) => ({
    targeting: t.field({
      type: TargetingRef,
      description: 'The targeting of the line after the change.',
      resolve: (targeting) => targeting,
    }),
  }),
  run: (call) => updateTargeting(call),
});
