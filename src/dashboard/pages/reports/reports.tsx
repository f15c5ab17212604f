import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardReportsDocument, type DashboardReportsQuery } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { ago, number } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { Status } from '../../parts/status.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import type { Entry } from './builder/choices.ts';
import { PRESETS } from './builder/presets.tsx';
import { inWords } from './names.ts';
import { openingSearch } from './report-address.ts';
import { calledOf } from './saved/saved-name.ts';
import { SavedReports } from './saved/saved-reports.tsx';

const route = getRouteApi('/reports');

type Row = DashboardReportsQuery['reports']['nodes'][number];
type Saved = DashboardReportsQuery['savedReports']['nodes'];

/** A report by the name under which it is saved. */
const named = (saved: Saved, dimensions: readonly Entry[]): Column<Row> => ({
  name: 'Report',
  cell: ({ customerReportId, requestPayload }) => (
    <Link to="/reports/$id" params={{ id: customerReportId }}>
      <bdi>{calledOf(requestPayload, saved, undefined, dimensions).name}</bdi>
    </Link>
  ),
});

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Status', cell: ({ status }) => <Status value={status} /> },
  {
    name: 'Rows',
    numeric: true,
    cell: ({ numRows }) => (numRows === null || numRows === undefined ? '–' : number(numRows)),
  },
  { name: 'Created', cell: ({ createdAt }) => <time dateTime={createdAt}>{ago(createdAt)}</time> },
];
const MESSAGE: Column<Row> = { name: 'Message', cell: ({ errorMsg }) => errorMsg ?? '' };

/** The column of messages only where there is one. */
const columnsFor = (rows: readonly Row[], saved: Saved, dimensions: readonly Entry[]) => [
  named(saved, dimensions),
  ...COLUMNS,
  ...(rows.some(({ errorMsg }) => errorMsg) ? [MESSAGE] : []),
];

/** The reports of the seat, newest first, and those that are saved. */
export function Reports() {
  const { after } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(DashboardReportsDocument, { after: after ?? null });
  return (
    <div className="page">
      <PageHead
        title="Reports"
        beside={
          <>
            {PRESETS.map(([name, preset]) => (
              <Link key={name} to="/reports/new" search={openingSearch(preset)} className="button">
                {name}
              </Link>
            ))}
            <Link to="/reports/new" className="button primary">
              New report
            </Link>
          </>
        }
      />
      {read.result.data && <SavedReports read={read} />}
      <Widget
        title="All reports"
        read={read}
        empty={({ reports }) =>
          reports.nodes.length === 0 && 'There are no reports yet. Create one with “New report”.'
        }
      >
        {({ reports, savedReports, reportCatalog }) => (
          <>
            <Table
              label="Reports"
              rows={reports.nodes}
              columns={columnsFor(reports.nodes, savedReports.nodes, inWords(reportCatalog).dimensions)}
              keyOf={({ id }) => id}
            />
            <Pager
              page={reports.pageInfo}
              total={reports.totalCount}
              after={after}
              onGo={(cursor) => void navigate({ search: cursor ? { after: cursor } : {} })}
            />
          </>
        )}
      </Widget>
    </div>
  );
}
