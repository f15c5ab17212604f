import { UnavailableError } from '../errors.ts';
import { isKeyOf } from '../typed.ts';
import { type DayRange, type Interval, PRESETS } from './question.ts';

/** The SQL of delivery: how figures follow from the rows of `delivery_day` (ADR 11). */

/** Values of a statement, bound as they are written into it. */
export class Values {
  readonly list: unknown[] = [];

  /** Without a type, the value takes that of what it is compared with. */
  bind(value: unknown, type?: string): string {
    return `$${this.list.push(value)}${type ? `::${type}` : ''}`;
  }
}

/** Rows that have delivery: where they stand (`n`), with their advertiser (`a`), and their facts (`d`) of its own. */
export const LEVELS = {
  Advertiser: {
    rows: 'advertiser n JOIN advertiser a ON a.id = n.id',
    line: '0',
    table: 'delivery_line_day',
    weeks: 'delivery_line_week',
    facts: 'd.advertiser_id = n.advertiser_id',
  },
  Campaign: {
    rows: 'campaign n JOIN advertiser a ON a.id = n.advertiser_id',
    line: '0',
    table: 'delivery_line_day',
    weeks: 'delivery_line_week',
    facts: 'd.campaign_id = n.id AND d.advertiser_id = n.advertiser_id',
  },
  Line: {
    rows: 'line n JOIN advertiser a ON a.id = n.advertiser_id',
    line: 'n.id',
    table: 'delivery_line_day',
    weeks: 'delivery_line_week',
    facts: 'd.line_id = n.id AND d.advertiser_id = n.advertiser_id',
  },
  Ad: {
    rows: 'ad n JOIN line l ON l.id = n.line_id JOIN advertiser a ON a.id = l.advertiser_id',
    line: 'n.line_id',
    table: 'delivery_day',
    weeks: 'delivery_ad_week',
    facts: 'd.ad_id = n.id AND d.ad_id > 0 AND d.line_id = n.line_id AND d.advertiser_id = n.advertiser_id',
  },
} as const;
export type Level = keyof typeof LEVELS;

/** What is asked of by the name of its type. */
export function levelOf(type: string): Level {
  if (isKeyOf(LEVELS, type)) return type;
  throw new Error(`${type} has no delivery.`);
}

/** What a subquery ends with whose values are computed once, however often they are used. */
const ONCE = 'OFFSET 0';

/** Rows `(first_day, last_day)`: the days of a range in a time zone; nothing for all time. */
export function daysSql(range: DayRange, options: { zone: string; now: Date; values: Values }): string {
  const { zone, values } = options;
  if ('start' in range)
    return `SELECT ${values.bind(range.start, 'date')} AS first_day, ${values.bind(range.end, 'date')} AS last_day`;
  const now = values.bind(options.now, 'timestamptz');
  const days = PRESETS[range.preset]('today');
  const local = (moment: string) => `(${moment} AT TIME ZONE ${zone})::date`;
  const listed = 'fact_file WHERE retired_at IS NULL';
  if (days === null)
    return `SELECT coalesce(${local(`(SELECT min(min_hour) FROM ${listed})`)}, ${local(now)}) AS first_day,
      coalesce(${local(`(SELECT max(max_hour) FROM ${listed})`)}, ${local(now)}) AS last_day ${ONCE}`;
  return `SELECT ${days[0]} AS first_day, ${days[1]} AS last_day FROM (SELECT ${local(now)} AS today ${ONCE}) AS clock ${ONCE}`;
}

/** Rows `(start, since, until)`: the steps of a range (`r`), each with the part of it that lies in the range. */
export function stepsSql(interval: Interval | null, zone: string): string {
  const start = (day: string) => `start_of_day(${day}, ${zone})`;
  const series = (step: string, from: string) =>
    `generate_series(${from}, r.last_day::timestamp, interval '${step}') AS g(moment), LATERAL (SELECT g.moment::date AS day) s`;
  const bounded = (next: string) =>
    `${start('s.day')} AS start, ${start('greatest(s.day, r.first_day)')} AS since,
     ${start(`least(${next}, r.last_day + 1)`)} AS until`;
  switch (interval) {
    case null:
      return `SELECT ${start('r.first_day')} AS start, ${start('r.first_day')} AS since, ${start('r.last_day + 1')} AS until ${ONCE}`;
    case 'HOUR':
      return `SELECT h AS start, h AS since, h + interval '1 hour' AS until FROM generate_series(
        date_trunc('hour', ${start('r.first_day')} + interval '3599.999999 s', 'UTC'),
        ${start('r.last_day + 1')} - interval '1 microsecond', interval '1 hour') AS g(h) ${ONCE}`;
    case 'DAY':
      return `SELECT ${bounded('s.day + 1')} FROM ${series('1 day', 'r.first_day::timestamp')} ${ONCE}`;
    case 'WEEK':
      return `SELECT ${bounded('s.day + 7')} FROM ${series('1 week', "date_trunc('week', r.first_day::timestamp)")} ${ONCE}`;
    case 'MONTH':
      return `SELECT ${bounded("(s.day + interval '1 month')::date")}
        FROM ${series('1 month', "date_trunc('month', r.first_day::timestamp)")} ${ONCE}`;
  }
}

