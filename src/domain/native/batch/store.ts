import { Prisma, sql } from '../../../platform/database/connection/client.ts';
import { partOf } from '../../../platform/text/typed.ts';
import type { DomainContext } from '../../context.ts';
import type { NativeObject, NativeRow } from './object.ts';

/** A batch is sent to the database as one JSON document, with one statement per table, however many items it has. */

const names = (columns: Iterable<string>): string => [...columns].map((column) => `"${column}"`).join(', ');

const selectList = (object: Pick<NativeObject<NativeRow>, 'columns'>): Prisma.Sql =>
  Prisma.raw(
    Object.entries(object.columns)
      .map(([field, column]) => `"${column}" AS "${field}"`)
      .join(', '),
  );

export const tableOf = (object: Pick<NativeObject<NativeRow>, 'table'>): Prisma.Sql =>
  Prisma.raw(`"${object.table}"`);

/** Reserves IDs for new rows, so that stored rows can be distinguished from those that already existed. */
export async function reserveIds(ctx: DomainContext, table: string, count: number): Promise<number[]> {
  const [row] = await sql<{ ids: number[] }>(ctx.db)`
    SELECT array_agg(next_id(sequence)) AS ids
    FROM (SELECT pg_get_serial_sequence(${table}, 'id')::regclass AS sequence OFFSET 0) AS own,
         generate_series(1, ${count}::int)`;
  return row?.ids ?? [];
}

/** Stores new rows. Returns the IDs of those that no unique index refused. */
export async function insertRows<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  rows: readonly Row[],
): Promise<Set<number>> {
  const columns = Prisma.raw(names(Object.values(object.columns)));
  const stored = await sql<{ id: number }>(ctx.db)`
    INSERT INTO ${tableOf(object)} (${columns})
    SELECT ${columns}
    FROM jsonb_populate_recordset(NULL::${tableOf(object)}, ${documentOf(object, rows)}::jsonb)
    ON CONFLICT DO NOTHING RETURNING id`;
  return new Set(stored.map(({ id }) => id));
}

/** Overwrites rows that the caller has locked. */
export async function updateRows<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.values(object.columns).filter((column) => column !== 'id');
  await sql(ctx.db)`
    UPDATE ${tableOf(object)} AS stored
    SET (${Prisma.raw(names(columns))}) =
        (${Prisma.raw(columns.map((column) => `changed."${column}"`).join(', '))})
    FROM jsonb_populate_recordset(NULL::${tableOf(object)}, ${documentOf(object, rows)}::jsonb) AS changed
    WHERE stored.id = changed.id`;
}

/** Returns the caller's rows with these IDs, locked in ID order until the transaction ends. */
export async function lockRows<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  const rows = await sql<Row>(ctx.db)`
    SELECT ${selectList(object)} FROM ${tableOf(object)}
    WHERE id = ANY(${ids}::int[]) AND seat_id = ${ctx.seatId}
    ORDER BY id FOR UPDATE`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** How long a write waits for another that has locked the same rows. After that it fails with a conflict. */
const LOCK_WAIT_MS = 2_000;

export async function limitLockWait(ctx: DomainContext): Promise<void> {
  await sql(ctx.db)`SELECT set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`;
}

function documentOf(object: Pick<NativeObject<NativeRow>, 'columns'>, rows: readonly object[]): string {
  const columns = Object.entries(object.columns);
  return JSON.stringify(
    rows.map((row) => {
      const stored: Record<string, unknown> = {};
      for (const [field, column] of columns) stored[column] = partOf(row, field) ?? null;
      return stored;
    }),
  );
}
