import { groupBy } from '../../../../resources/filter/group-by.ts';
import { BUCKETS, takeUnits } from '../../../access/quota/bucket.ts';
import { DEFAULT_CALLS, lookAtCalls, METHODS, WINDOWS } from '../../../access/quota/calls.ts';
import type { System } from '../../../context.ts';
import { ENQUEUE } from '../queue.ts';

/** The share of a quota at which webhooks are notified, in percent. */
const WARNING = 80;
/** A window that stays nearly full is reported at most once within this time. */
const MIN_INTERVAL_S = 3_600;

/** How much a user has used of one quota. */
interface Usage {
  readonly seatId: number;
  readonly userId: number;
  /** Such as GET_PER_DAY or GRAPHQL_PER_HOUR. */
  readonly limit: string;
  readonly used: number;
  readonly allowed: number;
  readonly windowSeconds: number;
  /** If the last event was sent before this time, it is sent again. */
  readonly since: Date;
}

interface User {
  readonly seatId: number;
  readonly userId: number;
}

/**
 * Notifies webhooks about users of their seats who have used 80 % of a quota. The counters are read periodically, so
 * that counting calls is not slowed down.
 */
export async function enqueueQuotaWarnings(
  system: Pick<System, 'pool' | 'db' | 'now' | 'redis'>,
): Promise<void> {
  const { pool } = system;
  const { rows: users } = await pool.query<User>(
    `SELECT DISTINCT m.user_id AS "userId", w.seat_id AS "seatId"
     FROM webhook w JOIN seat_member m USING (seat_id)
     WHERE w.status = 'ACTIVE' AND 'quota.warning' = ANY (w.events)`,
  );
  if (users.length === 0) return;
  const used = await (system.redis ? usagesInRedis : usages)(system, users);
  const high = used.filter(({ used, allowed }) => allowed > 0 && used * 100 >= allowed * WARNING);
  if (high.length > 0) await pool.query(ENQUEUE_USAGES, [JSON.stringify(high), system.now()]);
}

async function usages({ pool, db, now: clock }: Pick<System, 'pool' | 'db' | 'now'>, users: readonly User[]) {
  const now = clock();
  const ids = [...new Set(users.map(({ userId }) => userId))];
  const own = new Map(
    (await db.userQuota.findMany({ where: { userId: { in: ids } } })).map((row) => [row.userId, row]),
  );
  const calls = await pool.query<Counted>(CALLS, [ids, now, WINDOWS.map(({ seconds }) => seconds)]);
  const buckets = await pool.query<Bucketed>(
    `SELECT user_id AS "userId", bucket, hour, used::float8 AS used FROM quota_bucket
     WHERE user_id = ANY ($1::int[]) AND hour <= $2 AND hour > $2::timestamptz - interval '1 hour'`,
    [ids, now],
  );
  const measured = [
    ...calls.rows.map(({ userId, method, seconds, used }) => {
      const index = WINDOWS.findIndex((window) => window.seconds === seconds);
      const { name, column } = WINDOWS[index] ?? WINDOWS[0];
      const field = `${camel(method)}Per${column.charAt(0).toUpperCase()}${column.slice(1)}` as 'getPerMin';
      const allowed = own.get(userId)?.[field] ?? DEFAULT_CALLS[method][index] ?? 0;
      const since = new Date(now.getTime() - Math.max(seconds, MIN_INTERVAL_S) * 1000);
      return { userId, limit: `${method}_PER_${name}`, used, allowed, windowSeconds: seconds, since };
    }),
    ...buckets.rows.map(({ userId, bucket, hour, used }) => {
      const allowed = own.get(userId)?.[`${bucket}PerHr`] ?? BUCKETS[bucket].limit;
      return {
        ...{ userId, limit: `${bucket.toUpperCase()}_PER_HOUR`, used, allowed, windowSeconds: 3_600 },
        since: new Date(hour.getTime() - 1),
      };
    }),
  ];
  const byUser = groupBy(measured, ({ userId }) => String(userId));
  return users.flatMap(({ seatId, userId }): Usage[] =>
    (byUser.get(String(userId)) ?? []).map((usage) => ({ seatId, ...usage })),
  );
}

