import type { Redis } from '../../../platform/redis/redis.ts';
import type { System } from '../../context.ts';
import { RateLimitedError } from '../../errors.ts';
import { type Counted, countInDatabase, type Limit, lookInDatabase } from './in-database.ts';
import { countCallInRedis } from './in-redis.ts';
import { knownLimits } from './known-limits.ts';

/** Rolling windows of calls per user and method. They are shared by all processes and exact. */
export const METHODS = ['GET', 'PUT', 'POST'] as const;
export type Method = (typeof METHODS)[number];
/** Reports have their own windows: one set for creating them, one for requesting their status. */
export type ReportMethod = 'REPORT_POST' | 'REPORT_GET';
type AnyMethod = Method | ReportMethod;

export const WINDOWS = [
  { name: 'MINUTE', column: 'min', seconds: 60 },
  { name: 'HOUR', column: 'hr', seconds: 3600 },
  { name: 'DAY', column: 'day', seconds: 86_400 },
] as const;

export const DEFAULT_CALLS: Record<AnyMethod, readonly [number, number, number]> = {
  GET: [60, 360, 8000],
  PUT: [30, 100, 2000],
  POST: [30, 75, 1000],
  REPORT_POST: [20, 100, 800],
  REPORT_GET: [60, 300, 12_000],
};

export interface CallWindow {
  /** The documented name, such as GET_PER_MINUTE. */
  readonly name: `${AnyMethod}_PER_${(typeof WINDOWS)[number]['name']}`;
  readonly limit: number;
  readonly remaining: number;
  /** The length of the window. */
  readonly seconds: number;
  /** Whole seconds until the window has room for one more call. */
  readonly resetS: number;
}

export interface CallCount {
  /** Whether the call was admitted. A refused call is not counted. */
  readonly passed: boolean;
  /** The windows of its method, shortest first. */
  readonly windows: readonly CallWindow[];
}

interface Caller {
  readonly system: Pick<System, 'pool' | 'now' | 'redis'>;
  readonly userId: number;
  readonly method: AnyMethod;
}

/** Counts one call unless a window of its method is full. Returns the windows after the call. */
export function takeCall(caller: Caller): Promise<CallCount> {
  return count(caller, true);
}

/** Returns the state of a method’s windows without counting a call. */
export function lookAtCalls(caller: Caller): Promise<CallCount> {
  return count(caller, false);
}

/** Returns the window with the fewest calls left. If several are equal, the one that takes longest to free up. */
export function tightest({ windows }: CallCount): CallWindow {
  return windows.reduce((tight, window) =>
    window.remaining < tight.remaining ||
    (window.remaining === 0 && tight.remaining === 0 && window.resetS > tight.resetS)
      ? window
      : tight,
  );
}

/** Returns the error for a refused call. It names the limit that takes longest to free up. */
export function callRefusal(counted: CallCount): RateLimitedError {
  const { name, limit, resetS } = tightest(counted);
  return new RateLimitedError({
    limit: name,
    retryAfterS: resetS,
    message: `Rate limit exceeded: the ${limit} of ${name} are used up.`,
  });
}

async function count(caller: Caller, take: boolean): Promise<CallCount> {
  const { system, method } = caller;
  const now = system.now();
  const limits = limitsOf(method);
  const row = await (system.redis
    ? countInRedis({ ...caller, limits }, system.redis, now, take)
    : (take ? countInDatabase : lookInDatabase)({ ...caller, limits }));
  const windows = WINDOWS.map(({ name, seconds }, i) => {
    const limit = row.limits[i] ?? 0;
    const wait = ((row.freeAt[i]?.getTime() ?? 0) - now.getTime()) / 1000;
    return {
      name: `${method}_PER_${name}` as const,
      limit,
      remaining: Math.max(limit - (row.used[i] ?? 0), 0),
      seconds,
      resetS: Math.min(Math.max(Math.ceil(wait), 1), seconds),
    };
  });
  return { passed: row.passed, windows };
}

/** The columns that hold a user's custom limits, with the default limits. */
const limitsOf = (method: AnyMethod): Limit[] =>
  WINDOWS.map(({ column }, i) => ({
    column: `${method.toLowerCase()}_per_${column}`,
    usual: DEFAULT_CALLS[method][i] ?? 0,
  }));

async function countInRedis(
  { system, userId, method, limits: requested }: Caller & { limits: readonly Limit[] },
  redis: Redis,
  now: Date,
  take: boolean,
): Promise<Counted> {
  const known = await knownLimits(system, 'user', userId);
  const limits = requested.map(({ column, usual }) => known[column] ?? usual);
  return { ...(await countCallInRedis({ redis, userId, method, now, take, limits })), limits };
}
