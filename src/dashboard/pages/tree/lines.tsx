import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardLinesDocument, type DashboardLinesQuery, LineStatus } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { Pager } from '../../parts/pager.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { BulkLines } from '../bulk/bulk-lines.tsx';
import { selectColumn, useSelection } from '../bulk/selection.tsx';
import { lineColumns } from './line-columns.tsx';
import { ListFilter } from './list-filter.tsx';
import { useListState } from './list-state.ts';

const route = getRouteApi('/lines');

type Row = DashboardLinesQuery['lines']['nodes'][number];

const STATUSES = Object.values(LineStatus);
const CAMPAIGN: Column<Row> = {
  name: 'Campaign',
  cell: ({ campaign, advertiser }) => (
    <>
      <Link to="/campaigns/$id" params={{ id: String(campaign.databaseId) }}>
        <bdi>{campaign.name}</bdi>
      </Link>{' '}
      <bdi className="muted">{advertiser.name}</bdi>
    </>
  ),
};
const [LINE, STATUS, ...FIGURES] = lineColumns<Row>(({ advertiser }) => advertiser);
const COLUMNS = [LINE, STATUS, CAMPAIGN, ...FIGURES].filter((column) => column !== undefined);

/** The lines of all campaigns, to be found and changed together. */
export function Lines() {
  const state = useListState(route.useSearch(), STATUSES);
  const read = useRead(DashboardLinesDocument, state.variables);
  const canEdit = useCanEdit();
  const selection = useSelection();
  const selected = read.result.data?.lines.nodes.filter(selection.has) ?? [];
  return (
    <div className="page">
      <PageHead title="Lines" />
      <Widget
        title="All lines"
        read={read}
        actions={
          <>
            <BulkLines lines={selected} onDone={selection.clear} />
            <ListFilter state={state} label="lines" />
          </>
        }
        empty={({ lines }) =>
          lines.nodes.length === 0 && (state.isFiltered ? 'No lines match.' : 'There are no lines yet.')
        }
      >
        {({ lines: { nodes, totalCount, pageInfo } }) => (
          <>
            <Table
              label="Lines"
              rows={nodes}
              columns={canEdit ? [selectColumn(selection, nodes), ...COLUMNS] : COLUMNS}
              keyOf={({ id }) => id}
              sorting={state.sorting}
            />
            <Pager page={pageInfo} total={totalCount} after={state.after} onGo={state.setAfter} />
          </>
        )}
      </Widget>
    </div>
  );
}
