import type { Pool } from 'pg';
import type { System } from '../context.ts';

/** How the windows of a user and method stand after a call, shortest first. */
export interface Counted {
  readonly passed: boolean;
  readonly used: readonly number[];
  readonly freeAt: readonly Date[];
  readonly limits: readonly number[];
}

interface Caller {
  readonly system: Pick<System, 'pool' | 'now'>;
  readonly userId: number;
  readonly method: string;
  /** Of its windows, shortest first. */
  readonly limits: readonly Limit[];
}

export interface Limit {
  /** Of `user_quota`, where a user has a limit of its own. */
  readonly column: string;
  readonly usual: number;
}

interface Waiting {
  readonly resolve: (counted: Counted) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls of one statement. */
const MOST = 1_000;
/** By user and method; there while calls of theirs are being counted. */
const queues = new WeakMap<Pool, Map<string, Waiting[]>>();

/**
 * Counts a call. All calls of a user wait for one row, so that those which come meanwhile are counted by one statement
 * after it: each of them alone would hold a connection to wait with.
 */
export function countInDatabase(caller: Caller): Promise<Counted> {
  const { pool } = caller.system;
  const ofPool = queues.get(pool) ?? new Map<string, Waiting[]>();
  queues.set(pool, ofPool);
  const key = `${caller.method} ${caller.userId}`;
  const known = ofPool.get(key);
  const queue = known ?? [];
  const counted = new Promise<Counted>((resolve, reject) => queue.push({ resolve, reject }));
  if (!known) {
    ofPool.set(key, queue);
    void countAll(caller, queue, () => ofPool.delete(key));
  }
  return counted;
}

async function countAll(caller: Caller, queue: Waiting[], end: () => void): Promise<void> {
  while (queue.length > 0) {
    const group = queue.splice(0, MOST);
    try {
      const row = await ask(caller, group.length);
      for (const [index, { resolve }] of group.entries()) resolve(nth(row, index));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
  // At once: a call in between would join a queue that nobody counts.
  end();
}

/** Of calls that are counted together the first ones pass. */
function nth({ passed, used, freeAt, fullUntil, limits }: Row, index: number): Counted {
  const before = Math.min(index + 1, passed);
  return {
    passed: index < passed,
    used: used.map((count) => count + before),
    freeAt: index < passed ? freeAt : fullUntil,
    limits,
  };
}

/** How the windows stand, without a call. */
export async function lookInDatabase(caller: Caller): Promise<Counted> {
  const { used, fullUntil, limits } = await ask(caller, 0);
  return { passed: used.every((count, i) => count < (limits[i] ?? 0)), used, freeAt: fullUntil, limits };
}

interface Row {
  /** Calls. */
  readonly passed: number;
  /** Before these calls. */
  readonly used: number[];
  readonly freeAt: Date[];
  /** When windows that are full have room again. */
  readonly fullUntil: Date[];
  readonly limits: number[];
}

async function ask({ system, userId, method, limits }: Caller, calls: number): Promise<Row> {
  const each = limits.map(({ column }, i) => `coalesce(q.${column}, $${5 + i})`);
  const { rows } = await system.pool.query<Row>({
    name: `count_calls ${method}`,
    text: `SELECT t.passed, t.used, t.free_at AS "freeAt", t.full_until AS "fullUntil", t.limits
           FROM (VALUES ($1::int)) AS caller (id)
           LEFT JOIN user_quota q ON q.user_id = caller.id
           CROSS JOIN LATERAL (SELECT ARRAY[${each.join(', ')}]::int[] AS limits) l
           CROSS JOIN LATERAL (SELECT l.limits, c.* FROM count_calls($1, $2, $3, $4, l.limits) c) t`,
    values: [userId, method, system.now(), calls, ...limits.map(({ usual }) => usual)],
  });
  const [row] = rows;
  if (!row) throw new Error('count_calls answered nothing.');
  return row;
}
