import {
  BIDDING_DATA_SOURCE,
  DATE_TYPE_IDS,
  DEFAULT_ZONE,
  DENOMINATIONS,
  DIMENSIONS,
  INTERVALS,
  METRICS,
  ZONES,
} from '../../domain/report/catalogue.ts';
import {
  type DocumentSettings,
  IDEMPOTENCY_KEY,
  type InterfaceDocument,
  path,
  query,
  SEAT_ID,
} from '../openapi/operation.ts';
import { arrayOf, boolean, integer, objectOf, orNull, ref, type Schema, text } from '../openapi/schemas.ts';

const REPORT_ID = path('customerReportId', 'The ID of the report.', { type: 'string', format: 'uuid' });

/** The reporting interface (spec 3, "Reporting"; RULINGS P1 to P9). */
export function reportingDocument({ reportingPrefix }: DocumentSettings): InterfaceDocument {
  const base = `${reportingPrefix}/extreport`;
  return {
    tag: 'Reporting',
    description: 'Creates asynchronous reports as CSV files.',
    security: ['xAuth'],
    refusal: 'ReportRefusal',
    operations: [
      {
        method: 'post',
        path: base,
        id: 'createReport',
        summary: 'Create a report',
        parameters: [SEAT_ID, IDEMPOTENCY_KEY],
        body: { type: 'application/json', schema: ref('ReportPayload') },
        answer: ref('QueuedReport'),
        refusals: [400, 401, 409, 413, 415, 422, 429, 500, 503],
      },
      {
        method: 'get',
        path: `${base}/cob`,
        id: 'getCloseOfBooks',
        summary: 'Check whether the data of a day is complete for an advertiser',
        parameters: [
          query('advertiserId', 'The ID of the advertiser.', { type: 'integer' }, true),
          query(
            'day',
            'The day in the advertiser’s time zone, in the format `yyyyMMdd` or `yyyy-MM-dd`.',
            { type: 'string' },
            true,
          ),
          SEAT_ID,
        ],
        answer: objectOf({
          advertiserTimezone: text('The IANA time zone of the advertiser.'),
          dayClosed: boolean('Whether the data of the day is complete.'),
        }),
        refusals: [400, 401, 422, 500, 503],
      },
      {
        method: 'get',
        path: `${base}/{customerReportId}`,
        id: 'getReport',
        summary: 'Get the status of a report and the URL of its file',
        parameters: [REPORT_ID, SEAT_ID],
        answer: ref('Report'),
        refusals: [401, 422, 429, 500, 503],
      },
      {
        method: 'get',
        path: `${base}/{customerReportId}/download`,
        id: 'downloadReport',
        summary: 'Download a report from its signed URL',
        parameters: [
          REPORT_ID,
          query(
            'expires',
            'The time when the URL expires, in seconds since the epoch.',
            { type: 'string' },
            true,
          ),
          query('signature', 'The signature of the URL.', { type: 'string' }, true),
          query('spreadsheet', 'If 1, cells that a spreadsheet would run as formulas are escaped.', {
            type: 'string',
          }),
        ],
        answer: { mediaTypes: { 'text/csv': { type: 'string' } } },
        others: {
          206: 'The requested range of the file.',
          304: 'The file has not changed since the caller last read it.',
        },
        refusals: [403, 410, 416, 500, 503],
        open: true,
      },
    ],
    schemas: {
      ReportPayload: payload,
      ReportCondition: condition,
      QueuedReport: objectOf(
        { customerReportId: text('The ID of the report.'), status: STATUS },
        { description: 'A report that was created and queued.' },
      ),
      Report: objectOf(
        {
          customerReportId: text('The ID of the report.'),
          status: STATUS,
          url: text(
            'The URL of the CSV file, valid for 24 hours from creation. Null until the status is SUCCESS.',
          ),
          numRows: orNull(integer('The number of rows, without the header.')),
          errorMsg: orNull(text('The reason why the report failed.')),
          jobStartDate: orNull(text('The time when processing began.', { format: 'date-time' })),
          jobEndDate: orNull(text('The time when processing ended.', { format: 'date-time' })),
          reportFormat: text('The format of the report. Always `CSV`.'),
          requestPayload: {
            description: 'The understood part of the payload that the report was created with.',
          },
        },
        { description: 'An asynchronous report.', optional: ['url'] },
      ),
      ReportRefusal: objectOf(
        {
          errorCode: text('The error code: E0047, E0078, E0006, E0204, E0429 or E0059.'),
          responseCode: integer('The HTTP status.'),
          message: text('A readable description of the error.'),
        },
        { description: 'An error of the reporting interface.' },
      ),
    },
  };
}

