import { KEYWORD } from '../../domain/keyword/definition.ts';
import { keywordObject } from '../../domain/keyword/object.ts';
import { countKeywords, findKeywords } from '../../domain/native/find.ts';
import { visibleObjects } from '../../domain/native/visible.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { keptFields } from '../parts/kept-fields.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { AdGroup } from './ad-group.ts';
import { nativeMutations } from './native-mutations.ts';

const Keyword = resourceType(KEYWORD, { whole: true });

keptFields(Keyword);
historyOf('Keyword', Keyword);

const keywords = connectionOf({
  resource: KEYWORD,
  type: Keyword,
  visible: (ctx) => visibleObjects(ctx, 'keyword'),
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

nativeMutations({ object: keywordObject, type: Keyword, find: findKeywords, single: true });
