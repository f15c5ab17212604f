import {
  type CampaignFilter,
  CampaignObjective,
  type CampaignOrderField,
  CampaignStatus,
  SavedViewPage,
} from '../../generated/graphql.ts';
import { words } from '../../parts/words.ts';
import type { Resource } from '../list/resource.ts';
import { CAMPAIGN_COLUMNS, type CampaignItem } from './columns.tsx';

export const CAMPAIGNS: Resource<CampaignItem, CampaignOrderField, CampaignFilter> = {
  noun: 'campaign',
  page: SavedViewPage.Campaigns,
  columns: CAMPAIGN_COLUMNS,
  filters: [
    {
      param: 'status',
      label: 'status',
      any: 'Any status',
      choices: Object.values(CampaignStatus).map((value) => [value, words(value)]),
      filter: (value) => ({ status: value as CampaignStatus }),
    },
    {
      param: 'objective',
      label: 'objective',
      any: 'Any objective',
      choices: Object.values(CampaignObjective).map((value) => [value, words(value)]),
      filter: (value) => ({ objective: { eq: value as CampaignObjective } }),
    },
  ],
  compared: [{ key: 'BUDGET', name: 'Budget', kind: 'number', filter: (budget) => ({ budget }) }],
  scopes: [
    {
      param: 'advertiser',
      name: 'Advertiser',
      node: 'Advertiser',
      filter: (id) => ({ advertiserId: { eq: id } }),
      facts: (id) => ({ advertiserIds: [id] }),
    },
  ],
};
