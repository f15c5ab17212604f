import type { Pool } from 'pg';
import type { HeldKey } from './carried-out.ts';

const AGAIN_MS = 1_000;
/**
 * When a connection is lost, its transaction may end on the server only after the database is reachable again. The key
 * is therefore checked this many times.
 */
const MAX_CHECKS = 10;
const MAX_WAITING = 50_000;
/** The status stored for a request whose response was lost. */
const NO_ANSWER = 503;

/** The keys to check once the database is reachable, each with its remaining number of checks. */
const waiting = new WeakMap<Pool, Map<HeldKey, number>>();

/**
 * Ends calls that have no response to store: their keys become free again, and a retry of a call that was carried out
 * is refused at once. Skips keys that a transaction still locks. Returns how many records were found.
 */
async function endCalls(pool: Pool, held: readonly HeldKey[]): Promise<number> {
  const { rows } = await pool.query<{ found: number }>(
    `WITH ended AS MATERIALIZED (
       SELECT r.client_id, r.key, r.carried_out FROM idempotency_record r
       JOIN unnest($1::text[], $2::text[], $3::timestamptz[]) AS held (client_id, key, started_at)
         USING (client_id, key, started_at)
       FOR UPDATE OF r SKIP LOCKED
     ), freed AS (
       DELETE FROM idempotency_record r USING ended
       WHERE r.client_id = ended.client_id AND r.key = ended.key AND NOT ended.carried_out
     ), marked AS (
       UPDATE idempotency_record r SET status = $4 FROM ended
       WHERE r.client_id = ended.client_id AND r.key = ended.key AND ended.carried_out AND r.status IS NULL
     )
     SELECT count(*)::int AS found FROM ended`,
    [
      held.map(({ clientId }) => clientId),
      held.map(({ key }) => key),
      held.map(({ startedAt }) => startedAt),
      NO_ANSWER,
    ],
  );
  return rows[0]?.found ?? 0;
}

/**
 * Releases the key of a call unless the call was carried out. If the database is unreachable, the key is released as
 * soon as it is back.
 */
export async function releaseKey(options: { ctx: { readonly pool: Pool }; held: HeldKey }): Promise<void> {
  const { ctx, held } = options;
  try {
    if ((await endCalls(ctx.pool, [held])) === 0) endLater(ctx.pool, held);
  } catch (error) {
    endLater(ctx.pool, held);
    throw error;
  }
}

function endLater(pool: Pool, held: HeldKey): void {
  const keys = waiting.get(pool) ?? new Map<HeldKey, number>();
  if (keys.size >= MAX_WAITING) return;
  if (keys.size === 0) checkLater(pool, keys);
  keys.set(held, MAX_CHECKS);
  waiting.set(pool, keys);
}

function checkLater(pool: Pool, keys: Map<HeldKey, number>): void {
  setTimeout(() => void check(pool, keys), AGAIN_MS).unref();
}

async function check(pool: Pool, keys: Map<HeldKey, number>): Promise<void> {
  if (pool.ending) return;
  const calls = [...keys];
  try {
    await endCalls(
      pool,
      calls.map(([held]) => held),
    );
    for (const [held, looks] of calls) {
      if (looks > 1) keys.set(held, looks - 1);
      else keys.delete(held);
    }
  } catch {
    // The database is still unreachable; the next round tries again.
  }
  if (keys.size > 0) checkLater(pool, keys);
}
