import type { Pool } from 'pg';
import { Prisma } from '../../../platform/database/connection/client.ts';
import type { DomainContext } from '../../context.ts';

/**
 * Changes are told in the order of their ids. An id is drawn before its transaction commits, so a smaller one can
 * become visible after a larger one. Therefore a transaction holds a shared lock on (seat, an id that all of its
 * own come after) from before it draws the first: up to the smallest of these nothing can come any more.
 */

const SETTING = 'flightline.drawn_after';
/** What the lock's key has room for; ids that are drawn at the same time lie closer together. */
const ROOM = 2_147_483_647;

/** SQL of the lock, to be taken before the ids of changes are drawn. One lock, however often in a transaction. */
export const drawingChanges = (seatId: number): Prisma.Sql => Prisma.sql`
  pg_advisory_xact_lock_shared(${seatId}::int, set_config(${SETTING},
    coalesce(nullif(current_setting(${SETTING}, true), ''),
      (SELECT (last_value - (NOT is_called)::int) & ${ROOM}::bigint FROM change_id_seq)::text), true)::int)`;

/** Up to which id all changes of the seat are visible to statements that begin later, and whether more are under way. */
export interface Horizon {
  readonly id: bigint;
  readonly isBusy: boolean;
}

/** The last id is read before the locks: the subquery depends on it. */
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

/** Where a reader goes on: behind the id, without those that it has seen beyond it. */
export interface Position {
  readonly id: bigint;
  readonly seen: ReadonlySet<bigint>;
}

/** Behind the change `after`, 0 being before all of them, or now. Undefined when the seat has no such change. */
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

/** The id of the seat's last change that a reader can go on behind without missing any; 0 before the first. */
export async function latestPosition({ pool, seatId }: DomainContext): Promise<number> {
  const { id } = await horizon(pool, seatId);
  const { rows } = await pool.query<{ id: string | null }>(
    'SELECT max(id) AS id FROM change WHERE seat_id = $1 AND id <= $2',
    [seatId, id],
  );
  return Number(rows[0]?.id ?? 0);
}
