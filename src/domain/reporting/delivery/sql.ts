import { keysOf } from '../../../platform/text/typed.ts';
import { SPAN_HOURS } from '../../../warehouse/delivery/spans.ts';
import { NO_DELIVERY } from './delivery.ts';
import { type DayRange, type Interval, PRESETS } from './delivery-query.ts';
import type { Measure, Measures } from './metrics.ts';

/**
 * Collects the values of a statement and returns their placeholders. The statements compute measures from
 * `delivery_span` and `delivery_conversion` (ADR 11).
 */
export class Values {
  readonly list: unknown[] = [];

  /** Without a type, the value takes the type of what it is compared with. */
  bind(value: unknown, type?: string): string {
    return `$${this.list.push(value)}${type ? `::${type}` : ''}`;
  }
}

/** Appended to a subquery so that its values are computed once, however often they are used. */
const ONCE = 'OFFSET 0';

/** SQL: a row `(first_day, last_day)`, the days of a range in a time zone; no row for all time. */
export function daysSql(range: DayRange, options: { zone: string; now: Date; values: Values }): string {
  const { zone, values } = options;
  if ('start' in range)
    return `SELECT ${values.bind(range.start, 'date')} AS first_day, ${values.bind(range.end, 'date')} AS last_day`;
  const now = values.bind(options.now, 'timestamptz');
  const days = PRESETS[range.preset]('today');
  const local = (moment: string) => `(${moment} AT TIME ZONE ${zone})::date`;
  const currentFiles = 'fact_file WHERE retired_at IS NULL';
  if (days === null)
    return `SELECT coalesce(${local(`(SELECT min(min_hour) FROM ${currentFiles})`)}, ${local(now)}) AS first_day,
      coalesce(${local(`(SELECT max(max_hour) FROM ${currentFiles})`)}, ${local(now)}) AS last_day ${ONCE}`;
  return `SELECT ${days[0]} AS first_day, ${days[1]} AS last_day FROM (SELECT ${local(now)} AS today ${ONCE}) AS clock ${ONCE}`;
}

/**
 * SQL: rows `(start, since, until)`, the intervals of a range (`r`), each with the part of it that lies in the range.
 */
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
 * SQL: the hours since 1970 of an interval `b`, from `since` up to `until`. An hour belongs to the interval in which it
 * begins.
 */
export const HOURS = `ceil(extract(epoch FROM b.since) / 3600)::int AS since, ceil(extract(epoch FROM b.until) / 3600)::int AS until`;

/** SQL: rows of `delivery_span` that overlap hours (`r` by default). */
export const spansIn = (match: string, hours = 'r') =>
  `(SELECT * FROM delivery_span d WHERE ${match} AND d.last_hour >= ${hours}.since
    AND d.first_hour BETWEEN ${hours}.since - ${SPAN_HOURS - 1} AND ${hours}.until - 1 OFFSET 0)`;

/**
 * SQL: how many hours with facts a span (`d`) has before the start and before the end of hours that overlap it. At the
 * span's own start the count is 0, at its end it is the whole row, so neither is computed.
 */
export const bordersOf = (hours: string) =>
  `SELECT CASE WHEN ${hours}.since > d.first_hour THEN hours_before(d.hours, ${hours}.since - d.first_hour) ELSE 0 END AS since,
    CASE WHEN ${hours}.until <= d.last_hour THEN hours_before(d.hours, ${hours}.until - d.first_hour) ELSE ${SPAN_HOURS} + 1 END AS until
    OFFSET 0`;

/** SQL: the day since 1970 of an hour since 1970. */
export const dayOf = (hour: string) => `floor(${hour}::float8 / 24)::int`;

