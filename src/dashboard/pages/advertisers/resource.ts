import {
  type AdvertiserFilter,
  type AdvertiserOrderField,
  AdvertiserStatus,
} from '../../generated/graphql.ts';
import { words } from '../../parts/words.ts';
import type { Resource } from '../list/resource.ts';
import { ADVERTISER_COLUMNS, type AdvertiserItem } from './columns.tsx';

export const ADVERTISERS: Resource<AdvertiserItem, AdvertiserOrderField, AdvertiserFilter> = {
  noun: 'advertiser',
  columns: ADVERTISER_COLUMNS,
  filters: [
    {
      param: 'status',
      label: 'status',
      any: 'Any status',
      choices: Object.values(AdvertiserStatus).map((value) => [value, words(value)]),
      filter: (value) => ({ status: value as AdvertiserStatus }),
    },
  ],
  scopes: [],
};
