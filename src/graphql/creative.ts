import { createCreative } from '../domain/creative/create.ts';
import { CREATIVE_LIST, findCreatives } from '../domain/creative/find.ts';
import { CreateCreative, UpdateCreative } from '../domain/creative/input.ts';
import { updateCreative } from '../domain/creative/update.ts';
import { visibleCreatives } from '../domain/creative/visible.ts';
import { Advertiser } from './advertiser.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection } from './connections.ts';
import { IN_USE, MediaType } from './enums.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';

const CreativeStatus = builder.enumType('CreativeStatus', {
  description: 'Whether a creative is in use.',
  values: IN_USE,
});

const Creative = builder.prismaObject('Creative', {
  description: 'What an ad shows.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Creative:123`.',
      resolve: ({ id }) => globalId('Creative', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    advertiserId: t.id({
      description: 'Global id of the advertiser that owns it.',
      select: { advertiserId: true },
      resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns it.' }),
    name: t.exposeString('name', { description: 'Display name; its ads are called so.' }),
    mediaType: t.field({
      type: MediaType,
      description: 'DISPLAY, VIDEO or NATIVE; never changes.',
      select: { mediaType: true },
      resolve: ({ mediaType }) => mediaType as 'DISPLAY',
    }),
    status: t.field({
      type: CreativeStatus,
      description: 'ACTIVE or INACTIVE.',
      select: { status: true },
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

const creatives = connectionType({
  type: Creative,
  name: 'Creative',
  words: 'creatives',
  list: CREATIVE_LIST,
  visible: visibleCreatives,
  status: CreativeStatus,
  orderBy: ['id', 'name', 'status', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: creatives,
  owner: Advertiser,
  field: 'creatives',
  description: 'Its creatives.',
});

oneById({ type: Creative, name: 'Creative', word: 'creative', find: findCreatives });

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
