import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { logFailure } from '../../platform/log/outage-log.ts';

export { columnOf, tableOf } from '../../platform/database/rows/names.ts';

/**
 * Estimates the number of rows that lists read, from the statistics of PostgreSQL: accurate enough for
 * prices, and free.
 */

interface ColumnStatistics {
  /** The number of rows with each of the most frequent values, as text. */
  readonly frequent: ReadonlyMap<string, number>;
  /** The number of rows with any other value. */
  readonly usual: number;
  readonly largest: number;
}

export interface RowEstimates {
  /** By `table.column`, for ID columns. */
  readonly columns: ReadonlyMap<string, ColumnStatistics>;
  /** `table.first.second` for each index that starts with two columns. */
  readonly indexes: ReadonlySet<string>;
  /** The exact number of products in the feed of each advertiser, by `seat.advertiser`. */
  readonly products: ReadonlyMap<string, number>;
}

const EVERY_MS = 10_000;
/** Reading smaller tables is free. */
export const MIN_ROWS = 100;
const NO_STATISTICS: RowEstimates = { columns: new Map(), indexes: new Set(), products: new Map() };

interface Source {
  readonly pool: Pool;
  /** Connections that calls cannot use up. */
  readonly reserved?: { readonly pool: Pool } | undefined;
}

const known = new WeakMap<Pool, RowEstimates>();

export const estimatesOf = ({ pool }: Pick<Source, 'pool'>): RowEstimates => known.get(pool) ?? NO_STATISTICS;

/** Reads the statistics now and again; returns what ends that. */
export async function followStatistics(
  system: Source & { readonly log: Logger },
): Promise<() => Promise<void>> {
  const look = () =>
    readStatistics(system).catch((error) => logFailure(system.log, error, 'statistics could not be read'));
  let running = look();
  await running;
  const timer = setInterval(() => {
    running = look();
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
  readonly distinct: number;
  readonly values: readonly string[] | null;
  readonly frequencies: readonly number[] | null;
}

/**
 * A partitioned table has no statistics unless it was analyzed explicitly, so those of its partitions are
 * added up.
 */
const COLUMNS = `SELECT coalesce(parent.relname, c.relname) AS table, s.attname AS column, c.reltuples::float8 AS rows,
    s.n_distinct::float8 AS distinct, s.most_common_vals::text::text[] AS values,
    s.most_common_freqs::float8[] AS frequencies
  FROM pg_class c JOIN pg_stats s ON s.schemaname = current_schema() AND s.tablename = c.relname
  LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
  LEFT JOIN pg_class parent ON parent.oid = i.inhparent
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.reltuples >= ${MIN_ROWS}
    AND (s.attname LIKE '%\\_id' AND parent.oid IS NULL OR s.attname IN ('seat_id', 'pixel_id')) AND NOT s.inherited`;

const INDEXES = `SELECT concat_ws('.', c.relname, one.attname, two.attname) AS index
  FROM pg_index i
  JOIN pg_class c ON c.oid = i.indrelid
  JOIN pg_attribute one ON one.attrelid = c.oid AND one.attnum = i.indkey[0]
  JOIN pg_attribute two ON two.attrelid = c.oid AND two.attnum = i.indkey[1]
  WHERE c.relnamespace = current_schema()::regnamespace AND i.indpred IS NULL`;

const PRODUCTS = `SELECT concat_ws('.', a.seat_id, f.advertiser_id) AS feed, f.products
  FROM product_feed f JOIN advertiser a ON a.id = f.advertiser_id WHERE f.products > 0`;

/** Reads the statistics once. */
export async function readStatistics({ pool, reserved }: Source): Promise<void> {
  const connections = reserved?.pool ?? pool;
  const columns = await connections.query<ColumnRow>(COLUMNS);
  const indexes = await connections.query<{ index: string }>(INDEXES);
  const feeds = await connections.query<{ feed: string; products: number }>(PRODUCTS);
  const all = new Map<string, ColumnStatistics>();
  for (const row of columns.rows) {
    const name = `${row.table}.${row.column}`;
    const before = all.get(name);
    all.set(name, before ? sumOf(before, statisticsOf(row)) : statisticsOf(row));
  }
  known.set(pool, {
    columns: all,
    indexes: new Set(indexes.rows.map(({ index }) => index)),
    products: new Map(feeds.rows.map(({ feed, products }) => [feed, products])),
  });
}

function statisticsOf({ rows, distinct, values, frequencies }: ColumnRow): ColumnStatistics {
  const frequent = new Map((values ?? []).map((value, index) => [value, rows * (frequencies?.[index] ?? 0)]));
  const rest = [...frequent.values()].reduce((left, count) => left - count, rows);
  // A negative value is a fraction of the rows.
  const others = (distinct < 0 ? -distinct * rows : distinct) - frequent.size;
  const usual = others >= 1 ? Math.max(rest, 0) / others : 0;
  return ofFrequencies(frequent, usual);
}

function sumOf(one: ColumnStatistics, other: ColumnStatistics): ColumnStatistics {
  const values = new Set([...one.frequent.keys(), ...other.frequent.keys()]);
  const rows = ({ frequent, usual }: ColumnStatistics, value: string) => frequent.get(value) ?? usual;
  const frequent = new Map([...values].map((value) => [value, rows(one, value) + rows(other, value)]));
  return ofFrequencies(frequent, one.usual + other.usual);
}

const ofFrequencies = (frequent: ReadonlyMap<string, number>, usual: number): ColumnStatistics => ({
  frequent,
  usual,
  largest: Math.max(usual, ...frequent.values()),
});

/**
 * Returns the number of rows of a seat in a table, at most those of the largest owner if they belong to
 * one.
 */
export function rowsOf(
  { columns }: RowEstimates,
  { table, seatId, owner }: { table: string; seatId: number; owner?: string | undefined },
): number {
  const seats = columns.get(`${table}.seat_id`);
  const ofSeat = seats && (seats.frequent.get(String(seatId)) ?? seats.usual);
  const owners = owner === undefined ? undefined : columns.get(`${table}.${owner}`);
  if (ofSeat === undefined || !owners) return ofSeat ?? owners?.largest ?? 0;
  return Math.min(ofSeat, owners.largest);
}

/** Returns the number of products in the feed of an advertiser; 0 if it is not of the seat. */
export const productsOf = (
  { products }: RowEstimates,
  { seatId, advertiserId }: { seatId: number; advertiserId: number },
): number => products.get(`${seatId}.${advertiserId}`) ?? 0;
