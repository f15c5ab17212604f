import type { ReactNode } from 'react';
import { request } from '../../api/request.ts';
import type { Read } from '../../api/use-read.ts';
import {
  type DashboardCampaignListFragment,
  type DashboardCampaignRowFragment,
  DashboardCampaignRowsDocument,
  DashboardCampaignsDocument,
} from '../../generated/graphql.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { BulkCampaigns } from '../bulk/bulk-campaigns.tsx';
import { selectColumn, useSelection } from '../bulk/selection.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import type { ListSearch } from '../list/search.ts';
import { useStopped } from '../list/stopped.ts';
import { useList } from '../list/use-list.ts';
import { CAMPAIGNS } from './resource.ts';

/** Campaigns as the address says, or those of an advertiser. */
export function useCampaignList(within?: ListSearch) {
  const list = useList(CAMPAIGNS, within);
  const hasBudget = ['BUDGET', 'LEFT', 'NEEDED'].some(list.shows);
  return { ...list, variables: { ...list.variables, hasBudget } };
}

interface Props {
  readonly title: string;
  readonly list: ReturnType<typeof useCampaignList>;
  readonly read: Read<DashboardCampaignListFragment>;
  readonly empty: ReactNode;
  readonly actions?: ReactNode;
}

const NO_CAMPAIGNS: Pick<DashboardCampaignListFragment['campaigns'], 'nodes' | 'totalCount'> = {
  nodes: [],
  totalCount: 0,
};

/** Campaigns with their budgets and what they delivered, to be changed together. */
export function CampaignList({ actions, ...props }: Props) {
  const { list, read } = props;
  const canEdit = useCanEdit();
  const stopped = useStopped(({ campaign }) => campaign.id);
  const selection = useSelection<DashboardCampaignRowFragment>(list.narrowing);
  const { nodes, totalCount } = read.result.data?.campaigns ?? NO_CAMPAIGNS;
  const selected = selection.rows(nodes);
  const { filter } = list.variables;
  return (
    <ResourceList
      {...props}
      resource={CAMPAIGNS}
      columns={list.columns}
      load={(page, signal) => request(DashboardCampaignsDocument, { ...list.variables, ...page }, { signal })}
      of={({ campaigns }) => campaigns}
      stopped={stopped}
      actions={
        <>
          {selected.length === 0 && actions}
          <SelectionBar
            // What is being selected for one filter ends with it.
            key={list.narrowing}
            {...{ selection, selected }}
            noun="campaign"
            shown={nodes}
            total={totalCount}
            load={async (after, signal) =>
              (await request(DashboardCampaignRowsDocument, { after, filter }, { signal })).rows
            }
          />
          <BulkCampaigns campaigns={selected} onDone={selection.clear} />
        </>
      }
      select={canEdit ? (rows, isStale) => selectColumn(selection, rows, isStale) : undefined}
    />
  );
}