/** SQL to join: the facts of intervals (`p`) that spans (`d`) overlap, as a whole and by day. */
const PART = 'greatest(p.since, d.first_hour) AS since, least(p.until, d.last_hour + 1) AS until';
const WHOLE = `CROSS JOIN LATERAL (SELECT NULL::int AS day, ${PART}) c`;
const BY_DAY = `CROSS JOIN LATERAL (SELECT ${PART}) o CROSS JOIN LATERAL (
    SELECT day, greatest(o.since, day * 24) AS since, least(o.until, day * 24 + 24) AS until
    FROM generate_series(${dayOf('o.since')}, ${dayOf('(o.until - 1)')}) day) c`;

/**
 * Amounts in currencies other than dollars are converted per day, so their days are read separately. Each variant has
 * its own branch of the statement: choosing between them for each piece takes a fifth of its time.
 */
function piecesOf(currency: string, measures: Measures): { pieces: string; of: string }[] {
  if (!measures.has('spend')) return [{ pieces: WHOLE, of: 'true' }];
  return [
    { pieces: WHOLE, of: `${currency} = 'USD'` },
    { pieces: BY_DAY, of: `${currency} <> 'USD'` },
  ];
}

/** Conversions have no country. */
export const CONVERSIONS = `(SELECT *, '' AS country FROM delivery_conversion)`;

/** The metrics of which spans contain running totals, by position. */
export const SPAN_METRICS = { impressions: 0, clicks: 1, spend: 2 } as const;
type SpanMetric = keyof typeof SPAN_METRICS;

const totalOf = (metric: SpanMetric, hours: string) =>
  `total_of(d.totals, ${hours}, ${SPAN_METRICS[metric]})`;

/**
 * SQL: what a span has of a metric between its borders (`h`). Totals are only decoded if the hours end within the span.
 */
export const betweenBorders = (metric: SpanMetric) =>
  `(CASE WHEN h.until > ${SPAN_HOURS} THEN d.${metric} ELSE ${totalOf(metric, 'h.until')} END
    - CASE WHEN h.since = 0 THEN 0 ELSE ${totalOf(metric, 'h.since')} END)`;

/**
 * SQL: the last hour of a piece that has facts. Most pieces end with such an hour; only in the others it is searched
 * for.
 */
const NEWEST = `CASE WHEN c.until > d.last_hour THEN d.last_hour
    WHEN get_bit(d.hours, c.until - d.first_hour - 1) = 1 THEN c.until - 1
    ELSE c.since + length(rtrim(substring(d.hours FROM c.since - d.first_hour + 1 FOR c.until - c.since)::text, '0')) - 1 END`;

const onlyIf = (requested: boolean, sql: string, fallback: string) => (requested ? sql : fallback);

/**
 * SQL: sums of facts by `keys`, day and currency of values, because amounts are converted once for each, as in reports.
 * Facts are looked up in all hours of a row (`r`) before the intervals (`p`) that they are in: otherwise the planner
 * may look them up once per interval. Only requested measures are computed.
 */