/** Reads the windows and buckets of one user after the other. */
async function usagesInRedis(
  system: Pick<System, 'pool' | 'now' | 'redis'>,
  users: readonly User[],
): Promise<Usage[]> {
  const now = system.now();
  const found: Usage[] = [];
  for (const user of users) {
    const calls = await Promise.all(
      METHODS_COUNTED.map((method) => lookAtCalls({ system, userId: user.userId, method })),
    );
    for (const { name, limit, remaining, seconds } of calls.flatMap(({ windows }) => windows))
      found.push({
        ...{ ...user, limit: name, used: limit - remaining, allowed: limit, windowSeconds: seconds },
        since: new Date(now.getTime() - Math.max(seconds, MIN_INTERVAL_S) * 1000),
      });
    for (const bucket of ['native', 'graphql'] as const) {
      const { limit, remaining, resetAt } = await takeUnits({ system, userId: user.userId, bucket, cost: 0 });
      found.push({
        ...{ ...user, limit: `${bucket.toUpperCase()}_PER_HOUR`, used: limit - remaining, allowed: limit },
        windowSeconds: 3_600,
        since: new Date(resetAt.getTime() - 3_600_001),
      });
    }
  }
  return found;
}

const METHODS_COUNTED = [...METHODS, 'REPORT_POST', 'REPORT_GET'] as const;

interface Counted {
  userId: number;
  method: keyof typeof DEFAULT_CALLS;
  seconds: number;
  used: number;
}

interface Bucketed {
  userId: number;
  bucket: keyof typeof BUCKETS;
  hour: Date;
  used: number;
}

/** For example `REPORT_POST` → `reportPost`. */
const camel = (name: string): string =>
  name.toLowerCase().replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/**
 * Calls of a user and method are numbered without gaps, so the number of the oldest call in a window gives the count.
 */
const CALLS = `
  SELECT c.user_id AS "userId", c.method, w.seconds, (c.seq - oldest.seq + 1)::float8 AS used
  FROM rate_counter c CROSS JOIN unnest($3::int[]) AS w (seconds)
  CROSS JOIN LATERAL (
    SELECT seq FROM rate_call r
    WHERE r.user_id = c.user_id AND r.method = c.method
      AND r.at > $2::timestamptz - make_interval(secs => w.seconds)
    ORDER BY r.at, r.seq LIMIT 1) AS oldest
  WHERE c.user_id = ANY ($1::int[])`;

/** The mark ensures that only one process sends the warning, and not again too soon. */
const ENQUEUE_USAGES = `
  WITH usage AS (
    SELECT *, 'quota ' || "seatId" || ' ' || "userId" || ' ' || "limit" AS subject
    FROM jsonb_to_recordset($1::jsonb) AS u ("seatId" int, "userId" int, "limit" text, used bigint, allowed bigint,
      "windowSeconds" int, since timestamptz)
  ), marked AS (
    INSERT INTO webhook_mark AS mark (subject, at) SELECT subject, $2 FROM usage ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET at = EXCLUDED.at
    WHERE mark.at <= (SELECT since FROM usage WHERE usage.subject = mark.subject)
    RETURNING subject
  ), happened AS (
    SELECT row_number() OVER (ORDER BY subject) AS nr, "seatId" AS seat_id, NULL::int AS advertiser_id,
      'quota.warning' AS event, 'User:' || "userId" AS resource, $2::timestamptz AS at,
      (SELECT row_to_json(data)::text FROM (
         SELECT "userId", "limit", used, allowed, "windowSeconds") AS data) AS data
    FROM usage JOIN marked USING (subject)
  ), ${ENQUEUE}
  SELECT count(*) FROM notified`;
