import {
  countAdGroups,
  countTargetingAttributes,
  findAdGroups,
  findTargetingAttributes,
  statusFilter,
} from '../domain/native/find.ts';
import { adGroupObject } from '../domain/native/objects/ad-group.ts';
import { visibleObjects } from '../domain/native/visible.ts';
import { byId } from '../domain/rows.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import { checkPage } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeFilter, NativeStatus } from './native-status.ts';
import { TargetingAttribute, TargetingAttributeConnection } from './targeting-attribute.ts';

export const AdGroup = builder.prismaObject('AdGroup', {
  description: 'Bids, ads and keywords of a campaign on the native interface.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `AdGroup:123`.',
      resolve: ({ id }) => globalId('AdGroup', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    advertiser: t.relation('advertiser', { description: 'Who owns it.' }),
    campaignId: t.expose('campaignId', { type: 'SafeInt', description: 'The id of its campaign.' }),
    campaign: t.relation('campaign', { description: 'Its campaign.' }),
    adGroupName: t.exposeString('name', { description: 'Display name.' }),
    status: t.field({
      type: NativeStatus,
      description: 'ACTIVE, PAUSED or DELETED.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    startDateStr: t.exposeString('startDateStr', { nullable: true, description: 'First day, yyyy-MM-dd.' }),
    bidSet: t.expose('bidSet', { type: 'JSON', description: '`{bids: [{priceType, value, channel}]}`' }),
    productSetId: t.expose('productSetId', {
      type: 'SafeInt',
      nullable: true,
      description: 'The product set of its dynamic product ads.',
    }),
    extra: t.expose('extra', {
      type: 'JSON',
      description: 'Fields documented elsewhere, as they were sent.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
    }),
    targetingAttributes: t.prismaConnection(
      {
        type: TargetingAttribute,
        cursor: 'id',
        description: 'Whom it reaches.',
        args: { filter: t.arg({ type: NativeFilter, description: 'Which ones.' }) },
        resolve: (query, { id }, args, ctx) => {
          checkPage(args);
          return findTargetingAttributes({ ctx, where: attributesOf(id, args.filter), query });
        },
        totalCount: ({ id }, args, ctx) => countTargetingAttributes(ctx, attributesOf(id, args.filter)),
      },
      TargetingAttributeConnection,
    ),
  }),
});

const attributesOf = (parentId: number, filter: Parameters<typeof statusFilter>[0]) => ({
  parentType: 'ADGROUP',
  parentId,
  ...statusFilter(filter),
});

historyOf('AdGroup', AdGroup);

export const AdGroupConnection = builder.connectionObject(
  { type: AdGroup, name: 'AdGroupConnection', description: 'A page of ad groups.' },
  { name: 'AdGroupEdge', description: 'One ad group of a page.' },
);

builder.prismaObjectField(Campaign, 'adGroups', (t) =>
  t.relatedConnection(
    'adGroups',
    {
      cursor: 'id',
      description: 'Its ad groups.',
      args: { filter: t.arg({ type: NativeFilter, description: 'Which ones.' }) },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visibleObjects(ctx, 'adgroup'), statusFilter(args.filter)] },
          orderBy: [{ id: 'asc' }],
        };
      },
      totalCount: true,
    },
    AdGroupConnection,
  ),
);

builder.prismaObjectField(Advertiser, 'adGroups', (t) =>
  t.relatedConnection(
    'adGroups',
    {
      cursor: 'id',
      description: 'Ad groups of its campaigns.',
      args: { filter: t.arg({ type: NativeFilter, description: 'Which ones.' }) },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visibleObjects(ctx, 'adgroup'), statusFilter(args.filter)] },
          orderBy: [{ id: 'asc' }],
        };
      },
      totalCount: true,
    },
    AdGroupConnection,
  ),
);

builder.queryFields((t) => ({
  adGroup: t.prismaField({
    type: AdGroup,
    nullable: true,
    description: 'One ad group; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) =>
      (await findAdGroups({ ctx, query, where: byId(idArgument('AdGroup', args.id)) }))[0] ?? null,
  }),
  adGroups: t.prismaConnection(
    {
      type: AdGroup,
      cursor: 'id',
      description: 'The seat’s ad groups.',
      args: { filter: t.arg({ type: NativeFilter, description: 'Which ones.' }) },
      resolve: (query, _root, args, ctx) => {
        checkPage(args);
        return findAdGroups({ ctx, where: statusFilter(args.filter), query });
      },
      totalCount: (_root, args, ctx) => countAdGroups(ctx, statusFilter(args.filter)),
    },
    AdGroupConnection,
  ),
}));

nativeMutations({ object: adGroupObject, type: AdGroup, single: true });
