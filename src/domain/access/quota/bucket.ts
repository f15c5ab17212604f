import type { Redis } from '../../../platform/redis/redis.ts';
import type { System } from '../../context.ts';
import { CoalescingQueue } from './coalescing-queue.ts';
import { refundUnitsInRedis, takeUnitsInRedis } from './in-redis.ts';
import { knownLimits } from './known-limits.ts';

/** Quotas in units per user and clock hour, shared by all processes of the service. */
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
  readonly system: Pick<System, 'pool' | 'now' | 'redis'>;
  readonly userId: number;
  readonly bucket: Bucket;
}

/** Atomically takes `cost` units if the bucket has enough, and returns its state. A cost of 0 only reads the state. */
export async function takeUnits(options: Account & { readonly cost: number }): Promise<BucketState> {
  const { passed, used, began, limit } = await (options.system.redis
    ? takeFromRedis(options, options.system.redis)
    : takeFromDatabase(options));
  return {
    ok: passed,
    limit,
    remaining: Math.max(limit - Number(used), 0),
    resetAt: new Date(began.getTime() + HOUR_MS),
  };
}

interface Taken {
  readonly passed: boolean;
  readonly used: string | number;
  readonly began: Date;
  readonly limit: number;
}

async function takeFromRedis(options: Account & { cost: number }, redis: Redis): Promise<Taken> {
  const { system, userId, bucket, cost } = options;
  const { column, limit: usual } = BUCKETS[bucket];
  const limit = (await knownLimits(system, 'user', userId))[column] ?? usual;
  const hour = hourOf(system.now());
  return { ...(await takeUnitsInRedis({ redis, userId, bucket, hour, cost, limit })), limit };
}

interface Taking extends Account {
  readonly cost: number;
  readonly hour: Date;
}

/** Requests of a user lock the same row, so concurrent ones are counted in one transaction. */
const taking = new CoalescingQueue<Taking, Taken>(async (group) => {
  const [first] = group as [Taking];
  if (group.length === 1) return [await take(first)];
  let used = group.reduce((sum, { cost }) => sum + cost, 0);
  const all = await take({ ...first, cost: used });
  if (!all.passed) return takeOneByOne(group);
  used = Number(all.used) - used;
  return group.map(({ cost }) => {
    used += cost;
    return { ...all, used };
  });
});

/**
 * Takes units one request after the other, so that the first ones pass even if there are too few for all. If one fails,
 * those after it fail too; those before it keep their units.
 */
async function takeOneByOne(group: readonly Taking[]): Promise<Promise<Taken>[]> {
  let last: Promise<unknown> = Promise.resolve();
  const taken = group.map((one) => {
    const next = last.then(() => take(one));
    last = next;
    return next;
  });
  await last.catch(() => undefined);
  return taken;
}

function takeFromDatabase(account: Account & { readonly cost: number }): Promise<Taken> {
  const { system, userId, bucket } = account;
  const hour = hourOf(system.now());
  return taking.count(system.pool, `${bucket} ${userId} ${hour.getTime()}`, { ...account, hour });
}

async function take({ system, userId, bucket, cost, hour }: Taking): Promise<Taken> {
  const { column, limit: usual } = BUCKETS[bucket];
  const { rows } = await system.pool.query<Taken>({
    name: `take_units ${bucket}`,
    text: `SELECT t.passed, t.used_now AS used, t.began, coalesce(q.${column}, $5) AS limit
           FROM (VALUES ($1::int)) AS caller (id)
           LEFT JOIN user_quota q ON q.user_id = caller.id
           CROSS JOIN LATERAL take_units($1, $2, $3, $4, coalesce(q.${column}, $5)) t`,
    values: [userId, bucket, hour, cost, usual],
  });
  const [row] = rows;
  if (!row) throw new Error('take_units answered nothing.');
  return row;
}

/** Refunds reserved units that were not needed. Units of a past hour are lost. */
export async function refundUnits(options: Account & { units: number; resetAt: Date }): Promise<void> {
  const { system, userId, bucket, units, resetAt } = options;
  const hour = new Date(resetAt.getTime() - HOUR_MS);
  if (system.redis) return await refundUnitsInRedis({ redis: system.redis, userId, bucket, hour, units });
  await system.pool.query({
    name: 'refund_units',
    text: `UPDATE quota_bucket SET used = greatest(used - $4, 0)
           WHERE user_id = $1 AND bucket = $2 AND hour = $3`,
    values: [userId, bucket, hour, units],
  });
}

function hourOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
}
