import type { Pool } from 'pg';
import { Prisma } from '../../../platform/database/connection/client.ts';
import type { DomainContext } from '../../context.ts';

/**
 * Changes are sent in the order of their IDs. An ID is drawn before its transaction commits, so a smaller one can
 * become visible after a larger one. Therefore, before a transaction draws its first ID, it takes a shared lock on
 * (seat, current ID), which is smaller than all its own IDs. All changes up to the smallest locked ID are final.
 */

const SETTING = 'flightline.drawn_after';
/** The lock's key has room for 31 bits; IDs that are drawn at the same time are closer together than that. */
const ROOM = 2_147_483_647;

/**
 * SQL of the lock, which must be taken before the IDs of changes are drawn. Taking it again in a transaction does
 * nothing.
 */
export const drawingChanges = (seatId: number): Prisma.Sql => Prisma.sql`
  pg_advisory_xact_lock_shared(${seatId}::int, set_config(${SETTING},
    coalesce(nullif(current_setting(${SETTING}, true), ''),
      (SELECT (last_value - (NOT is_called)::int) & ${ROOM}::bigint FROM change_id_seq)::text), true)::int)`;

/**
 * Up to which ID all changes of the seat are visible to later statements, and whether transactions with further ones
 * are open.
 */
export interface Horizon {
  readonly id: bigint;
  readonly isBusy: boolean;
}

/** The last ID is read before the locks, because the subquery depends on it. */
const HORIZON = `
  SELECT last, (SELECT min(last - ((last - objid::bigint) & ${ROOM})) FROM pg_locks
                WHERE locktype = 'advisory' AND mode = 'ShareLock' AND objsubid = 2 AND classid::bigint = $1
                  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held
  FROM (SELECT last_value - (NOT is_called)::int AS last FROM change_id_seq) AS drawn`;

export async function horizon(pool: Pool, seatId: number): Promise<Horizon> {
  const { rows } = await pool.query<{ last: string; held: string | null }>({
    name: 'changes-horizon',
    text: HORIZON,
    values: [seatId],
  });
  const { last = '0', held = null } = rows[0] ?? {};
  return { id: BigInt(held ?? last), isBusy: held !== null };
}

/** Where a reader continues: after the ID, without later changes that it has already seen. */
export interface Position {
  readonly id: bigint;
  readonly seen: ReadonlySet<bigint>;
}

/**
 * Returns the position after the change `after` (0 means the beginning), or the current one. Undefined if the seat has
 * no such change.
 */
export async function changesPosition(
  ctx: DomainContext,
  after: number | undefined,
): Promise<Position | undefined> {
  const { pool, seatId } = ctx;
  const { id } = await horizon(pool, seatId);
  const last = after === undefined ? null : BigInt(after);
  if (last !== null && last <= id)
    return (await isChange(ctx, last)) ? { id: last, seen: new Set() } : undefined;
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM change WHERE seat_id = $1 AND id > $2 AND ($3::bigint IS NULL OR id <= $3)',
    [seatId, id, last],
  );
  const seen = new Set(rows.map((row) => BigInt(row.id)));
  return last === null || seen.has(last) ? { id, seen } : undefined;
}

async function isChange({ pool, seatId }: DomainContext, id: bigint): Promise<boolean> {
  if (id === 0n) return true;
  const { rowCount } = await pool.query('SELECT FROM change WHERE seat_id = $1 AND id = $2', [seatId, id]);
  return rowCount === 1;
}

/**
 * Returns the ID of the seat's last change after which a reader can continue without missing any; 0 if there is none.
 */
export async function latestPosition({ pool, seatId }: DomainContext): Promise<number> {
  const { id } = await horizon(pool, seatId);
  const { rows } = await pool.query<{ id: string | null }>(
    'SELECT max(id) AS id FROM change WHERE seat_id = $1 AND id <= $2',
    [seatId, id],
  );
  return Number(rows[0]?.id ?? 0);
}
