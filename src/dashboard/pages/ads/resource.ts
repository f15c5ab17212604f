import {
  type AdFilter,
  type AdOrderField,
  AdStatus,
  MediaType,
  NativeAdStatus,
  SavedViewPage,
} from '../../generated/graphql.ts';
import { words } from '../../parts/words.ts';
import type { Resource } from '../list/resource.ts';
import { AD_COLUMNS, type AdItem } from './columns.tsx';

export const ADS: Resource<AdItem, AdOrderField, AdFilter> = {
  noun: 'ad',
  page: SavedViewPage.Ads,
  columns: AD_COLUMNS,
  filters: [
    {
      param: 'status',
      label: 'status',
      any: 'Any status',
      choices: Object.values(AdStatus).map((value) => [value, words(value)]),
      filter: (value) => ({ status: value as AdStatus }),
    },
    {
      param: 'review',
      label: 'review',
      any: 'Any review',
      choices: Object.values(NativeAdStatus).map((value) => [value, words(value)]),
      filter: (value) => ({ nativeAdStatus: { eq: value as NativeAdStatus } }),
    },
    {
      param: 'media',
      label: 'media',
      any: 'Any media',
      choices: Object.values(MediaType).map((value) => [value, words(value)]),
      filter: (value) => ({ mediaType: { eq: value as MediaType } }),
    },
  ],
  compared: [],
  scopes: [
    {
      param: 'line',
      name: 'Line',
      node: 'Line',
      filter: (id) => ({ lineId: { eq: id } }),
      facts: (id) => ({ facts: { lineIds: [id] } }),
    },
  ],
};
