import { dailyCap } from '../../campaigns/line/daily-cap.ts';
import { type Spender, spentSql } from './spent.ts';

/**
 * Flights of a line can overlap. Each has its own budget. Spend belongs to the flight that began first among those that
 * are running and have budget left; spend beyond all budgets belongs to the last of them. Of flights that begin at the
 * same time, the one that was created first comes first.
 */

const ORDER = 'ORDER BY f.start_date, f.id';

/**
 * SQL: rows with the flights of a line that overlap, directly or through others, as arrays in the order in which they
 * began.
 */
export const flightGroups = (line: string): string => `SELECT array_agg(f.id ${ORDER}) AS ids,
    array_agg(f.budget ${ORDER}) AS budgets, array_agg(f.start_date ${ORDER}) AS starts, array_agg(f.end_date ${ORDER}) AS ends,
    array_agg(f.cap ${ORDER}) AS caps,
    min(f.start_date) AS since, max(f.end_date) AS until
  FROM (SELECT f.*, count(*) FILTER (WHERE f.is_apart) OVER (${ORDER}) AS nr FROM (
    SELECT f.id, f.budget, f.start_date, f.end_date, ${dailyCap('f')} AS cap, coalesce(f.start_date >=
      max(f.end_date) OVER (${ORDER} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), true) AS is_apart
    FROM line_schedule f WHERE f.line_id = ${line}) f) f
  GROUP BY f.nr`;

/** The period over which the rate of spending is measured. */
export const RECENT = "interval '1 day'";

/**
 * SQL: one row for a group of flights (`g`). `delivered` is what belongs to each flight until now; with `since`,
 * `earlier` is the same until then. Null if no flight has begun. Computed piece by piece: the set of running
 * flights only changes where one begins or ends.
 */
export function filledSql(
  { now, ...spender }: Spender & { readonly now: string },
  { since }: { since?: string } = {},
): string {
  const filled = (amount: string) => `flights_filled(${amount}, g.budgets, s.runs ORDER BY s.since)`;
  const recent = `CASE WHEN m.until > ${since}
        THEN ${spentSql(spender, `greatest(m.since, ${since})`, `least(m.until, ${now})`)} ELSE 0 END AS recent,`;
  return `SELECT ${filled('s.spent')} AS delivered${since ? `, ${filled('s.spent - s.recent')} AS earlier` : ''}
  FROM (SELECT m.since, ${spentSql(spender, 'm.since', `least(m.until, ${now})`)} AS spent, ${since ? recent : ''}
      ARRAY(SELECT g.starts[nr] <= m.since AND m.since < g.ends[nr] FROM generate_subscripts(g.ids, 1) nr ORDER BY nr) AS runs
    FROM (SELECT b.moment AS since, lead(b.moment) OVER (ORDER BY b.moment) AS until
      FROM (SELECT DISTINCT unnest(g.starts || g.ends) AS moment) b) m
    WHERE m.until IS NOT NULL AND m.since < ${now} OFFSET 0) s`;
}

/**
 * SQL: whether the flight with this number in a group (`g`) is running, and whether it has budget left according to
 * `p`.
 */
export const runsAt = (nr: string, now: string): string =>
  `(g.starts[${nr}] <= ${now} AND ${now} < g.ends[${nr}])`;
export const hasMoney = (nr: string): string =>
  `(g.budgets[${nr}] IS NULL OR coalesce(p.delivered[${nr}], 0) < g.budgets[${nr}]::numeric)`;
