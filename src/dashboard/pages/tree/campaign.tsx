import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import {
  DashboardCampaignDocument,
  type DashboardLineRowFragment,
  type LineStatus,
} from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { words } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { BulkLines } from '../bulk/bulk-lines.tsx';
import { selection } from '../bulk/selection.tsx';
import { Facts } from './facts.tsx';
import { lineColumns } from './line-columns.tsx';
import { ListFilter } from './list-filter.tsx';
import { useListState } from './list-state.ts';

const route = getRouteApi('/campaigns/$id');

const STATUSES: readonly LineStatus[] = ['ACTIVE', 'PAUSED', 'INACTIVE'];

/** A campaign and its lines. */
export function Campaign() {
  const { id } = route.useParams();
  const state = useListState(route.useSearch(), STATUSES);
  const read = useRead(DashboardCampaignDocument, { id, ...state.variables });
  const campaign = read.result.data?.campaign;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = ({ id }: DashboardLineRowFragment, isOn: boolean) => {
    const next = new Set(selected);
    if (isOn) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  return (
    <div className="page">
      <PageHead
        title={campaign?.name ?? `Campaign ${id}`}
        trail={[
          { name: 'Campaigns', to: '/advertisers' },
          ...(campaign
            ? [
                {
                  name: campaign.advertiser.name,
                  to: '/advertisers/$id' as const,
                  id: campaign.advertiser.databaseId,
                },
              ]
            : []),
        ]}
        beside={campaign && <Status value={campaign.status} />}
      />
      {campaign && (
        <Facts
          facts={[
            ['ID', String(campaign.databaseId)],
            ['Objective', campaign.objective ? words(campaign.objective) : '–'],
            ['Time zone', campaign.advertiser.timezone],
          ]}
          history={{ resource: 'Campaign', id: campaign.databaseId }}
        />
      )}
      <Widget
        title="Lines"
        read={read}
        actions={
          <>
            <BulkLines
              lines={campaign?.lines.nodes.filter(({ id }) => selected.has(id)) ?? []}
              onDone={() => setSelected(new Set())}
            />
            <ListFilter state={state} label="lines" />
          </>
        }
        empty={({ campaign }) =>
          campaign
            ? campaign.lines.nodes.length === 0 && 'No line matches.'
            : 'The seat has no such campaign.'
        }
      >
        {({ campaign }) =>
          campaign && (
            <>
              <Table
                label="Lines"
                rows={campaign.lines.nodes}
                columns={[selection({ selected, select }), ...lineColumns(campaign.advertiser)]}
                keyOf={({ id }) => id}
                sorting={state.sorting}
              />
              <Pager
                page={campaign.lines.pageInfo}
                total={campaign.lines.totalCount}
                after={state.after}
                onGo={state.setAfter}
              />
            </>
          )
        }
      </Widget>
    </div>
  );
}
