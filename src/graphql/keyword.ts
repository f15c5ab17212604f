import { countKeywords, findKeywords, KEYWORD_LIST } from '../domain/native/find.ts';
import { keywordObject } from '../domain/native/objects/keyword.ts';
import { visibleObjects } from '../domain/native/visible.ts';
import { AdGroup } from './ad-group.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection, rootConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { nativeFields } from './native-fields.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';
import { oneById } from './one-by-id.ts';

const Keyword = builder.prismaObject('Keyword', {
  description: 'A search term that an ad group bids on, or keeps away.',
  fields: (t) => ({
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'Who owns it.' }),
    adGroup: t.relation('adGroup', { description: 'Its parent.' }),
    parentType: t.expose('parentType', { type: 'ListedValue', description: 'ADGROUP.' }),
    parentId: t.expose('parentId', { type: 'SafeInt', description: 'Its ad group.' }),
    value: t.exposeString('value', { description: 'The term.' }),
    matchType: t.expose('matchType', { type: 'ListedValue', description: 'BROAD, PHRASE or EXACT.' }),
    exclude: t.expose('exclude', { type: 'ListedValue', description: 'TRUE or FALSE.' }),
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
  }),
});

nativeFields('Keyword', Keyword);
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
