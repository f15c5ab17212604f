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
  description: 'The possible states of a creative.',
  values: IN_USE,
});

const Creative = builder.prismaObject('Creative', {
  description: 'A creative: what an ad shows.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Creative:123`.',
      resolve: ({ id }) => globalId('Creative', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    advertiserId: t.id({
      description: 'The global ID of the advertiser that owns the creative.',
      select: { advertiserId: true },
      resolve: ({ advertiserId }) => globalId('Advertiser', advertiserId),
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns the creative.' }),
    name: t.exposeString('name', { description: 'The display name. Ads that show the creative inherit it.' }),
    mediaType: t.field({
      type: MediaType,
      description: 'The media type: `DISPLAY`, `VIDEO` or `NATIVE`. Immutable.',
      select: { mediaType: true },
      resolve: ({ mediaType }) => mediaType as 'DISPLAY',
    }),
    status: t.field({
      type: CreativeStatus,
      description: 'The status: `ACTIVE` or `INACTIVE`.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    title: t.exposeString('title', { nullable: true, description: 'The headline.' }),
    description: t.exposeString('description', { nullable: true, description: 'The body text.' }),
    landingUrl: t.expose('landingUrl', {
      type: 'URL',
      nullable: true,
      description: 'The URL that a click leads to.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
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
  description: 'The creatives of the advertiser.',
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
