import type { Db } from '../../../platform/database/connection/client.ts';
import { LIVE, publish } from '../../../platform/database/rows/publish.ts';

/** The live channel on which every change of a report is told; the payload is its customerReportId. */
export const REPORTS = 'reports';

/** SQL that tells of a row's `customer_report_id`, once its transaction commits. */
export const NOTIFY_REPORT = `pg_notify('${LIVE}',
  json_build_object('channel', '${REPORTS}', 'payload', customer_report_id)::text)`;

/** The only transitions are SUBMITTED → PROCESSING → SUCCESS or FAILED. */
export type ReportStatus = 'SUBMITTED' | 'PROCESSING' | 'SUCCESS' | 'FAILED';

export function isFinished(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILED';
}

/** Wakes those who watch the report and those who could run it, once the transaction commits. */
export async function notifyReport(db: Db, customerReportId: string): Promise<void> {
  await publish({ db, channel: REPORTS, payload: customerReportId });
}

/** The states after `sent` up to `now`, so that a watcher who looked late still sees each of them. */
export function statesBetween(sent: ReportStatus | null, now: ReportStatus): ReportStatus[] {
  if (sent === now) return [];
  if (sent === null || now === 'SUBMITTED' || now === 'PROCESSING') return [now];
  return sent === 'SUBMITTED' ? ['PROCESSING', now] : [now];
}
