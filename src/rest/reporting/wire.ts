import type { System } from '../../domain/context.ts';
import type { Report } from '../../domain/reporting/report/get.ts';
import { reportUrl } from '../../domain/reporting/report/link.ts';
import { understoodPayload } from '../../domain/reporting/report/payload/payload.ts';

export function createdToWire({ customerReportId, status }: Report) {
  return { customerReportId, status };
}

export function reportToWire(system: System, report: Report) {
  const { customerReportId, status, startedAt, finishedAt, numRows, errorMsg, payload } = report;
  const url = reportUrl(system, report);
  return {
    customerReportId,
    status,
    ...(url !== null && { url }),
    numRows: numRows === null ? null : Number(numRows),
    errorMsg,
    jobStartDate: startedAt?.toISOString() ?? null,
    jobEndDate: finishedAt?.toISOString() ?? null,
    reportFormat: 'CSV',
    requestPayload: understoodPayload(payload),
  };
}
