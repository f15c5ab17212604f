import type { Db } from '../../db/client.ts';

/** The channel on which every change of a report is told; the payload is its customerReportId. */
export const REPORT_CHANNEL = 'flightline_report';

/** SUBMITTED → PROCESSING → SUCCESS or FAILED, and nothing else (spec 3, states and transitions). */
export type ReportStatus = 'SUBMITTED' | 'PROCESSING' | 'SUCCESS' | 'FAILED';

export function isFinished(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILED';
}

/** Wakes those who watch the report and those who could run it, once the transaction commits. */
export async function notifyReport(db: Db, customerReportId: string): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${REPORT_CHANNEL}, ${customerReportId})`;
}

/** The states after `sent` up to `now`, so that a watcher who looked late still sees each of them. */
export function statesBetween(sent: ReportStatus | null, now: ReportStatus): ReportStatus[] {
  if (sent === now) return [];
  if (sent === null || now === 'SUBMITTED' || now === 'PROCESSING') return [now];
  return sent === 'SUBMITTED' ? ['PROCESSING', now] : [now];
}
