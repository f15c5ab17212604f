import type { EventSelection } from '../dialect.ts';
import type { Job, Statement, Table } from '../engine.ts';
import { DIGEST_STORED, EVENT_COLUMNS } from '../event-columns.ts';
import { literal } from './literal.ts';

/** Longer than the longest event, whose user-defined pairs and product IDs are limited by intake. */
const MAX_LINE_LENGTH = 8 * 1024 * 1024;

/**
 * Reads what `copyEvents` wrote, in one thread: texts can contain line breaks, which parallel readers do
 * not recognise.
 */
const sent = (source: string): string => {
  const columns = EVENT_COLUMNS.map(({ name, type = 'VARCHAR' }) => `${name}: '${type}'`);
  return `read_csv(${literal(source)}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"',
    nullstr = '', allow_quoted_nulls = false, new_line = '\\n', parallel = false, max_line_size = ${MAX_LINE_LENGTH},
    columns = {${columns.join(', ')}, digest: 'VARCHAR'})`;
};

/** Sorts events by the columns that are queried, so that those of a pixel are close to each other. */
export function writeEvents(source: string, target: string): Statement {
  const stored = EVENT_COLUMNS.map(({ name, stored = name }) => `${stored} AS ${name}`);
  return {
    sql: `COPY (SELECT ${stored.join(', ')} FROM ${sent(source)} AS sent
      ORDER BY pixel_id, sent.received_at, receipt_id, position)
      TO ${literal(target)} (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3, PARQUET_VERSION V2)`,
  };
}

export function compareEvents(source: string, target: string): Statement {
  return {
    sql: `SELECT written.rows, written.rows = given.rows AND written.digest IS NOT DISTINCT FROM given.digest AS same
      FROM (SELECT count(*) AS rows, sum(hash(digest)) AS digest FROM ${sent(source)}) AS given,
        (SELECT count(*) AS rows, sum(hash(${DIGEST_STORED})) AS digest FROM read_parquet(${literal(target)})) AS written`,
  };
}

const SELECTED: Table['columns'] = [
  { name: 'n', type: 'INTEGER' },
  { name: 'pixel_id', type: 'INTEGER' },
  { name: 'ec', type: 'VARCHAR' },
  { name: 'el', type: 'VARCHAR' },
  { name: 'ea', type: 'VARCHAR' },
];
const LABELS = ['ec', 'el', 'ea'] as const;

export function countEvents(
  { seatId, selections }: { seatId: number | null; selections: readonly EventSelection[] },
  sources: readonly string[],
): Job {
  // Only the columns of the selections are read.
  const requested = LABELS.filter((label) => selections.some((selection) => selection[label] !== null));
  const pixels = [...new Set(selections.map(({ pixelId }) => pixelId))];
  const conditions = [
    `event.pixel_id IN (${pixels.join(', ')})`,
    ...(seatId === null ? [] : [`event.seat_id = ${seatId}`]),
    ...requested.map((label) => `(selected.${label} IS NULL OR event.${label} = selected.${label})`),
  ];
  return {
    tables: [
      {
        name: 'selected',
        columns: SELECTED,
        rows: selections.map(({ pixelId, ec, el, ea }, n) => [n, pixelId, ec, el, ea]),
      },
    ],
    statements: [
      {
        sql: `SELECT n, count(*) AS count FROM read_parquet([${sources.map(literal).join(', ')}]) AS event
          JOIN selected USING (pixel_id) WHERE ${conditions.join(' AND ')} GROUP BY n`,
      },
    ],
  };
}
