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

const REPORT_ID = path('customerReportId', 'ID of the report.', { type: 'string', format: 'uuid' });

/** The reporting interface (spec 3, "Reporting"; RULINGS P1 to P9). */
export function reportingDocument({ reportingPrefix }: DocumentSettings): InterfaceDocument {
  const base = `${reportingPrefix}/extreport`;
  return {
    tag: 'Reporting',
    description: 'Asynchronous reports as CSV.',
    security: ['xAuth'],
    refusal: 'ReportRefusal',
    operations: [
      {
        method: 'post',
        path: base,
        id: 'createReport',
        summary: 'Queue a report.',
        parameters: [SEAT_ID, IDEMPOTENCY_KEY],
        body: { type: 'application/json', schema: ref('ReportPayload') },
        answer: ref('QueuedReport'),
        refusals: [400, 401, 409, 413, 415, 422, 429, 500, 503],
      },
      {
        method: 'get',
        path: `${base}/cob`,
        id: 'getCloseOfBooks',
        summary: 'Ask whether a day of an advertiser is complete.',
        parameters: [
          query('advertiserId', 'The advertiser.', { type: 'integer' }, true),
          query('day', 'yyyyMMdd or yyyy-MM-dd, in the advertiser’s time zone.', { type: 'string' }, true),
          SEAT_ID,
        ],
        answer: objectOf({
          advertiserTimezone: text('IANA time zone.'),
          dayClosed: boolean('Whether the day is complete.'),
        }),
        refusals: [400, 401, 422, 500, 503],
      },
      {
        method: 'get',
        path: `${base}/{customerReportId}`,
        id: 'getReport',
        summary: 'Read how far a report is, and where it can be fetched.',
        parameters: [REPORT_ID, SEAT_ID],
        answer: ref('Report'),
        refusals: [401, 422, 429, 500, 503],
      },
      {
        method: 'get',
        path: `${base}/{customerReportId}/download`,
        id: 'downloadReport',
        summary: 'Fetch the CSV by the signed address that the report’s `url` holds.',
        parameters: [
          REPORT_ID,
          query('expires', 'End of the address’s life, in seconds.', { type: 'string' }, true),
          query('signature', 'Of the address.', { type: 'string' }, true),
          query('spreadsheet', '1 marks cells that a spreadsheet would run as formulas.', { type: 'string' }),
        ],
        answer: { mediaTypes: { 'text/csv': { type: 'string' } } },
        others: { 206: 'The asked range of the file.', 304: 'The file is the one that the caller has.' },
        refusals: [403, 410, 416, 500, 503],
        open: true,
      },
    ],
    schemas: {
      ReportPayload: payload,
      ReportCondition: condition,
      QueuedReport: objectOf(
        { customerReportId: text('ID of the report.'), status: STATUS },
        { description: 'A report that was queued.' },
      ),
      Report: objectOf(
        {
          customerReportId: text('ID of the report.'),
          status: STATUS,
          url: text('Where the CSV can be fetched until 24 hours after creation; once SUCCESS.'),
          numRows: orNull(integer('Rows without the header.')),
          errorMsg: orNull(text('Why it FAILED.')),
          jobStartDate: orNull(text('When it was begun.', { format: 'date-time' })),
          jobEndDate: orNull(text('When it ended.', { format: 'date-time' })),
          reportFormat: text('CSV.'),
          requestPayload: { description: 'What it was made from.' },
        },
        { description: 'A report.', optional: ['url'] },
      ),
      ReportRefusal: objectOf(
        {
          errorCode: text('E0047, E0078, E0006, E0204, E0429 or E0059.'),
          responseCode: integer('The HTTP status.'),
          message: text('A sentence.'),
        },
        { description: 'A refusal of the reporting interface.' },
      ),
    },
  };
}

const STATUS = text('How far it is.', { enum: ['SUBMITTED', 'PROCESSING', 'SUCCESS', 'FAILED'] });
const listOf = (entries: readonly { id: number; name: string }[]) =>
  entries.map(({ id, name }) => `${id} ${name}`).join(', ');
const named = (entries: Readonly<Record<number, string>>) =>
  Object.entries(entries)
    .map(([id, name]) => `${id} ${name}`)
    .join(', ');
const currency = integer(`Denomination: ${named(DENOMINATIONS)}; USD unless given.`, {
  enum: Object.keys(DENOMINATIONS).map(Number),
});
const OPERATORS = ['and', 'or', 'not', 'equalTo', 'greaterThan', 'lessThan'];

const condition: Schema = objectOf(
  {
    type: text('Joins havingSpecs (and, or, not) or compares a metric.', { enum: OPERATORS }),
    metricTypeId: integer('The metric that is compared.'),
    value: { type: ['number', 'string'], description: 'What it is compared with.' },
    havingSpecs: arrayOf(ref('ReportCondition'), 'What is joined.'),
  },
  { description: 'A condition on rows.', optional: ['metricTypeId', 'value', 'havingSpecs'] },
);

const filter = objectOf(
  {
    dimensionTypeId: integer('The dimension.'),
    isExcluded: boolean('true leaves the values out.'),
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
        timezone: text(`Time zone of the rows; ${DEFAULT_ZONE} unless given.`, { enum: [...ZONES] }),
        currency,
        dimensionTypeIds: arrayOf({ type: 'integer' }, `Group by: ${listOf(DIMENSIONS)}.`),
        metricTypeIds: arrayOf({ type: 'integer' }, `Measure: ${listOf(METRICS)}.`),
        filterOptions: arrayOf(filter, 'All must hold.'),
        accountIds: arrayOf({ type: 'integer' }, 'Only these advertisers.'),
        having: ref('ReportCondition'),
      },
      {
        optional: ['timezone', 'currency', 'dimensionTypeIds', 'filterOptions', 'accountIds', 'having'],
      },
    ),
    dateTypeId: integer(
      'Period: 1 today, 2 yesterday, 3 this week, 4 last 7 days, 5 last week, 6 last 14 days, 7 month to date, 8 last 30 days, 9 last month, 10 all time, 11 custom range.',
      { enum: [...DATE_TYPE_IDS] },
    ),
    intervalTypeId: integer(`Time: ${named(INTERVALS)}.`, { enum: Object.keys(INTERVALS).map(Number) }),
    startDate: text('Of a custom range: yyyy-MM-ddTHH:mm:ss, with an offset or without.'),
    endDate: text('Of a custom range, inclusive.'),
    currency,
    dataSource: integer(`${BIDDING_DATA_SOURCE} for bidding metrics.`),
    limitSpec: objectOf(
      {
        columns: arrayOf(
          objectOf({
            metricTypeId: integer('Sort by this metric.'),
            direction: text('Which end comes first.', { enum: ['ASCENDING', 'DESCENDING'] }),
          }),
        ),
        limit: integer('Most rows.', { minimum: 1 }),
        type: text('default.'),
      },
      { optional: ['type'] },
    ),
  },
  {
    description: 'What a report is made of.',
    optional: ['startDate', 'endDate', 'currency', 'dataSource', 'limitSpec'],
  },
);
