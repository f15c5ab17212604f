import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { follow } from '../../../api/follow.ts';
import { outcomeOf } from '../../../api/outcome.ts';
import { useRead } from '../../../api/use-read.ts';
import { useWrite } from '../../../api/use-write.ts';
import {
  DashboardCancelReportDocument,
  DashboardReportDocument,
  type DashboardReportQuery,
  DashboardReportStatusDocument,
} from '../../../generated/graphql.ts';
import { PageHead } from '../../../parts/crumbs.tsx';
import { usePageRange } from '../../../parts/figures/page-range.ts';
import { moment, number } from '../../../parts/format.ts';
import { Status } from '../../../parts/status.tsx';
import { Widget } from '../../../parts/widget.tsx';
import { useCanEdit } from '../../../shell/viewer.ts';
import { Facts } from '../../tree/facts.tsx';
import { draftOfPayload } from '../builder/draft-of-payload.ts';
import { inWords } from '../names.ts';
import { openingSearch } from '../report-address.ts';
import { calledOf, fileAddress, savedAs, titleOf } from '../saved/saved-name.ts';
import { type ReportShape, shapeOf } from '../shape.ts';
import { useNames } from '../use-names.ts';
import { contentsOf, filtersIn } from './contents.ts';
import { CopyLink } from './copy-link.tsx';
import { ReportTable } from './report-table.tsx';

const route = getRouteApi('/reports/$id');

const NO_CATALOG = { dimensions: [], metrics: [] };

/** A report: its progress, live, then its rows. */
export function Report() {
  const { id } = route.useParams();
  const { name, saved: savedId } = route.useSearch();
  const read = useRead(DashboardReportDocument, { id });
  const cancel = useWrite(DashboardCancelReportDocument);
  const canEdit = useCanEdit();
  const refusal = cancel.data && outcomeOf(cancel.data.cancelReport).refusal?.message;
  const notCancelled = cancel.error?.message ?? refusal;
  const report = read.result.data?.report;
  const isRunning = report?.status === 'SUBMITTED' || report?.status === 'PROCESSING';
  useLiveStatus(id, isRunning);
  const shape = useShape(read.result.data);
  const { reportCatalog } = read.result.data ?? {};
  const catalog = useMemo(() => inWords(reportCatalog ?? NO_CATALOG), [reportCatalog]);
  usePageRange({ days: shape?.days, timeZone: shape?.timeZone ?? '', currency: shape?.currencyOf([]) });
  const nameOf = useNames(filtersIn(report?.requestPayload), []);
  const saved = read.result.data?.savedReports.nodes ?? [];
  const called = (payload: unknown) => calledOf(payload, saved, name, catalog.dimensions).name;
  const title = report
    ? titleOf(report.requestPayload, shape?.days, saved, name, catalog.dimensions)
    : 'Report';
  const address = report?.url && fileAddress(report.url, called(report.requestPayload), shape?.days);
  return (
    <div className="page">
      <PageHead
        title={title}
        trail={[{ name: 'Reports', to: '/reports' }]}
        beside={report && <Status value={report.status} />}
      />
      <Widget
        title="Status"
        read={read}
        actions={
          <>
            {address && report && (
              <>
                <CopyLink address={address} createdAt={report.createdAt} />
                <a className="button" href={address} download>
                  Download CSV
                </a>
              </>
            )}
            {report && <ChangeReport payload={report.requestPayload} {...{ saved, savedId, name }} />}
            {isRunning && canEdit && (
              <button
                type="button"
                disabled={cancel.isPending}
                onClick={() => void cancel.run({ input: { id } })}
              >
                Cancel
              </button>
            )}
          </>
        }
        empty={({ report }) => !report && 'This seat has no such report.'}
      >
        {({ report, advertisers }) =>
          report && (
            <>
              <Facts
                facts={[
                  ...contentsOf(
                    report.requestPayload,
                    report.createdAt,
                    {
                      ...catalog,
                      advertisers: advertisers.nodes.map(({ databaseId, name }) => ({
                        id: databaseId,
                        name,
                      })),
                    },
                    nameOf,
                  ),
                  ['Created', moment(report.createdAt)],
                  ['Finished', report.finishedAt ? moment(report.finishedAt) : '–'],
                  [
                    'Rows',
                    report.numRows === null || report.numRows === undefined ? '–' : number(report.numRows),
                  ],
                ]}
              />
              {isRunning && (
                <label className="progress">
                  {report.progress} %
                  <progress max="100" value={report.progress} />
                </label>
              )}
              {[report.errorMsg, notCancelled].map(
                (message) =>
                  message && (
                    <p className="note bad" role="alert" key={message}>
                      {message}
                    </p>
                  ),
              )}
            </>
          )
        }
      </Widget>
      {report?.status === 'SUCCESS' && shape && <ReportTable id={id} shape={shape} catalog={catalog} />}
    </div>
  );
}

interface ChangeProps {
  readonly payload: unknown;
  readonly saved: NonNullable<DashboardReportQuery['savedReports']>['nodes'];
  /** The saved report that it was changed from, and what it was called. */
  readonly savedId: string | undefined;
  readonly name: string | undefined;
}

/** Opens what the report was asked for in the builder, to be changed and run again. */
function ChangeReport({ payload, saved, savedId, name }: ChangeProps) {
  const draft = draftOfPayload(payload);
  const own = savedAs(payload, saved);
  if (!draft) return null;
  return (
    <Link
      to="/reports/new"
      search={{
        ...openingSearch(draft),
        ...(own ? { saved: String(own.databaseId) } : { saved: savedId, name }),
      }}
      className="button"
    >
      Change
    </Link>
  );
}

/** What the columns of the report are; the same as long as the report is. */
function useShape(data: DashboardReportQuery | undefined): ReportShape | undefined {
  const { report, advertisers, viewer } = data ?? {};
  const { requestPayload, createdAt } = report ?? {};
  return useMemo(
    () =>
      createdAt && advertisers && viewer
        ? shapeOf(requestPayload, createdAt, {
            seatCurrency: viewer.seat.currency,
            advertisers: advertisers.nodes.map(({ databaseId, currency }) => ({ id: databaseId, currency })),
          })
        : undefined,
    [requestPayload, createdAt, advertisers, viewer],
  );
}

/** Every state as it comes; the page is read again when the report is finished, since it then has an address. */
function useLiveStatus(id: string, isRunning: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isRunning) return;
    const key = [String(DashboardReportDocument), { id }];
    return follow(
      DashboardReportStatusDocument,
      { id },
      {
        onData: ({ reportStatus }) => {
          client.setQueryData<DashboardReportQuery>(
            key,
            (read) => read && { ...read, report: { url: null, ...reportStatus } },
          );
          if (reportStatus.finishedAt) void client.invalidateQueries({ queryKey: key });
        },
        onProblem: () => undefined,
      },
    );
  }, [id, isRunning, client]);
}
