import { countTargetingAttributes, findTargetingAttributes, statusFilter } from '../domain/native/find.ts';
import { targetingAttributeObject } from '../domain/native/objects/targeting-attribute.ts';
import { byId } from '../domain/rows.ts';
import { builder } from './builder.ts';
import { checkPage } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeFilter, NativeStatus } from './native-status.ts';

export const TargetingAttribute = builder.prismaObject('TargetingAttribute', {
  description: 'Whom a campaign or ad group reaches: one value of one type.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `TargetingAttribute:123`.',
      resolve: ({ id }) => globalId('TargetingAttribute', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'Who owns it.' }),
    parentType: t.expose('parentType', { type: 'ListedValue', description: 'CAMPAIGN or ADGROUP.' }),
    parentId: t.expose('parentId', { type: 'SafeInt', description: 'The campaign or ad group.' }),
    type: t.expose('type', { type: 'ListedValue', description: 'Such as WOEID or SITE_X_DEVICE.' }),
    value: t.exposeString('value', { description: 'A value of that type.' }),
    exclude: t.expose('exclude', { type: 'ListedValue', description: 'TRUE or FALSE.' }),
    status: t.field({
      type: NativeStatus,
      description: 'ACTIVE, PAUSED or DELETED.',
      resolve: ({ status }) => status as 'ACTIVE',
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
  }),
});

historyOf('TargetingAttribute', TargetingAttribute);

export const TargetingAttributeConnection = builder.connectionObject(
  {
    type: TargetingAttribute,
    name: 'TargetingAttributeConnection',
    description: 'A page of targeting attributes.',
  },
  { name: 'TargetingAttributeEdge', description: 'One targeting attribute of a page.' },
);

builder.queryFields((t) => ({
  targetingAttribute: t.prismaField({
    type: TargetingAttribute,
    nullable: true,
    description: 'One targeting attribute; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) => {
      const where = byId(idArgument('TargetingAttribute', args.id));
      return (await findTargetingAttributes({ ctx, query, where }))[0] ?? null;
    },
  }),
  targetingAttributes: t.prismaConnection(
    {
      type: TargetingAttribute,
      cursor: 'id',
      description: 'The seat’s targeting attributes.',
      args: { filter: t.arg({ type: NativeFilter, description: 'Which ones.' }) },
      resolve: (query, _root, args, ctx) => {
        checkPage(args);
        return findTargetingAttributes({ ctx, where: statusFilter(args.filter), query });
      },
      totalCount: (_root, args, ctx) => countTargetingAttributes(ctx, statusFilter(args.filter)),
    },
    TargetingAttributeConnection,
  ),
}));

nativeMutations({ object: targetingAttributeObject, type: TargetingAttribute, single: true });
