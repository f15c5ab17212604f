import {
  COMPARISON_SQL,
  type Conditions,
  type Predicate,
  predicatesIn,
} from '../../../resources/filter/conditions.ts';
import { ValidationError } from '../../errors.ts';
import type { DeliveryQuery } from './delivery-query.ts';
import type { Level } from './levels.ts';
import { isSum, type Measure, type Metric, measuresOfMetric, metricSql } from './metrics.ts';
import { SUMS } from './rank-sums.ts';
import { daySums, daysSql, HOURS, hasRate, measuresIn, stepsSql, type Values } from './sql.ts';

/** Filters rows by their delivery: by the values that the field `delivery` shows of each. */

/** The maximum number of ranges, time zones and currencies of one filter: the facts of the seat are summed for each. */
const MAX_QUERIES = 3;
/** The maximum number of thresholds of one filter, because each is compared for every row. */
const MAX_THRESHOLDS = 20;

/** What the value of a metric in a range of days is compared with. */
export class MetricThreshold {
  readonly query: DeliveryQuery;
  readonly metric: Metric;
  readonly value: number;

  constructor({ query, metric, value }: Pick<MetricThreshold, 'query' | 'metric' | 'value'>) {
    this.query = query;
    this.metric = metric;
    this.value = value;
  }
}

type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
export const COMPARISONS: readonly Comparison[] = ['eq', 'gt', 'gte', 'lt', 'lte'];

/** The name of the filter, and the column of its predicates. */
const DELIVERY = 'delivery';

/** Returns a predicate on a metric. A row without a value matches neither a comparison nor its opposite. */
export const deliveryPredicate = (operator: Comparison, value: MetricThreshold): Predicate => ({
  ...{ column: DELIVERY, operator, value },
  nullable: true,
  isDerived: true,
});

const thresholdsIn = (conditions: Conditions): MetricThreshold[] =>
  predicatesIn(conditions).flatMap(({ value }) => (value instanceof MetricThreshold ? [value] : []));

const nameOf = ({ range, timezone, currency }: DeliveryQuery) => JSON.stringify([range, timezone, currency]);

/** Throws ValidationError for a filter that would read the facts too often. */
export function checkDeliveryConditions(conditions: Conditions): void {
  const thresholds = thresholdsIn(conditions);
  const queries = new Set(thresholds.map(({ query }) => nameOf(query)));
  const path = 'filter';
  if (thresholds.length > MAX_THRESHOLDS)
    throw new ValidationError([
      { path, message: `${path} must compare at most ${MAX_THRESHOLDS} figures of delivery` },
    ]);
  if (queries.size > MAX_QUERIES)
    throw new ValidationError([
      { path, message: `${path} must have at most ${MAX_QUERIES} different ranges of delivery` },
    ]);
}

/** Throws ValidationError if amounts were to be compared in a currency without an exchange rate. */
export function refuseCurrencyWithoutRate(
  currencyWithoutRate: string | null | undefined,
  path: string,
): void {
  if (currencyWithoutRate)
    throw new ValidationError([
      {
        path,
        message: `${path} must be a currency with an exchange rate: there is none for ${currencyWithoutRate}`,
      },
    ]);
}

export interface DeliverySums {
  readonly tables: string;
  readonly join: string;
  readonly value: (metric: Metric) => string;
  readonly currencyWithoutRate: string;
}

/** SQL for the delivery that conditions compare. */
export interface DeliveryConditionsSql {
  /** Common table expressions, one for each range, time zone and currency. */
  readonly tables: readonly string[];
  /** Joins them to the rows (`n`) and their advertisers (`a`). */
  readonly joins: string;
  /** A requested currency that has no exchange rate, else null. */
  readonly currencyWithoutRate: string;
  readonly predicate: (predicate: Predicate) => string | undefined;
}

