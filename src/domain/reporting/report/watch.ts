import type { Report } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import type { Signal } from '../../notifications/live/signal.ts';
import { signalled, states } from '../../notifications/live/source.ts';
import { getReport } from './get.ts';
import { isFinished, REPORTS, type ReportStatus, statesBetween } from './transitions.ts';

interface Watch {
  readonly ctx: DomainContext;
  readonly customerReportId: string;
}

/**
 * The report at its current state and then at every transition and progress, ending with SUCCESS or FAILED. Each
 * turn goes by the row, so a reader that pauses costs nothing and still gets each transition. The first turn
 * throws NotFoundError for a report that is not visible.
 */
export const watchReport = (options: Watch): AsyncGenerator<Report> =>
  signalled((signal) => watch(options, signal));

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

/** What all streams of the report in this process are told from, each user's own: one may see it, another not. */
const reportRow = ({ ctx, customerReportId }: Watch) => ({
  system: ctx,
  key: `report ${customerReportId} of ${ctx.seatId} for ${ctx.actor.userId}`,
  channel: REPORTS,
  read: async (before: Report | undefined, messages: readonly unknown[]) => {
    const isMeant = messages.some((message) => message === undefined || message === customerReportId);
    return { state: before && !isMeant ? before : await getReport({ ctx, customerReportId }) };
  },
});

/** A state that was passed through shows what was true then. */
function asAt(report: Report, status: ReportStatus): Report {
  return status === report.status
    ? report
    : { ...report, status, progress: 0, numRows: null, errorMsg: null, fileName: null, finishedAt: null };
}
