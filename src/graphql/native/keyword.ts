import { countKeywords, findKeywords, KEYWORD_LIST } from '../../domain/native/find.ts';
import { keywordObject } from '../../domain/native/objects/keyword.ts';
import { visibleObjects } from '../../domain/native/visible.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { oneById } from '../parts/one-by-id.ts';
import { AdGroup } from './ad-group.ts';
import { nativeFields } from './native-fields.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';

const Keyword = builder.prismaObject('Keyword', {
  description: 'A search term that an ad group bids on or excludes.',
  fields: (t) => ({
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'The advertiser that owns it.' }),
    adGroup: t.relation('adGroup', { description: 'The ad group that the keyword belongs to.' }),
    parentType: t.expose('parentType', {
      type: 'ListedValue',
      description: 'The type of the parent. Always `ADGROUP`.',
    }),
    parentId: t.expose('parentId', {
      type: 'SafeInt',
      description: 'The integer ID of the ad group that the keyword belongs to.',
    }),
    value: t.exposeString('value', { description: 'The search term.' }),
    matchType: t.expose('matchType', {
      type: 'ListedValue',
      description: 'The match type: `BROAD`, `PHRASE` or `EXACT`.',
    }),
    exclude: t.expose('exclude', {
      type: 'ListedValue',
      description: 'Whether matches are excluded: `TRUE` or `FALSE`.',
    }),
    bidSet: t.expose('bidSet', {
      type: 'JSON',
      nullable: true,
      description:
        'The keyword’s own bids, as `{bids: [{priceType, value, channel}]}`. Null if the bids of the ad group apply.',
    }),
    landingUrl: t.expose('landingUrl', {
      type: 'URL',
      nullable: true,
      description: 'The URL that a click leads to.',
    }),
    adParamValues: t.expose('adParamValues', {
      type: 'JSON',
      nullable: true,
      description: 'The values of the ad parameters.',
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
});

relatedConnection({
  of: keywords,
  owner: AdGroup,
  field: 'keywords',
  description: 'The keywords of the ad group.',
});

rootConnection({
  of: keywords,
  field: 'keywords',
  description: 'Returns the keywords of the seat.',
  find: findKeywords,
  count: countKeywords,
});

oneById({ type: Keyword, name: 'Keyword', word: 'keyword', find: findKeywords });

nativeMutations({ object: keywordObject, type: Keyword, single: true });
