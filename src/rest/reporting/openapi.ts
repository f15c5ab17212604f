import { Condition, Payload } from '../../domain/reporting/report/payload/fields.ts';
import type { PayloadField, PayloadType } from '../../domain/reporting/report/payload/payload-types.ts';
import { valuesOf } from '../../resources/define/enum-type.ts';
import {
  type DocumentSettings,
  IDEMPOTENCY_KEY,
  type InterfaceDocument,
  path,
  query,
  SEAT_ID,
} from '../openapi/operation.ts';
import {
  boolean,
  integer,
  JSON_VALUE,
  objectOf,
  orNull,
  ref,
  type Schema,
  text,
} from '../openapi/schemas.ts';
import {
  CLOSE_OF_BOOKS,
  FINISHED_REPORT,
  QUEUED_REPORT,
  REPORT_FILE,
  REPORT_PAYLOAD,
  REPORT_REFUSALS,
} from './examples.ts';

const REPORT_ID = path('customerReportId', 'The ID of the report.', { type: 'string', format: 'uuid' });

export function reportingDocument({ reportingPrefix }: DocumentSettings): InterfaceDocument {
  const base = `${reportingPrefix}/extreport`;
  return {
    tag: 'Reporting',
    description: 'Creates asynchronous reports as CSV files.',
    security: ['xAuth'],
    refusal: 'ReportRefusal',
    refusalExamples: REPORT_REFUSALS,
    operations: [
      {
        method: 'post',
        path: base,
        id: 'createReport',
        summary: 'Create a report',
        parameters: [SEAT_ID, IDEMPOTENCY_KEY],
        body: { type: 'application/json', schema: ref('ReportPayload'), example: REPORT_PAYLOAD },
        answer: ref('QueuedReport'),
        example: QUEUED_REPORT,
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
        example: CLOSE_OF_BOOKS,
        refusals: [400, 401, 422, 500, 503],
      },
      {
        method: 'get',
        path: `${base}/{customerReportId}`,
        id: 'getReport',
        summary: 'Get the status of a report and the URL of its file',
        parameters: [REPORT_ID, SEAT_ID],
        answer: ref('Report'),
        example: FINISHED_REPORT,
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
          query('name', 'The name of the file for browsers, without its ending.', { type: 'string' }),
        ],
        answer: { mediaTypes: { 'text/csv': { type: 'string' } } },
        example: REPORT_FILE,
        others: {
          206: 'The requested range of the file.',
          304: 'The file has not changed since the caller last read it.',
        },
        refusals: [403, 410, 416, 500, 503],
        open: true,
      },
      {
        method: 'get',
        path: `${base}/saved/{savedReportId}/download`,
        id: 'downloadSavedReport',
        summary: 'Download the newest report of a schedule from the signed URL of the saved report',
        parameters: [
          path('savedReportId', 'The ID of the saved report.', { type: 'integer' }),
          query('signature', 'The signature of the URL.', { type: 'string' }, true),
        ],
        answer: { mediaTypes: { 'text/csv': { type: 'string' } } },
        example: REPORT_FILE,
        refusals: [403, 410, 500, 503],
        open: true,
      },
    ],
    schemas: {
      ReportPayload: schemaOfType(Payload),
      ReportCondition: schemaOfType(Condition),
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
            ...JSON_VALUE,
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

/** Returns the schema of a part of the payload. Conditions are referred to by name, because they contain each other. */
function schemaOf(field: PayloadField): Schema {
  const { is, description, min, max } = field;
  const choices = field.is === 'enum' ? valuesOf(field.enumType) : field.choices;
  const about = description === '' ? {} : { description };
  const bounds = is === 'list' ? { minItems: min, maxItems: max } : { minimum: min, maximum: max };
  const limits = { enum: choices && [...choices], ...bounds };
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  if (field.is === 'object')
    return field.type === Condition
      ? { ...about, ...ref('ReportCondition') }
      : { ...schemaOfType(field.type), ...about };
  if (field.is === 'list')
    return { type: 'array', ...about, items: schemaOf(field.of), ...Object.fromEntries(given) };
  return { type: TYPES[field.is], ...about, ...Object.fromEntries(given) };
}

const TYPES = {
  integer: 'integer',
  number: ['number', 'string'],
  flag: 'boolean',
  text: 'string',
  enum: 'string',
  zone: 'string',
  id: 'integer',
  'id or code': ['integer', 'string'],
} as const;

function schemaOfType({ description, fields }: PayloadType): Schema {
  const all = Object.entries(fields());
  return objectOf(Object.fromEntries(all.map(([name, field]) => [name, schemaOf(field)])), {
    description,
    optional: all.flatMap(([name, { required }]) => (required ? [] : [name])),
  });
}
