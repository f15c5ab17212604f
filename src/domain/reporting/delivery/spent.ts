import { betweenBorders, bordersOf, dateOf, spansIn } from './sql.ts';

/** SQL that selects whose spend is summed: a condition on the roll-up's rows (`d`) of lines, and the currency. */
export interface Spender {
  readonly facts: string;
  readonly currency: string;
}

/** SQL: rows that are sums of whole lines. */
const OF_LINES = 'd.ad_id = -1';

const HOURS_OF_DAY = 24;
const hour = (moment: string) => `ceil(extract(epoch FROM ${moment}) / 3600)::int`;

/**
 * SQL: rows `(day, spend)` with the spend of hours (`r`), in millionths of a US dollar. Complete UTC days are read from
 * daily sums; the hours before the first and after the last complete day are read individually.
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

/** SQL: the hours between two times, and the complete days within them. */
const rangeOf = (since: string, until: string) => `(SELECT b.since, b.until,
    ceil(b.since / ${HOURS_OF_DAY}.0)::int AS first_day, floor(b.until / ${HOURS_OF_DAY}.0)::int AS end_day
  FROM (SELECT ${hour(since)} AS since, ${hour(until)} AS until OFFSET 0) b OFFSET 0) r`;

/**
 * SQL: the spend between two times in the advertiser's currency, equal to what `delivery` shows to the last digit.
 * Currencies other than dollars are converted per day, as in reports.
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
