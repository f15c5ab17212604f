import { NotFoundError } from '../domain/errors.ts';
import { DIMENSIONS, METRICS } from '../domain/report/catalogue.ts';
import { createReport } from '../domain/report/create.ts';
import { getReport, type Report as ReportRecord, visibleReports } from '../domain/report/get.ts';
import { reportUrl } from '../domain/report/link.ts';
import { countReports, listReports, REPORT_LIST } from '../domain/report/list.ts';
import { parsePosition, readReportRows } from '../domain/report/rows.ts';
import { watchReport } from '../domain/report/watch.ts';
import { badArgument } from './arguments.ts';
import { builder, DEFAULT_PAGE } from './builder.ts';
import { connectionType, rootConnection } from './connections.ts';
import { addChanges, type Recorded, recording } from './field-change.ts';
import { checkSizes } from './pages.ts';
import { CreateReportInput, reportPayload } from './report-input.ts';
import { ReportRowConnection } from './report-rows.ts';

const ReportStatus = builder.enumType('ReportStatus', {
  description: 'How far a report is.',
  values: {
    SUBMITTED: { description: 'It waits in the queue.' },
    PROCESSING: { description: 'It is being made.' },
    SUCCESS: { description: 'It can be read and downloaded.' },
    FAILED: { description: 'It was not made; `errorMsg` says why.' },
  } as const,
});

const Report = builder.prismaObject('Report', {
  description: 'An asynchronous report.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id: `Report:` and the customerReportId.',
      resolve: ({ customerReportId }) => `Report:${customerReportId}`,
    }),
    customerReportId: t.exposeString('customerReportId', { description: 'The id that REST shows.' }),
    status: t.field({
      type: ReportStatus,
      description: 'How far it is.',
      resolve: ({ status }) => status as 'SUBMITTED',
    }),
    progress: t.exposeInt('progress', { description: 'Percent done, 0 to 100.' }),
    url: t.string({
      nullable: true,
      description: 'Where its CSV can be fetched, for 24 hours from creation; null until SUCCESS.',
      args: {
        spreadsheetSafe: t.arg.boolean({
          defaultValue: false,
          description: 'Mark cells that a spreadsheet would run as formulas as text.',
        }),
      },
      resolve: (report, args, ctx) =>
        reportUrl(ctx, report, { spreadsheetSafe: args.spreadsheetSafe ?? false }),
    }),
    numRows: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Rows without the header.',
      resolve: ({ numRows }) => (numRows === null ? null : Number(numRows)),
    }),
    errorMsg: t.exposeString('errorMsg', { nullable: true, description: 'Why it failed.' }),
    requestPayload: t.expose('payload', { type: 'JSON', description: 'What it was made from.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it was begun.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it succeeded or failed.',
    }),
    rows: t.field({
      type: ReportRowConnection,
      nullable: true,
      description: 'Its rows; null until SUCCESS and once the report has expired.',
      args: {
        first: t.arg.int({ description: 'How many, at most 100; 25 unless given.' }),
        after: t.arg.string({ description: 'The cursor of the row before.' }),
      },
      resolve: async (report, { first, after }, ctx) => {
        checkSizes({ first });
        const position = after == null ? null : parsePosition(ctx, report, after);
        if (after != null && position === null) throw badArgument('after', 'must be a cursor of this report');
        const page = await readReportRows(ctx, report, { first: first ?? DEFAULT_PAGE, after: position });
        return page && { ...page, totalCount: Number(report.numRows), hasPreviousPage: position !== null };
      },
    }),
  }),
});

const CatalogEntry = builder.objectRef<{ id: number; name: string }>('ReportCatalogEntry').implement({
  description: 'A dimension or metric.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Its id in payloads; above 10000 it is this service’s own.' }),
    name: t.exposeString('name', { description: 'Its name in the CSV header.' }),
  }),
});

const ReportCatalog = builder.objectRef<object>('ReportCatalog').implement({
  description: 'What reports can group by and measure.',
  fields: (t) => ({
    dimensions: t.field({
      type: [CatalogEntry],
      description: 'What to group by and filter.',
      resolve: () => [...DIMENSIONS],
    }),
    metrics: t.field({ type: [CatalogEntry], description: 'What to measure.', resolve: () => [...METRICS] }),
  }),
});

const reports = connectionType({
  type: Report,
  name: 'Report',
  words: 'reports',
  list: REPORT_LIST,
  visible: visibleReports,
  status: ReportStatus,
  orderBy: ['id', 'createdAt', 'status'],
  newestFirst: true,
});

rootConnection({
  of: reports,
  field: 'reports',
  description: 'The seat’s reports.',
  find: listReports,
  count: countReports,
});

builder.queryFields((t) => ({
  reportCatalog: t.field({
    type: ReportCatalog,
    description: 'The dimensions and metrics of reports.',
    resolve: () => ({}),
  }),
  report: t.field({
    type: Report,
    nullable: true,
    description: 'One report; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or customerReportId.' }) },
    resolve: (_root, args, ctx) => findReport({ ctx, customerReportId: reportId(args.id) }),
  }),
}));

const CreateReportPayload = builder
  .objectRef<{ report: ReportRecord } & Recorded>('CreateReportPayload')
  .implement({
    description: 'What `createReport` answers when it succeeds.',
    fields: (t) => ({
      report: t.field({ type: Report, description: 'The queued report.', resolve: ({ report }) => report }),
    }),
  });
addChanges(CreateReportPayload);

builder.mutationField('createReport', (t) =>
  t.field({
    type: CreateReportPayload,
    description: 'Queues a report; `reportStatus` tells when it is done.',
    errors: {
      union: {
        name: 'CreateReportResult',
        description: 'The payload of `createReport`, or why it was refused.',
      },
    },
    args: {
      input: t.arg({ type: CreateReportInput, required: true, description: 'The reporting payload.' }),
      validateOnly: t.arg.boolean({
        defaultValue: false,
        description: 'Run every check and answer the would-be result, but store nothing.',
      }),
    },
    resolve: async (_root, { input, validateOnly }, outer) => {
      const { ctx, changes } = recording(outer, validateOnly);
      return { report: await createReport({ ctx, input: reportPayload(input) }), changes };
    },
  }),
);

builder.subscriptionField('reportStatus', (t) =>
  t.field({
    type: Report,
    description: 'The report now, then at each transition and progress; ends after SUCCESS or FAILED.',
    args: { id: t.arg.id({ required: true, description: 'Global id or customerReportId.' }) },
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

function reportId(value: string): string {
  const [, type, id] = /^(?:([A-Za-z]+):)?([0-9A-Za-z-]{1,64})$/.exec(value) ?? [];
  if (id !== undefined && (type === undefined || type === 'Report')) return id;
  throw badArgument('id', 'must be the ID of a Report');
}
