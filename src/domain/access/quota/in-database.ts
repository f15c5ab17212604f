import type { System } from '../../context.ts';
import { CoalescingQueue } from './coalescing-queue.ts';

/** The state of a user's windows for a method after a call, shortest first. */
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
  /** The limits of its windows, shortest first. */
  readonly limits: readonly Limit[];
}

export interface Limit {
  /** The column of `user_quota` that holds a user's custom limit. */
  readonly column: string;
  readonly usual: number;
}

const counting = new CoalescingQueue<Caller, Counted>(async (callers) => {
  const [caller] = callers as [Caller];
  const row = await ask(caller, callers.length);
  return callers.map((_, index) => nth(row, index));
});

/** Counts a call. All calls of a user lock the same row, so concurrent ones share a statement. */
export const countInDatabase = (caller: Caller): Promise<Counted> =>
  counting.count(caller.system.pool, `${caller.method} ${caller.userId}`, caller);

/** If only some of the calls in a statement fit, the first ones pass. */
function nth({ passed, used, freeAt, fullUntil, limits }: Row, index: number): Counted {
  const before = Math.min(index + 1, passed);
  return {
    passed: index < passed,
    used: used.map((count) => count + before),
    freeAt: index < passed ? freeAt : fullUntil,
    limits,
  };
}

/** Returns the state of the windows without counting a call. */
export async function lookInDatabase(caller: Caller): Promise<Counted> {
  const { used, fullUntil, limits } = await ask(caller, 0);
  return { passed: used.every((count, i) => count < (limits[i] ?? 0)), used, freeAt: fullUntil, limits };
}

interface Row {
  /** The number of calls that passed. */
  readonly passed: number;
  /** The calls in each window before these. */
  readonly used: number[];
  readonly freeAt: Date[];
  /** When each full window has room again. */
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
