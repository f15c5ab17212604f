import type { Db } from '../../../platform/database/connection/client.ts';
import { LIVE, publish } from '../../../platform/database/rows/publish.ts';

/** The live channel that announces every change of a report; the payload is its customerReportId. */
export const REPORTS = 'reports';

/** SQL that announces a row's `customer_report_id` when its transaction commits. */
export const NOTIFY_REPORT = `pg_notify('${LIVE}',
  json_build_object('channel', '${REPORTS}', 'payload', customer_report_id)::text)`;

/** The only transitions are SUBMITTED → PROCESSING → SUCCESS or FAILED. */
export type ReportStatus = 'SUBMITTED' | 'PROCESSING' | 'SUCCESS' | 'FAILED';

export function isFinished(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILED';
}

/** Notifies the report's watchers and the workers when the transaction commits. */
export async function notifyReport(db: Db, customerReportId: string): Promise<void> {
  await publish({ db, channel: REPORTS, payload: customerReportId });
}

/** Returns the states after `sent` up to `now`, so that a watcher that reads late still gets each of them. */
export function statesBetween(sent: ReportStatus | null, now: ReportStatus): ReportStatus[] {
  if (sent === now) return [];
  if (sent === null || now === 'SUBMITTED' || now === 'PROCESSING') return [now];
  return sent === 'SUBMITTED' ? ['PROCESSING', now] : [now];
}
