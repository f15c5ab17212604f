import type { Pool } from 'pg';
import type { HeldKey } from './carried-out.ts';

const AGAIN_MS = 1_000;
/**
 * A transaction or a claim whose answer was lost may end on the server after the database is back. Its key is looked at
 * for this long then.
 */
const LOOKS = 10;
const MAX_WAITING = 50_000;
/** Stands in place of an answer that nobody got. */
const NO_ANSWER = 503;

/** What waits for the database, with how many more times it is looked at. */
const waiting = new WeakMap<Pool, Map<HeldKey, number>>();

/**
 * Ends calls that have no answer to store: their keys are free again, and a repeat of one that was carried out learns that
 * at once. Keys that a transaction still locks are skipped. @returns how many records were found
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

/** Gives the key of a call back, unless it was carried out; if the database is away, as soon as it is there again. */
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
  if (keys.size === 0) lookLater(pool, keys);
  keys.set(held, LOOKS);
  waiting.set(pool, keys);
}

function lookLater(pool: Pool, keys: Map<HeldKey, number>): void {
  setTimeout(() => void look(pool, keys), AGAIN_MS).unref();
}

async function look(pool: Pool, keys: Map<HeldKey, number>): Promise<void> {
  if (pool.ending) return;
  const requested = [...keys];
  try {
    await endCalls(
      pool,
      requested.map(([held]) => held),
    );
    for (const [held, looks] of requested) {
      if (looks > 1) keys.set(held, looks - 1);
      else keys.delete(held);
    }
  } catch {
    // The database is still away.
  }
  if (keys.size > 0) lookLater(pool, keys);
}
