import { countKeywords, findKeywords, statusFilter } from '../domain/native/find.ts';
import { keywordObject } from '../domain/native/objects/keyword.ts';
import { visibleObjects } from '../domain/native/visible.ts';
import { byId } from '../domain/rows.ts';
import { AdGroup } from './ad-group.ts';
import { builder } from './builder.ts';
import { checkPage } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeFilter, NativeStatus } from './native-status.ts';

const Keyword = builder.prismaObject('Keyword', {
  description: 'A search term that an ad group bids on, or keeps away.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Keyword:123`.',
      resolve: ({ id }) => globalId('Keyword', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'Who owns it.' }),
    adGroup: t.relation('adGroup', { description: 'Its parent.' }),
    parentType: t.expose('parentType', { type: 'ListedValue', description: 'ADGROUP.' }),
    parentId: t.expose('parentId', { type: 'SafeInt', description: 'Its ad group.' }),
    value: t.exposeString('value', { description: 'The term.' }),
    matchType: t.expose('matchType', { type: 'ListedValue', description: 'BROAD, PHRASE or EXACT.' }),
    exclude: t.expose('exclude', { type: 'ListedValue', description: 'TRUE or FALSE.' }),
    status: t.field({
      type: NativeStatus,
      description: 'ACTIVE, PAUSED or DELETED.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    bidSet: t.expose('bidSet', {
      type: 'JSON',
      nullable: true,
      description: '`{bids: [{priceType, value, channel}]}`; null for those of the ad group.',
    }),
    landingUrl: t.expose('landingUrl', { type: 'URL', nullable: true, description: 'Where a click leads.' }),
    adParamValues: t.expose('adParamValues', {
      type: 'JSON',
      nullable: true,
      description: 'Values of its ads’ parameters.',
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

historyOf('Keyword', Keyword);

const KeywordConnection = builder.connectionObject(
  { type: Keyword, name: 'KeywordConnection', description: 'A page of keywords.' },
  { name: 'KeywordEdge', description: 'One keyword of a page.' },
);

builder.prismaObjectField(AdGroup, 'keywords', (t) =>
  t.relatedConnection(
    'keywords',
    {
      cursor: 'id',
      description: 'Its search terms.',
      args: { filter: t.arg({ type: NativeFilter, description: 'Which ones.' }) },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visibleObjects(ctx, 'keyword'), statusFilter(args.filter)] },
          orderBy: [{ id: 'asc' }],
        };
      },
      totalCount: true,
    },
    KeywordConnection,
  ),
);

builder.queryFields((t) => ({
  keyword: t.prismaField({
    type: Keyword,
    nullable: true,
    description: 'One keyword; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) =>
      (await findKeywords({ ctx, query, where: byId(idArgument('Keyword', args.id)) }))[0] ?? null,
  }),
  keywords: t.prismaConnection(
    {
      type: Keyword,
      cursor: 'id',
      description: 'The seat’s keywords.',
      args: { filter: t.arg({ type: NativeFilter, description: 'Which ones.' }) },
      resolve: (query, _root, args, ctx) => {
        checkPage(args);
        return findKeywords({ ctx, where: statusFilter(args.filter), query });
      },
      totalCount: (_root, args, ctx) => countKeywords(ctx, statusFilter(args.filter)),
    },
    KeywordConnection,
  ),
}));

nativeMutations({ object: keywordObject, type: Keyword, single: true });
