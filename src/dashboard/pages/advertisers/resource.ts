import {
  type AdvertiserFilter,
  type AdvertiserOrderField,
  AdvertiserStatus,
  SavedViewPage,
} from '../../generated/graphql.ts';
import { words } from '../../parts/words.ts';
import type { Resource } from '../list/resource.ts';
import { ADVERTISER_COLUMNS, type AdvertiserItem } from './columns.tsx';

export const ADVERTISERS: Resource<AdvertiserItem, AdvertiserOrderField, AdvertiserFilter> = {
  noun: 'advertiser',
  page: SavedViewPage.Advertisers,
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
  compared: [
    { key: 'CURRENCY', name: 'Currency', kind: 'text', filter: (currency) => ({ currency }) },
    { key: 'TIMEZONE', name: 'Time zone', kind: 'text', filter: (timezone) => ({ timezone }) },
  ],
  scopes: [],
};
