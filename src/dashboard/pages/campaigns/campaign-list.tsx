import type { ReactNode } from 'react';
import type { Read } from '../../api/use-read.ts';
import type { DashboardCampaignListFragment } from '../../generated/graphql.ts';
import { ResourceList } from '../list/resource-list.tsx';
import type { ListSearch } from '../list/search.ts';
import { useStopped } from '../list/stopped.ts';
import { useList } from '../list/use-list.ts';
import { CAMPAIGNS } from './resource.ts';

/** Campaigns as the address says, or those of an advertiser. */
export function useCampaignList(within?: ListSearch) {
  const list = useList(CAMPAIGNS, within);
  return { ...list, variables: { ...list.variables, hasBudget: list.shows('BUDGET') } };
}

interface Props {
  readonly title: string;
  readonly list: ReturnType<typeof useCampaignList>;
  readonly read: Read<DashboardCampaignListFragment>;
  readonly empty: ReactNode;
  readonly actions?: ReactNode;
}

/** Campaigns with their budgets and what they delivered. */
export const CampaignList = (props: Props) => (
  <ResourceList
    {...props}
    resource={CAMPAIGNS}
    columns={props.list.columns}
    of={({ campaigns }) => campaigns}
    stopped={useStopped(({ campaign }) => campaign.id)}
  />
);
