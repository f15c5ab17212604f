import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardCampaignDocument, LineStatus } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { money } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { BulkLines } from '../bulk/bulk-lines.tsx';
import { selectColumn, useSelection } from '../bulk/selection.tsx';
import { NewLine } from '../line/new-line.tsx';
import { EditCampaign } from './edit-campaign.tsx';
import { Facts } from './facts.tsx';
import { lineColumns } from './line-columns.tsx';
import { ListFilter } from './list-filter.tsx';
import { useListState } from './list-state.ts';

const route = getRouteApi('/campaigns/$id');

const STATUSES = Object.values(LineStatus);

/** A campaign and its lines. */
export function Campaign() {
  const { id } = route.useParams();
  const state = useListState(route.useSearch(), STATUSES);
  const read = useRead(DashboardCampaignDocument, { id, ...state.variables });
  const campaign = read.result.data?.campaign;
  const canEdit = useCanEdit();
  const selection = useSelection();
  const selected = campaign?.lines.nodes.filter(selection.has) ?? [];
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
        beside={
          campaign && (
            <>
              <Status value={campaign.status} />
              {canEdit && <EditCampaign campaign={campaign} />}
            </>
          )
        }
      />
      {campaign && (
        <Facts
          facts={[
            ['ID', String(campaign.databaseId)],
            ['Objective', campaign.objective ? words(campaign.objective) : '–'],
            ['Budget', campaign.budget ? money(campaign.budget, campaign.advertiser.currency) : '–'],
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
            {canEdit && campaign && selected.length === 0 && <NewLine campaign={campaign} />}
            <BulkLines lines={selected} onDone={selection.clear} />
            <ListFilter state={state} label="lines" />
          </>
        }
        empty={({ campaign }) =>
          campaign
            ? campaign.lines.nodes.length === 0 &&
              (state.isFiltered ? 'No lines match.' : 'This campaign has no lines yet.')
            : 'This seat has no such campaign.'
        }
      >
        {({ campaign }) =>
          campaign && (
            <>
              <Table
                label="Lines"
                rows={campaign.lines.nodes}
                columns={[
                  ...(canEdit ? [selectColumn(selection, campaign.lines.nodes)] : []),
                  ...lineColumns(() => campaign.advertiser),
                ]}
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
