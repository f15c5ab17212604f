import type { Report } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import type { Signal } from '../../notifications/live/signal.ts';
import { endableGenerator, states } from '../../notifications/live/source.ts';
import { getReport } from './get.ts';
import { isFinished, REPORTS, type ReportStatus, statesBetween } from './transitions.ts';

interface Watch {
  readonly ctx: DomainContext;
  readonly customerReportId: string;
}

/**
 * Yields the report's current state, then each change of its status and progress, ending with SUCCESS or FAILED. Each
 * turn reads the row, so a slow reader takes no memory and still gets each status. Throws NotFoundError on the first
 * turn if the caller cannot see the report.
 */
export const watchReport = (options: Watch): AsyncGenerator<Report> =>
  endableGenerator((signal) => watch(options, signal));

async function* watch(options: Watch, signal: Signal): AsyncGenerator<Report, void, undefined> {
  let sent: { status: ReportStatus; progress: number } | undefined;
  for await (const report of states(reportRow(options), signal)) {
    const status = report.status as ReportStatus;
    for (const state of statesBetween(sent?.status ?? null, status)) yield asAt(report, state);
    if (isFinished(status)) return;
    if (sent?.status === status && report.progress > sent.progress) yield report;
    sent = { status, progress: report.progress };
  }
}

/**
 * The source shared by all streams of the report in this process. Each user has their own, because not everyone can see
 * the report.
 */
const reportRow = ({ ctx, customerReportId }: Watch) => ({
  system: ctx,
  key: `report ${customerReportId} of ${ctx.seatId} for ${ctx.actor.userId}`,
  channel: REPORTS,
  read: async (before: Report | undefined, messages: readonly unknown[]) => {
    const isMeant = messages.some((message) => message === undefined || message === customerReportId);
    return { state: before && !isMeant ? before : await getReport({ ctx, customerReportId }) };
  },
});

/** Returns the report as it was in a state that it has passed through. */
function asAt(report: Report, status: ReportStatus): Report {
  return status === report.status
    ? report
    : { ...report, status, progress: 0, numRows: null, errorMsg: null, fileName: null, finishedAt: null };
}
