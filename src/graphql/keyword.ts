import { countKeywords, findKeywords, KEYWORD_LIST } from '../domain/native/find.ts';
import { keywordObject } from '../domain/native/objects/keyword.ts';
import { visibleObjects } from '../domain/native/visible.ts';
import { AdGroup } from './ad-group.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection, rootConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';
import { oneById } from './one-by-id.ts';

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

const keywords = connectionType({
  type: Keyword,
  name: 'Keyword',
  words: 'keywords',
  list: KEYWORD_LIST,
  visible: (ctx) => visibleObjects(ctx, 'keyword'),
  status: NativeStatus,
  orderBy: ['id', 'value', 'status', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: keywords,
  owner: AdGroup,
  field: 'keywords',
  description: 'Its search terms.',
});

rootConnection({
  of: keywords,
  field: 'keywords',
  description: 'The seat’s keywords.',
  find: findKeywords,
  count: countKeywords,
});

oneById({ type: Keyword, name: 'Keyword', word: 'keyword', find: findKeywords });

nativeMutations({ object: keywordObject, type: Keyword, single: true });
