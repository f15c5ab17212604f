import { NotFoundError, RateLimitedError, ValidationError } from '../../domain/errors.ts';
import { IDS, refusalExamples } from '../openapi/examples.ts';
import { EXPIRED, TAMPERED, UNSATISFIABLE } from './download.ts';
import { reportingInterface } from './envelope.ts';

/** Examples of the OpenAPI document: a report of impressions and spend by campaign, for the last seven days. */

const customerReportId = '6f1c0a52-8d5e-4f0b-9a5e-2f4f6a1d7c3b';

export const REPORT_PAYLOAD = {
  reportOption: {
    timezone: 'Europe/Paris',
    currency: 4,
    dimensionTypeIds: [5],
    metricTypeIds: [1, 10002],
    accountIds: [IDS.advertiser],
    having: {
      type: 'and',
      havingSpecs: [{ metricTypeId: 1, type: 'greaterThan', value: 1000 }],
    },
  },
  dateTypeId: 4,
  intervalTypeId: 2,
  limitSpec: { columns: [{ metricTypeId: 1, direction: 'DESCENDING' }], limit: 100 },
};

export const QUEUED_REPORT = { customerReportId, status: 'SUBMITTED' };

export const FINISHED_REPORT = {
  customerReportId,
  status: 'SUCCESS',
  url: `https://reports.example.com/extreport/${customerReportId}/download?expires=1785585600&signature=3q2-7wAB`,
  numRows: 14,
  errorMsg: null,
  jobStartDate: '2026-07-31T12:00:01.204Z',
  jobEndDate: '2026-07-31T12:00:02.871Z',
  reportFormat: 'CSV',
  requestPayload: REPORT_PAYLOAD,
};

export const REPORT_FILE =
  'Day,Campaign Id,Campaign,Impressions,Spend\r\n2026-07-30,501,Summer sale,184320,912.450000\r\n';

export const CLOSE_OF_BOOKS = { advertiserTimezone: 'America/New_York', dayClosed: true };

/** The body of each error status, in the interface's own envelope. */
export const REPORT_REFUSALS: Readonly<Record<number, unknown>> = {
  ...refusalExamples(reportingInterface, [
    new ValidationError([
      {
        path: 'reportOption.metricTypeIds',
        message: 'reportOption.metricTypeIds must have at least one item',
      },
    ]),
    new NotFoundError('Report'),
    new RateLimitedError({
      limit: 'REPORT_POST_PER_MINUTE',
      retryAfterS: 24,
      message: 'Rate limit exceeded: the 20 of REPORT_POST_PER_MINUTE are used up.',
    }),
  ]),
  ...Object.fromEntries([TAMPERED, EXPIRED, UNSATISFIABLE].map(({ status, body }) => [status, body])),
};