/**
 * Rows `(from_day, to_day, lo, hi)`: the UTC days of a step `b`, whole ones together, and of the first and the last day
 * the hours from `lo` up to `hi`. An hour is in a step in which it begins.
 */
export const PIECES = `(SELECT p.* FROM (
    SELECT at::date AS first, till::date AS last, coalesce(extract(hour FROM at), 0)::int AS lo,
      coalesce(extract(hour FROM till), 0)::int AS hi
    FROM (SELECT date_trunc('hour', (b.since + interval '3599.999999 s') AT TIME ZONE 'UTC') AS at,
      date_trunc('hour', (b.until + interval '3599.999999 s') AT TIME ZONE 'UTC') AS till ${ONCE}) AS hours ${ONCE}
  ) AS u, LATERAL (VALUES
    (u.first, u.first, u.lo, CASE WHEN u.first = u.last THEN u.hi ELSE 24 END, u.lo > 0 OR u.first = u.last),
    (CASE WHEN u.lo > 0 THEN u.first + 1 ELSE u.first END, u.last - 1, 0, 24, true),
    (u.last, u.last, 0, u.hi, u.first < u.last)
  ) AS p(from_day, to_day, lo, hi, applies) WHERE p.applies AND p.from_day <= p.to_day AND p.lo < p.hi)`;

const MASK = '((1 << p.hi) - (1 << p.lo))';
/** What a piece has of a day's figure. */
export const part = (name: string) =>
  `CASE WHEN p.hi - p.lo = 24 THEN d.${name} ELSE d.${name}_until[p.hi] - coalesce(d.${name}_until[p.lo], 0) END`;

/**
 * The facts of pieces (`p`), to be joined. OFFSET makes PostgreSQL look them up by the index piece by piece: it takes
 * pieces for many, and would rather read the whole table once.
 */
export const factsOf = (match: string, table: string = 'delivery_day') =>
  `LATERAL (SELECT * FROM ${table} d WHERE ${match} AND d.day BETWEEN p.from_day AND p.to_day
    AND (d.hours & ${MASK}) <> 0 OFFSET 0) d`;

/** Sums of facts, by day and currency of values: amounts are exchanged once for each, as in reports. */
export const DAY_SUMS = `d.day, d.value_currency, sum(${part('impressions')}) AS impressions, sum(${part('clicks')}) AS clicks,
  sum(${part('spend')}) AS spend, sum(${part('conversions')}) AS conversions, sum(${part('conversion_value')}) AS conversion_value,
  max((d.day - date '1970-01-01')::bigint << 24 | (d.hours & ${MASK})) AS newest`;

/** The figures of days (`s`) in a currency. */
export const figuresIn = (currency: string) => `count(*) AS days,
  coalesce(sum(s.impressions), 0)::text AS impressions, coalesce(sum(s.clicks), 0)::text AS clicks,
  coalesce(sum(CASE WHEN ${currency} = 'USD' THEN s.spend * 0.000001
    ELSE exchanged(s.spend::float8 / 1000000 / usd_per_unit(${currency}, s.day)) END), 0)::numeric(38,6)::text AS spend,
  coalesce(sum(s.conversions), 0)::text AS conversions,
  coalesce(sum(CASE s.value_currency WHEN '' THEN 0 WHEN ${currency} THEN s.conversion_value
    ELSE exchanged((s.conversion_value * 1000000)::float8 / 1000000 * usd_per_unit(s.value_currency, s.day)
      / usd_per_unit(${currency}, s.day)) END), 0)::numeric(38,6)::text AS "conversionValue",
  max(s.newest)::text AS newest`;

/** Whether amounts can be shown in a currency. */
export const hasRate = (currency: string) =>
  `(${currency} = 'USD' OR EXISTS (SELECT FROM fx_rate WHERE fx_rate.currency = ${currency}))`;

/** Whether facts are listed that the roll-up does not have yet. */
export const IS_BEHIND =
  'EXISTS (SELECT FROM fact_file WHERE NOT (rolled_up AND summed) AND retired_at IS NULL)';

/** Facts are listed that are not in the roll-up yet. */
export class FactsBehindError extends UnavailableError {
  constructor() {
    super('Facts are being prepared. Try again in some minutes.');
  }
}

/** No partial figures: throws FactsBehindError. */
export function refuseBehind(row: { readonly behind: boolean } | undefined): void {
  if (row?.behind) throw new FactsBehindError();
}
