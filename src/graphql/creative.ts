import { createCreative } from '../domain/creative/create.ts';
import { creativeFilter, findCreatives } from '../domain/creative/find.ts';
import { CreateCreative, UpdateCreative } from '../domain/creative/input.ts';
import { updateCreative } from '../domain/creative/update.ts';
import { visibleCreatives } from '../domain/creative/visible.ts';
import { byId } from '../domain/rows.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { checkPage, orderInput, orderOf } from './connections.ts';
import { IN_USE, MediaType } from './enums.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';

const CreativeStatus = builder.enumType('CreativeStatus', {
  description: 'Whether a creative is in use.',
  values: IN_USE,
});

export const Creative = builder.prismaObject('Creative', {
  description: 'What an ad shows.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Creative:123`.',
      resolve: ({ id }) => globalId('Creative', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    advertiserId: t.id({
      description: 'Global id of the advertiser that owns it.',
      resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns it.' }),
    name: t.exposeString('name', { description: 'Display name; its ads are called so.' }),
    mediaType: t.field({
      type: MediaType,
      description: 'DISPLAY, VIDEO or NATIVE; never changes.',
      resolve: ({ mediaType }) => mediaType as 'DISPLAY',
    }),
    status: t.field({
      type: CreativeStatus,
      description: 'ACTIVE or INACTIVE.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    title: t.exposeString('title', { nullable: true, description: 'Headline.' }),
    description: t.exposeString('description', { nullable: true, description: 'Body text.' }),
    landingUrl: t.expose('landingUrl', { type: 'URL', nullable: true, description: 'Where a click leads.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
    }),
  }),
});

historyOf('Creative', Creative);

const CreativeConnection = builder.connectionObject(
  { type: Creative, name: 'CreativeConnection', description: 'A page of creatives.' },
  { name: 'CreativeEdge', description: 'One creative of a page.' },
);

const CreativeFilter = builder.inputType('CreativeFilter', {
  description: 'Which creatives; all conditions hold together.',
  fields: (t) => ({
    query: t.string({ description: 'Part of the name, in any case.' }),
    status: t.field({ type: CreativeStatus, description: 'With this status.' }),
  }),
});

const CreativeOrder = orderInput('Creative', ['id', 'name', 'status', 'createdAt', 'updatedAt']);

builder.prismaObjectField(Advertiser, 'creatives', (t) =>
  t.relatedConnection(
    'creatives',
    {
      cursor: 'id',
      description: 'Its creatives.',
      args: {
        filter: t.arg({ type: CreativeFilter, description: 'Which ones.' }),
        orderBy: t.arg({ type: CreativeOrder, description: 'By id unless given.' }),
      },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visibleCreatives(ctx), creativeFilter(args.filter)] },
          orderBy: orderOf(args.orderBy),
        };
      },
      totalCount: true,
    },
    CreativeConnection,
  ),
);

builder.queryField('creative', (t) =>
  t.prismaField({
    type: Creative,
    nullable: true,
    description: 'One creative; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) => {
      const where = byId(idArgument('Creative', args.id));
      return (await findCreatives({ ctx, query, where }))[0] ?? null;
    },
  }),
);

createMutation({
  resource: 'Creative',
  type: Creative,
  definition: CreateCreative,
  find: findCreatives,
  run: createCreative,
});

updateMutation({
  resource: 'Creative',
  type: Creative,
  definition: UpdateCreative,
  find: findCreatives,
  run: updateCreative,
});
