import { Link, useNavigate } from '@tanstack/react-router';
import { outcomeOf } from '../../../api/outcome.ts';
import type { Read } from '../../../api/use-read.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  type CreateReportInput,
  DashboardCreateReportDocument,
  DashboardDeleteSavedReportDocument,
  type DashboardReportsQuery,
  type DashboardSavedReportFragment as Row,
} from '../../../generated/graphql.ts';
import { AlertNote } from '../../../parts/dialogs/alert-note.tsx';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { moment } from '../../../parts/format.ts';
import { usePageZone } from '../../../parts/period/zone.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import { Widget } from '../../../parts/widget.tsx';
import { useCanEdit, useViewer } from '../../../shell/viewer.ts';
import { draftOfPayload } from '../builder/draft-of-payload.ts';
import { inWords } from '../names.ts';
import { openingSearch } from '../report-address.ts';
import { contentsText } from './contents-text.ts';
import { EditSchedule } from './edit-schedule.tsx';
import { LastResults } from './last-results.tsx';
import { newestRun, runsOf } from './newest-run.ts';
import { scheduleText } from './schedule-text.ts';
import { ShareSaved } from './share-saved.tsx';
import { Told } from './told.tsx';

const NO_CATALOG = { dimensions: [], metrics: [] };

/** Reports that are saved to be run again, by hand or on a schedule. */
export function SavedReports({ read }: { readonly read: Read<DashboardReportsQuery> }) {
  const canEdit = useCanEdit();
  const isAdmin = useViewer().role === 'ADMIN';
  const zone = usePageZone();
  const catalog = inWords(read.result.data?.reportCatalog ?? NO_CATALOG);
  const navigate = useNavigate();
  const listed = read.result.data?.reports.nodes ?? [];
  const create = useWrite(DashboardCreateReportDocument);
  const remove = useWrite(DashboardDeleteSavedReportDocument);
  const results = [create.data?.createReport, remove.data?.deleteSavedReport];
  const refusals = results.map((result) => result && outcomeOf(result).refusal?.message);
  const said = [create.error, remove.error].map((error) => error?.message);
  const message = [...said, ...refusals].find((text) => text !== undefined);

  async function run({ report }: Row) {
    const input = report as CreateReportInput;
    const answer = await create.run({ input, validateOnly: false });
    const { done } = answer ? outcomeOf(answer.createReport) : {};
    if (done) void navigate({ to: '/reports/$id', params: { id: done.report.customerReportId } });
  }

  const columns: readonly Column<Row>[] = [
    { name: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
    { name: 'Contents', wraps: true, cell: ({ report }) => contentsText(report, catalog) },
    {
      name: 'Schedule',
      cell: (row) => (canEdit ? <EditSchedule saved={row} timezone={zone} /> : scheduleText(row)),
    },
    { name: 'Next run', wraps: true, cell: ({ nextRunAt }) => (nextRunAt ? moment(nextRunAt, zone) : '–') },
    {
      name: 'Last results',
      wraps: true,
      cell: (row) => <LastResults saved={row} runs={runsOf(row, listed)} />,
    },
    {
      name: 'Actions',
      cell: (row) => (
        <span className="actions">
          <button
            type="button"
            aria-label={`Run now: ${row.name}`}
            disabled={create.isPending}
            onClick={() => void run(row)}
          >
            Run now
          </button>
          {canEdit && <ShareSaved saved={row} last={newestRun(row, listed)} onRun={() => void run(row)} />}
          {canEdit && <EditSaved saved={row} />}
          {canEdit && (
            <DialogButton name="Delete" label={`Delete ${row.name}`} title="Delete saved report">
              {(close) => (
                <>
                  <p>
                    <bdi>{row.name}</bdi> will no longer run. Its earlier results are kept.
                  </p>
                  <p className="row end">
                    <button
                      type="button"
                      className="primary"
                      onClick={() => {
                        void remove.run({ input: { id: row.id } });
                        close();
                      }}
                    >
                      Delete
                    </button>
                  </p>
                </>
              )}
            </DialogButton>
          )}
        </span>
      ),
    },
  ];
  return (
    <Widget
      title="Saved reports"
      read={read}
      empty={({ savedReports }) =>
        savedReports.nodes.length === 0 &&
        'There are no saved reports yet. Name a new report to keep it here and run it again.'
      }
    >
      {({ savedReports }) => (
        <>
          <AlertNote>{message}</AlertNote>
          {isAdmin && savedReports.nodes.some(({ schedule }) => schedule !== 'NEVER') && <Told />}
          <Table label="Saved reports" rows={savedReports.nodes} columns={columns} keyOf={({ id }) => id} />
        </>
      )}
    </Widget>
  );
}

/** Opens what the builder can show of a saved report there. */
function EditSaved({ saved: { databaseId, name, report } }: { readonly saved: Row }) {
  const draft = draftOfPayload(report);
  if (!draft) return null;
  return (
    <Link
      to="/reports/new"
      search={{ ...openingSearch(draft), saved: String(databaseId) }}
      className="button"
      aria-label={`Edit ${name}`}
    >
      Edit
    </Link>
  );
}