const STATUS = text('The state of the report.', { enum: ['SUBMITTED', 'PROCESSING', 'SUCCESS', 'FAILED'] });
const listOf = (entries: readonly { id: number; name: string }[]) =>
  entries.map(({ id, name }) => `${id} ${name}`).join(', ');
const named = (entries: Readonly<Record<number, string>>) =>
  Object.entries(entries)
    .map(([id, name]) => `${id} ${name}`)
    .join(', ');
const currency = integer(`The ID of the currency denomination: ${named(DENOMINATIONS)}. Default USD.`, {
  enum: Object.keys(DENOMINATIONS).map(Number),
});
const OPERATORS = ['and', 'or', 'not', 'equalTo', 'greaterThan', 'lessThan'];

const condition: Schema = objectOf(
  {
    type: text(
      'The type of condition: `and`, `or` or `not` to combine `havingSpecs`, or a comparison of a metric.',
      { enum: OPERATORS },
    ),
    metricTypeId: integer('The ID of the metric to compare.'),
    value: { type: ['number', 'string'], description: 'The value to compare with.' },
    havingSpecs: arrayOf(ref('ReportCondition'), 'The conditions to combine.'),
  },
  { description: 'A condition on the rows of a report.', optional: ['metricTypeId', 'value', 'havingSpecs'] },
);

const filter = objectOf(
  {
    dimensionTypeId: integer('The ID of the dimension.'),
    isExcluded: boolean('Whether the values are excluded (true) or are the only ones included (false).'),
    includeValues: arrayOf({
      type: 'object',
      properties: { id: { type: ['integer', 'string'] }, name: { type: 'string' } },
      required: ['id'],
    }),
  },
  { optional: ['isExcluded'] },
);

const payload: Schema = objectOf(
  {
    reportOption: objectOf(
      {
        timezone: text(`The time zone of the report. Default ${DEFAULT_ZONE}.`, { enum: [...ZONES] }),
        currency,
        dimensionTypeIds: arrayOf(
          { type: 'integer' },
          `The IDs of the dimensions to group by: ${listOf(DIMENSIONS)}.`,
        ),
        metricTypeIds: arrayOf({ type: 'integer' }, `The IDs of the metrics to return: ${listOf(METRICS)}.`),
        filterOptions: arrayOf(filter, 'Filters the report. All filters must match.'),
        accountIds: arrayOf({ type: 'integer' }, 'Returns only data of the advertisers with these IDs.'),
        having: ref('ReportCondition'),
      },
      {
        optional: ['timezone', 'currency', 'dimensionTypeIds', 'filterOptions', 'accountIds', 'having'],
      },
    ),
    dateTypeId: integer(
      'The ID of the date range: 1 today, 2 yesterday, 3 this week, 4 last 7 days, 5 last week, 6 last 14 days, 7 month to date, 8 last 30 days, 9 last month, 10 all time, 11 custom range.',
      { enum: [...DATE_TYPE_IDS] },
    ),
    intervalTypeId: integer(`The ID of the time interval: ${named(INTERVALS)}.`, {
      enum: Object.keys(INTERVALS).map(Number),
    }),
    startDate: text(
      'The start of a custom range, in the format `yyyy-MM-ddTHH:mm:ss` with or without a UTC offset.',
    ),
    endDate: text('The end of a custom range, inclusive.'),
    currency,
    dataSource: integer(
      `The ID of the data source. ${BIDDING_DATA_SOURCE} selects bidding data, which bidding metrics require.`,
    ),
    limitSpec: objectOf(
      {
        columns: arrayOf(
          objectOf({
            metricTypeId: integer('The ID of the metric to sort by.'),
            direction: text('The direction of the sort.', { enum: ['ASCENDING', 'DESCENDING'] }),
          }),
        ),
        limit: integer('The maximum number of rows.', { minimum: 1 }),
        type: text('The type of limit. Always `default`.'),
      },
      { optional: ['type'] },
    ),
  },
  {
    description: 'The contents of a report.',
    optional: ['startDate', 'endDate', 'currency', 'dataSource', 'limitSpec'],
  },
);
