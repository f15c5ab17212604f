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

export const tableName = (object: Pick<NativeObject<NativeRow>, 'table'>): Prisma.Sql =>
  Prisma.raw(`"${object.table}"`);

/**
 * Stores new rows. Returns for each the ID that it was given, and whether it is stored: a unique index can refuse it.
 * IDs are drawn before, so that stored rows can be distinguished from those that already existed.
 */
export function insertRows<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  rows: readonly Partial<Row>[],
): Promise<{ readonly id: number; readonly isStored: boolean }[]> {
  const columns = Prisma.raw(names(Object.values(object.columns).filter((column) => column !== 'id')));
  return sql<{ id: number; isStored: boolean }>(ctx.db)`
    WITH given AS MATERIALIZED (
      SELECT next_id(sequence) AS drawn, ordinality AS place, ${columns}
      FROM (SELECT pg_get_serial_sequence(${object.table}, 'id')::regclass AS sequence OFFSET 0) AS own,
           jsonb_populate_recordset(NULL::${tableName(object)}, ${documentOf(object, rows)}::jsonb) WITH ORDINALITY
    ), stored AS (
      INSERT INTO ${tableName(object)} ("id", ${columns}) SELECT drawn, ${columns} FROM given ORDER BY place
      ON CONFLICT DO NOTHING RETURNING id
    )
    SELECT drawn AS id, drawn IN (SELECT id FROM stored) AS "isStored" FROM given ORDER BY place`;
}

/** Overwrites rows that the caller has locked. */
export async function updateRows<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.values(object.columns).filter((column) => column !== 'id');
  await sql(ctx.db)`
    UPDATE ${tableName(object)} AS stored
    SET (${Prisma.raw(names(columns))}) =
        (${Prisma.raw(columns.map((column) => `changed."${column}"`).join(', '))})
    FROM jsonb_populate_recordset(NULL::${tableName(object)}, ${documentOf(object, rows)}::jsonb) AS changed
    WHERE stored.id = changed.id`;
}

/** Returns the caller's rows with these IDs, locked in ID order until the transaction ends. */
export async function lockRows<Row extends NativeRow>(
  ctx: DomainContext,
  object: NativeObject<Row>,
  ids: readonly number[],
): Promise<Map<number, Row>> {
  const rows = await sql<Row>(ctx.db)`
    SELECT ${selectList(object)} FROM ${tableName(object)}
    WHERE id = ANY(${ids}::int[]) AND seat_id = ${ctx.seatId}
    ORDER BY id FOR UPDATE`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** How long a write waits for another that has locked the same rows. After that it fails with a conflict. */
export const LOCK_WAIT = { lockWaitMs: 2_000 } as const;

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