export function deliveryConditionsSql(
  level: Level,
  conditions: Conditions,
  given: { readonly seat: string; readonly now: Date; readonly values: Values },
): DeliveryConditionsSql {
  const thresholds = thresholdsIn(conditions);
  const measures = new Map<string, { query: DeliveryQuery; measures: Set<Measure> }>();
  for (const { query, metric } of thresholds) {
    const known = measures.get(nameOf(query)) ?? { query, measures: new Set<Measure>() };
    for (const { name } of measuresOfMetric(metric)) known.measures.add(name);
    measures.set(nameOf(query), known);
  }
  const sums = new Map(
    [...measures].map(([name, requested], index) => [
      name,
      deliverySumsSql(level, { ...requested, ...given, name: `${index}` }),
    ]),
  );
  const all = [...sums.values()];
  return {
    tables: all.map(({ tables }) => tables),
    joins: all.map(({ join }) => join).join(' '),
    currencyWithoutRate:
      all.length > 0
        ? `coalesce(${all.map(({ currencyWithoutRate }) => currencyWithoutRate).join(', ')})`
        : 'NULL',
    predicate: ({ value: threshold, operator }) => {
      if (!(threshold instanceof MetricThreshold)) return undefined;
      const value = sums.get(nameOf(threshold.query))?.value(threshold.metric);
      const comparison = COMPARISONS.find((one) => one === operator);
      if (value === undefined || comparison === undefined)
        throw new Error(`A metric cannot be compared by ${operator}.`);
      return `${value} ${COMPARISON_SQL[comparison]} ${given.values.bind(String(threshold.value), 'numeric')}`;
    },
  };
}

const OF_AMOUNTS: ReadonlySet<Measure> = new Set<Measure>(['spend', 'conversionValue']);

export const isAmount = (metric: Metric): boolean =>
  measuresOfMetric(metric).some(({ name }) => OF_AMOUNTS.has(name));

/**
 * SQL: the sums of a seat's rows, exchanged day by day as `delivery` shows them. Amounts have no value where their
 * currency has no exchange rate.
 */
export function deliverySumsSql(
  level: Level,
  options: {
    readonly query: DeliveryQuery;
    readonly measures: ReadonlySet<Measure>;
    /** Distinguishes the tables of a statement. */
    readonly name: string;
    readonly seat: string;
    readonly now: Date;
    readonly values: Values;
  },
): DeliverySums {
  const { query, measures, name, seat, now, values } = options;
  const [owners, days, sums] = [`fa${name}`, `fd${name}`, `fs${name}`];
  const by: readonly string[] = SUMS[level].by;
  const currency = values.bind(query.currency, 'text');
  const isOfAds = level === 'Ad';
  const facts = daySums({
    keys: ['w.advertiser_id AS of_advertiser', 'w.currency', ...by.map((key) => `d.${key} AS of_${key}`)],
    ...{ measures, anyFacts: false },
    currency: 'w.currency',
    rows: `${owners} w JOIN ${days} r ON r.zone = w.zone`,
    facts: 'd.advertiser_id = w.advertiser_id',
    spans: isOfAds ? 'd.ad_id > 0' : 'd.ad_id < 0',
  });
  const keys = ['of_advertiser', ...by.map((key) => `of_${key}`)];
  const value = (metric: Metric) => {
    // Of a thousand impressions.
    const times = metric === 'CPM' ? ' * 1000' : '';
    const shown = isSum(metric)
      ? `coalesce(${metricSql(metric, sums)}, 0)`
      : `round(${metricSql(metric, sums)}${times}, 6)`;
    return isAmount(metric) ? `CASE WHEN ${owners}.has_rate THEN ${shown} END` : shown;
  };
  return {
    tables: `${owners} AS MATERIALIZED (
  SELECT o.*, ${hasRate('o.currency')} AS has_rate FROM (
    SELECT a.id AS advertiser_id, coalesce(${values.bind(query.timezone, 'text')}, a.timezone) AS zone,
      coalesce(${currency}, a.currency) AS currency FROM advertiser a WHERE a.seat_id = ${seat}) o
), ${days} AS MATERIALIZED (
  SELECT z.zone, b.start, ${HOURS} FROM (SELECT DISTINCT zone FROM ${owners}) z
    CROSS JOIN LATERAL (${daysSql(query.range, { zone: 'z.zone', now, values })}) r
    CROSS JOIN LATERAL (${stepsSql(null, 'z.zone')}) b
), ${sums} AS MATERIALIZED (
  SELECT ${keys.join(', ')}, ${measuresIn('s.currency', measures)}
  FROM (${facts}) s GROUP BY s.currency, ${keys.join(', ')}
)`,
    join: `JOIN ${owners} ON ${owners}.advertiser_id = a.id
      LEFT JOIN ${sums} ON ${sums}.of_advertiser = a.id AND ${joined(level, sums)}`,
    value,
    currencyWithoutRate: `CASE WHEN ${currency} IS NOT NULL AND NOT ${hasRate(currency)} THEN ${currency} END`,
  };
}

const joined = (level: Level, sums: string): string =>
  ({
    Advertiser: `${sums}.of_advertiser_id = n.id`,
    Campaign: `${sums}.of_campaign_id = n.id`,
    Line: `${sums}.of_line_id = n.id`,
    Ad: `${sums}.of_ad_id = n.id AND ${sums}.of_line_id = n.line_id`,
  })[level];
