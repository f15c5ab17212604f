import { KEYWORD } from '../../domain/native/keyword/definition.ts';
import { keywordObject } from '../../domain/native/keyword/object.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addPassthroughFields } from '../parts/row-field.ts';
import { AdGroup } from './ad-group.ts';
import { nativeMutations } from './native-mutations.ts';

const Keyword = resourceType(KEYWORD);

addPassthroughFields(Keyword);
historyOf(Keyword);

const keywords = connectionOf({
  resource: KEYWORD,
  type: Keyword,
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
});

oneById({ type: Keyword, name: 'Keyword', singular: 'keyword' });

nativeMutations({ object: keywordObject, type: Keyword, single: true });
