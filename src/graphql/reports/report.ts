import { NotFoundError } from '../../domain/errors.ts';
import { getReport, type Report as ReportRecord } from '../../domain/reporting/report/get.ts';
import { reportUrl } from '../../domain/reporting/report/link.ts';
import { countReports, listReports, REPORT_LIST } from '../../domain/reporting/report/list.ts';
import { DIMENSIONS, METRICS } from '../../domain/reporting/report/payload/catalogue.ts';
import { understoodPayload } from '../../domain/reporting/report/payload/payload.ts';
import { parsePosition, readReportRows } from '../../domain/reporting/report/rows.ts';
import { watchReport } from '../../domain/reporting/report/watch.ts';
import { defineEnum } from '../../resources/define/enum-type.ts';
import { builder, DEFAULT_PAGE } from '../builder.ts';
import { badArgument } from '../parts/arguments.ts';
import { connectionType } from '../parts/connection-types.ts';
import { foundConnection } from '../parts/connections.ts';
import { nodeType } from '../parts/node.ts';
import { enumOf } from '../parts/values/enums.ts';
import { priced, pricedPage } from '../server/price/price.ts';
import { payloadShown } from './report-input.ts';
import { ReportRowConnection } from './report-rows.ts';

/** Rows are text that is read from a file unchanged. */
const MAX_ROWS = 1000;

const ReportStatus = enumOf(
  defineEnum('ReportStatus', 'The possible states of a report.', {
    SUBMITTED: 'The report is queued.',
    PROCESSING: 'The report is being created.',
    SUCCESS: 'The report is finished. It can be read and downloaded.',
    FAILED: 'The report could not be created. `errorMsg` explains why.',
  }),
);

export const Report = builder.prismaObject('Report', {
  description: 'An asynchronous report.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID: `Report:` followed by the `customerReportId`.',
      resolve: ({ customerReportId }) => `Report:${customerReportId}`,
    }),
    customerReportId: t.exposeString('customerReportId', {
      description: 'The ID that the reporting interface uses.',
    }),
    status: t.field({
      type: ReportStatus,
      description: 'The state of the report.',
      resolve: ({ status }) => status,
    }),
    progress: t.exposeInt('progress', { description: 'The progress in percent, from 0 to 100.' }),
    url: t.string({
      nullable: true,
      description:
        'The URL of the CSV file, valid for 24 hours from creation. Null until the status is `SUCCESS`.',
      args: {
        spreadsheetSafe: t.arg.boolean({
          defaultValue: false,
          description: 'Whether cells that a spreadsheet would run as formulas are escaped. Default false.',
        }),
      },
      resolve: (report, args, ctx) =>
        reportUrl(ctx, report, { spreadsheetSafe: args.spreadsheetSafe ?? false }),
    }),
    numRows: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'The number of rows, without the header.',
      resolve: ({ numRows }) => (numRows === null ? null : Number(numRows)),
    }),
    errorMsg: t.exposeString('errorMsg', {
      nullable: true,
      description: 'The reason why the report failed.',
    }),
    requestPayload: t.field({
      type: 'JSON',
      description: 'The understood part of the payload that the report was created from.',
      resolve: ({ payload }) => payloadShown(understoodPayload(payload)),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'The time when the report was created.',
    }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time when processing began.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time when the report succeeded or failed.',
    }),
    rows: t.field({
      type: ReportRowConnection,
      nullable: true,
      description:
        'The rows of the report. Null until the status is `SUCCESS`, and after the report has expired.',
      extensions: priced((argument) => ({
        rows: 0,
        items: pricedPage(argument('first'), { most: MAX_ROWS, byDefault: DEFAULT_PAGE }),
      })),
      args: {
        first: t.arg.int({
          description: `Returns the first _n_ elements. Default ${DEFAULT_PAGE}, maximum ${MAX_ROWS}.`,
        }),
        after: t.arg.string({ description: 'Returns the elements that come after the specified cursor.' }),
      },
      resolve: async (report, { first, after }, ctx) => {
        const size = first ?? DEFAULT_PAGE;
        if (size < 1 || size > MAX_ROWS) throw badArgument('first', `must be from 1 to ${MAX_ROWS}`);
        const position = after == null ? null : parsePosition(ctx, report, after);
        if (after != null && position === null) throw badArgument('after', 'must be a cursor of this report');
        const page = await readReportRows(ctx, report, { first: size, after: position });
        return page && { ...page, totalCount: Number(report.numRows), hasPreviousPage: position !== null };
      },
    }),
  }),
});

nodeType({
  type: Report,
  name: 'Report',
  find: ({ ctx, keys }) => listReports({ ctx, where: { customerReportId: { in: [...keys] } }, query: {} }),
  keyOf: ({ customerReportId }) => customerReportId,
});

const CatalogEntry = builder.objectRef<{ id: number; name: string }>('ReportCatalogEntry').implement({
  description: 'A dimension or metric of reports.',
  fields: (t) => ({
    id: t.exposeInt('id', {
      description: 'The ID to use in report payloads. IDs above 10000 are specific to this service.',
    }),
    name: t.exposeString('name', { description: 'The name in the CSV header.' }),
  }),
});

const ReportCatalog = builder.objectRef<object>('ReportCatalog').implement({
  description: 'The dimensions and metrics that reports support.',
  fields: (t) => ({
    dimensions: t.field({
      type: [CatalogEntry],
      description: 'The dimensions to group and filter by.',
      resolve: () => [...DIMENSIONS],
    }),
    metrics: t.field({
      type: [CatalogEntry],
      description: 'The metrics to measure.',
      resolve: () => [...METRICS],
    }),
  }),
});

const reports = connectionType({
  type: Report,
  name: 'Report',
  plural: 'reports',
  list: REPORT_LIST,
  status: ReportStatus,
  newestFirst: true,
});

foundConnection({
  of: reports,
  field: 'reports',
  description: 'Returns the reports of the seat.',
  find: listReports,
  count: countReports,
});

builder.queryFields((t) => ({
  reportCatalog: t.field({
    type: ReportCatalog,
    description: 'Returns the dimensions and metrics that reports support.',
    resolve: () => ({}),
  }),
  report: t.field({
    type: Report,
    nullable: true,
    description: 'Looks up a report by ID. Returns null if the seat has no such report.',
    args: { id: t.arg.id({ required: true, description: 'The global ID or the `customerReportId`.' }) },
    resolve: (_root, args, ctx) => findReport({ ctx, customerReportId: reportId(args.id) }),
  }),
}));

builder.subscriptionField('reportStatus', (t) =>
  t.field({
    type: Report,
    description:
      'Reports the current state of a report, then every transition and progress. Ends after `SUCCESS` or `FAILED`.',
    args: { id: t.arg.id({ required: true, description: 'The global ID or the `customerReportId`.' }) },
    subscribe: async (_root, args, ctx) => {
      const customerReportId = reportId(args.id);
      await getReport({ ctx, customerReportId });
      return watchReport({ ctx, customerReportId });
    },
    resolve: (report) => report,
  }),
);

async function findReport(options: Parameters<typeof getReport>[0]): Promise<ReportRecord | null> {
  try {
    return await getReport(options);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

export function reportId(value: string): string {
  const [, type, id] = /^(?:([A-Za-z]+):)?([0-9A-Za-z-]{1,64})$/.exec(value) ?? [];
  if (id !== undefined && (type === undefined || type === 'Report')) return id;
  throw badArgument('id', 'must be the ID of a Report');
}