export function daySums(options: {
  readonly keys: readonly string[];
  readonly measures: Measures;
  readonly currency: string;
  readonly rows: string;
  /** The intervals, and the condition that selects those of a row; without it, a row has a single interval. */
  readonly steps?: { readonly table: string; readonly of: string } | undefined;
  /** The condition on facts of both kinds, and the additional one on facts of delivery. */
  readonly facts: string;
  readonly spans: string;
  /** Whether intervals are returned if they have facts of any kind. */
  readonly anyFacts: boolean;
}): string {
  const { keys, measures, currency, rows, steps, facts, spans, anyFacts } = options;
  const by = keys.map((_, at) => at + 1);
  const stepsOf = (first: string, last: string) =>
    steps === undefined
      ? 'CROSS JOIN LATERAL (SELECT r.start, r.since, r.until) p'
      : `CROSS JOIN LATERAL (SELECT * FROM ${steps.table} p WHERE ${steps.of} AND p.since <= ${last} AND p.until > ${first} OFFSET 0) p`;
  const of = (measure: Measure, sql: string, fallback = '0') => onlyIf(measures.has(measure), sql, fallback);
  const metrics = keysOf(SPAN_METRICS).map((metric) => `${of(metric, betweenBorders(metric))} AS ${metric}`);
  // Only numbers are sorted and summed, not rows with all their totals.
  const piece = `CROSS JOIN LATERAL (
    SELECT ${metrics.join(', ')}, ${of('newest', NEWEST, 'NULL::int')} AS newest
    FROM (${bordersOf('c')}) h WHERE h.until > h.since OFFSET 0) v`;
  const ofSpans = piecesOf(currency, measures)
    .map(
      ({
        pieces,
        of,
      }) => `SELECT ${keys.join(', ')}, c.day, '' AS value_currency, sum(v.impressions) AS impressions,
    sum(v.clicks) AS clicks, sum(v.spend) AS spend, 0::numeric AS conversions, 0::numeric AS conversion_value, max(v.newest) AS newest
  FROM ${rows} CROSS JOIN LATERAL ${spansIn(`${facts} AND ${spans}`)} d
    ${stepsOf('d.first_hour', 'd.last_hour')} ${pieces} ${piece} WHERE ${of}
  GROUP BY ${[...by, 'c.day'].join(', ')}`,
    )
    .join('\n  UNION ALL\n  ');
  if (!anyFacts && !OF_CONVERSIONS.some((measure) => measures.has(measure))) return ofSpans;
  return `${ofSpans}
  UNION ALL
  SELECT ${keys.join(', ')}, ${dayOf('d.hour')}, d.value_currency, 0, 0,
    0, sum(d.conversions), sum(d.conversion_value), NULL::int
  FROM ${rows} CROSS JOIN LATERAL (
    SELECT * FROM ${CONVERSIONS} d WHERE ${facts} AND d.hour >= r.since AND d.hour < r.until OFFSET 0) d
    ${stepsOf('d.hour', 'd.hour')}
  GROUP BY ${[...by, dayOf('d.hour'), 'd.value_currency'].join(', ')}`;
}

// Not `newest`: a conversion arrives at once, and says nothing of the delivery of its hour.
const OF_CONVERSIONS = ['conversions', 'conversionValue'] as const;

export const dateOf = (day: string) => `(date '1970-01-01' + ${day})`;
const DATE = dateOf('s.day');

/** SQL: the measures of days (`s`) in a currency; those that are not requested are 0. */
export function measuresIn(currency: string, measures: Measures): string {
  const of = (measure: Exclude<Measure, 'newest'>, sql: string) =>
    onlyIf(measures.has(measure), sql, `'${NO_DELIVERY[measure]}'`);
  return `
  ${of('impressions', 'coalesce(sum(s.impressions), 0)::text')} AS impressions,
  ${of('clicks', 'coalesce(sum(s.clicks), 0)::text')} AS clicks,
  ${of(
    'spend',
    `coalesce(sum(CASE WHEN s.spend = 0 THEN 0 WHEN ${currency} = 'USD' THEN s.spend * 0.000001
    ELSE exchanged(s.spend::float8 / 1000000 / usd_per_unit(${currency}, ${DATE})) END), 0)::numeric(38,6)::text`,
  )} AS spend,
  ${of('conversions', 'coalesce(sum(s.conversions), 0)::text')} AS conversions,
  ${of(
    'conversionValue',
    `coalesce(sum(CASE s.value_currency WHEN '' THEN 0 WHEN ${currency} THEN s.conversion_value
    ELSE exchanged((s.conversion_value * 1000000)::float8 / 1000000 * usd_per_unit(s.value_currency, ${DATE})
      / usd_per_unit(${currency}, ${DATE})) END), 0)::numeric(38,6)::text`,
  )} AS "conversionValue",
  ${measures.has('newest') ? 'max(s.newest)' : 'NULL::int'} AS newest`;
}

/** SQL: whether amounts can be shown in a currency. */
export const hasRate = (currency: string) =>
  `(${currency} = 'USD' OR EXISTS (SELECT FROM fx_rate WHERE fx_rate.currency = ${currency}))`;
