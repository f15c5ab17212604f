import type { Report } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { type Bell, createBell } from '../live/bell.ts';
import { listen } from '../live/listen.ts';
import { getReport } from './get.ts';
import { isFinished, REPORTS, type ReportStatus, statesBetween } from './transitions.ts';

/** Also looked at without being told, should a notification have been lost with its connection. */
const LOOK_EVERY_MS = 5000;

/**
 * The report at its current state and then at every transition and progress, ending with SUCCESS or
 * FAILED. Notifications only wake it: each turn reads the row, so a reader that pauses costs nothing
 * and still gets each transition. The first turn throws NotFoundError for a report that is not visible.
 */
export function watchReport(options: {
  ctx: DomainContext;
  customerReportId: string;
}): AsyncGenerator<Report> {
  const bell = createBell();
  const reports = watch(options, bell);
  // A generator that waits for the bell does not hear `return`; closing the bell lets it go.
  const close = reports.return.bind(reports);
  return Object.assign(reports, {
    return: () => {
      bell.close();
      return close();
    },
  });
}

async function* watch(
  { ctx, customerReportId }: { ctx: DomainContext; customerReportId: string },
  bell: Bell,
): AsyncGenerator<Report, void, undefined> {
  const hear = (payload: unknown) => {
    if (payload === undefined || payload === customerReportId) bell.ring();
  };
  const stopListening = await listen({ system: ctx, channel: REPORTS, hear });
  const timer = setInterval(bell.ring, LOOK_EVERY_MS);
  try {
    let sent = null as { status: ReportStatus; progress: number } | null;
    while (!bell.closed()) {
      const rung = bell.next();
      const report = await getReport({ ctx, customerReportId });
      const status = report.status as ReportStatus;
      for (const state of statesBetween(sent?.status ?? null, status)) yield asAt(report, state);
      if (isFinished(status)) return;
      if (sent?.status === status && report.progress > sent.progress) yield report;
      sent = { status, progress: report.progress };
      await rung;
    }
  } finally {
    clearInterval(timer);
    stopListening();
  }
}

/** A state that was passed through shows what was true then. */
function asAt(report: Report, status: ReportStatus): Report {
  return status === report.status
    ? report
    : { ...report, status, progress: 0, numRows: null, errorMsg: null, fileName: null, finishedAt: null };
}
