import type { ReportRows } from '../../domain/reporting/report/rows.ts';
import { builder } from '../builder.ts';

/** The rows of a finished report as a connection, read from the report's file. */

interface Row {
  cells: string[];
  columns: string[];
}

const ReportRow = builder.objectRef<Row>('ReportRow').implement({
  description: 'A row of a finished report.',
  fields: (t) => ({
    cells: t.exposeStringList('cells', { description: 'The cells, in the order of the columns.' }),
    data: t.field({
      type: 'JSON',
      description: 'The cells, by column name.',
      resolve: ({ cells, columns }) => Object.fromEntries(columns.map((column, at) => [column, cells[at]])),
    }),
  }),
});

const ReportRowEdge = builder.objectRef<{ cursor: () => string; node: Row }>('ReportRowEdge').implement({
  description: 'An edge of a page of report rows.',
  fields: (t) => ({
    cursor: t.string({
      description: 'The cursor of the row, for use in pagination.',
      resolve: ({ cursor }) => cursor(),
    }),
    node: t.field({ type: ReportRow, description: 'The row.', resolve: ({ node }) => node }),
  }),
});

interface RowPage extends ReportRows {
  totalCount: number;
  hasPreviousPage: boolean;
}

export const ReportRowConnection = builder.objectRef<RowPage>('ReportRowConnection').implement({
  description: 'A page of report rows.',
  fields: (t) => ({
    columns: t.exposeStringList('columns', { description: 'The names of the columns.' }),
    nodes: t.field({
      type: [ReportRow],
      description: 'The rows of the page.',
      resolve: ({ rows, columns }) => rows.map(({ cells }) => ({ cells, columns })),
    }),
    edges: t.field({
      type: [ReportRowEdge],
      description: 'The rows of the page with their cursors.',
      resolve: ({ rows, columns }) => rows.map(({ cells, cursor }) => ({ cursor, node: { cells, columns } })),
    }),
    totalCount: t.exposeInt('totalCount', { description: 'The number of rows in the report.' }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Information about the page, to help with pagination.',
      resolve: ({ rows, hasNextPage, hasPreviousPage }) => ({
        hasNextPage,
        hasPreviousPage,
        startCursor: rows[0]?.cursor() ?? null,
        endCursor: rows.at(-1)?.cursor() ?? null,
      }),
    }),
  }),
});
