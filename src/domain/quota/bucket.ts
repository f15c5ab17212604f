import type { System } from '../context.ts';

/** Quotas in units per user and clock hour, shared by all processes (RULINGS N3, Q6). */
export const BUCKETS = {
  native: { column: 'native_per_hr', limit: 100_000 },
  graphql: { column: 'graphql_per_hr', limit: 1_000_000 },
} as const;
type Bucket = keyof typeof BUCKETS;

const HOUR_MS = 3_600_000;

export interface BucketState {
  /** Whether the bucket had enough units. If not, none were taken. */
  readonly ok: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The end of the clock hour, when the bucket is refilled. */
  readonly resetAt: Date;
}

interface Account {
  readonly system: Pick<System, 'pool' | 'now'>;
  readonly userId: number;
  readonly bucket: Bucket;
}

/** Atomically takes `cost` units if the bucket has enough. A cost of 0 only reads the state. */
export async function takeUnits(options: Account & { readonly cost: number }): Promise<BucketState> {
  const { system, userId, bucket, cost } = options;
  const { column, limit: usual } = BUCKETS[bucket];
  const { rows } = await system.pool.query<{ passed: boolean; used: string; began: Date; limit: number }>({
    name: `take_units ${bucket}`,
    text: `SELECT t.passed, t.used_now AS used, t.began, coalesce(q.${column}, $5) AS limit
           FROM (VALUES ($1::int)) AS caller (id)
           LEFT JOIN user_quota q ON q.user_id = caller.id
           CROSS JOIN LATERAL take_units($1, $2, $3, $4, coalesce(q.${column}, $5)) t`,
    values: [userId, bucket, hourOf(system.now()), cost, usual],
  });
  const [row] = rows;
  if (!row) throw new Error('take_units answered nothing.');
  return {
    ok: row.passed,
    limit: row.limit,
    remaining: Math.max(row.limit - Number(row.used), 0),
    resetAt: new Date(row.began.getTime() + HOUR_MS),
  };
}

/** Returns reserved units that were not needed. Units of a past hour are lost. */
export async function refundUnits(options: Account & { units: number; resetAt: Date }): Promise<void> {
  const { system, userId, bucket, units, resetAt } = options;
  await system.pool.query({
    name: 'refund_units',
    text: `UPDATE quota_bucket SET used = greatest(used - $4, 0)
           WHERE user_id = $1 AND bucket = $2 AND hour = $3`,
    values: [userId, bucket, new Date(resetAt.getTime() - HOUR_MS), units],
  });
}

function hourOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
}
