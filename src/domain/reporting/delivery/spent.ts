import { betweenBorders, bordersOf, dateOf, spansIn } from './sql.ts';

/** Whose spend is summed: what the rows of the roll-up (`d`) of lines match, and its currency; all of it SQL. */
export interface Spender {
  readonly facts: string;
  readonly currency: string;
}

/** Rows of whole lines. */
const OF_LINES = 'd.ad_id = -1';

const HOURS_OF_DAY = 24;
const hour = (moment: string) => `ceil(extract(epoch FROM ${moment}) / 3600)::int`;

/**
 * Rows `(day, spend)`: what was spent in hours (`r`), in millionths of a US dollar. UTC days that lie in them as a whole are sums
 * that are kept; what stands before the first and after the last of them is read from the hours.
 */
const daysIn = (facts: string) => `SELECT d.day, d.spend FROM delivery_spend_day d
    WHERE ${facts} AND d.day >= r.first_day AND d.day < r.end_day
  UNION ALL
  SELECT e.day, ${betweenBorders('spend')}
  FROM (SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * ${HOURS_OF_DAY}, r.until) AS until
    UNION ALL
    SELECT r.end_day, r.end_day * ${HOURS_OF_DAY}, r.until WHERE r.first_day <= r.end_day) e
    CROSS JOIN LATERAL ${spansIn(`${facts} AND ${OF_LINES}`, 'e')} d
    CROSS JOIN LATERAL (${bordersOf('e')}) h
  WHERE e.since < e.until AND h.until > h.since`;

/** The hours from one moment to another, and the days that lie in them. */
const rangeOf = (since: string, until: string) => `(SELECT b.since, b.until,
    ceil(b.since / ${HOURS_OF_DAY}.0)::int AS first_day, floor(b.until / ${HOURS_OF_DAY}.0)::int AS end_day
  FROM (SELECT ${hour(since)} AS since, ${hour(until)} AS until OFFSET 0) b OFFSET 0) r`;

/**
 * What was spent from one moment to another, in the currency of the advertiser: the same figure as `delivery` shows, to the last
 * digit. Other currencies than dollars are exchanged day by day, as reports do.
 */
export const spentSql = (
  { facts, currency }: Spender,
  since: string,
  until: string,
): string => `(CASE ${currency}
  WHEN 'USD' THEN (SELECT coalesce(sum(s.spend), 0) * 0.000001
    FROM ${rangeOf(since, until)} CROSS JOIN LATERAL (${daysIn(facts)}) s)
  ELSE (SELECT coalesce(sum(exchanged(s.spend::float8 / 1000000 / usd_per_unit(${currency}, ${dateOf('s.day')}))), 0)
    FROM (SELECT s.day, sum(s.spend) AS spend
      FROM ${rangeOf(since, until)} CROSS JOIN LATERAL (${daysIn(facts)}) s GROUP BY s.day HAVING sum(s.spend) <> 0) s)
  END)::numeric(38,6)`;
