import {
  COMPARISON_SQL,
  type Conditions,
  type Predicate,
  predicatesIn,
} from '../../../resources/filter/conditions.ts';
import { ValidationError } from '../../errors.ts';
import type { Level } from './levels.ts';
import { isSum, type Measure, type Metric, measuresOfMetric, metricSql } from './metrics.ts';
import type { Question } from './question.ts';
import { SUMS } from './rank-sums.ts';
import { daySums, daysSql, HOURS, hasRate, measuresIn, stepsSql, type Values } from './sql.ts';

/** Rows that are filtered by what they delivered: by the values that `delivery` shows of each. */

/** The most different ranges, time zones and currencies of one filter: the facts of the seat are summed for each. */
const MAX_QUESTIONS = 3;
/** The most figures of one filter, because each is compared for every row. */
const MAX_FIGURES = 20;

/** A figure of rows, and what it is compared with. */
export class Figure {
  readonly question: Question;
  readonly metric: Metric;
  readonly value: number;

  constructor({ question, metric, value }: Pick<Figure, 'question' | 'metric' | 'value'>) {
    this.question = question;
    this.metric = metric;
    this.value = value;
  }
}

type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
export const COMPARISONS: readonly Comparison[] = ['eq', 'gt', 'gte', 'lt', 'lte'];

/** The name of the filter, and the column of its predicates. */
const DELIVERY = 'delivery';

/** Returns the predicate of a figure. A row without the figure matches neither a comparison nor its opposite. */
export const figurePredicate = (operator: Comparison, value: Figure): Predicate => ({
  ...{ column: DELIVERY, operator, value },
  nullable: true,
  isDerived: true,
});

const figuresIn = (conditions: Conditions): Figure[] =>
  predicatesIn(conditions).flatMap(({ value }) => (value instanceof Figure ? [value] : []));

const nameOf = ({ range, timezone, currency }: Question) => JSON.stringify([range, timezone, currency]);

/** Throws ValidationError for a filter that would read the facts too often. */
export function checkFigures(conditions: Conditions): void {
  const figures = figuresIn(conditions);
  const questions = new Set(figures.map(({ question }) => nameOf(question)));
  const path = 'filter';
  if (figures.length > MAX_FIGURES)
    throw new ValidationError([
      { path, message: `${path} must compare at most ${MAX_FIGURES} figures of delivery` },
    ]);
  if (questions.size > MAX_QUESTIONS)
    throw new ValidationError([
      { path, message: `${path} must have at most ${MAX_QUESTIONS} different ranges of delivery` },
    ]);
}

/** Throws ValidationError if amounts were to be compared in a currency without an exchange rate. */
export function refuseUnrated(unrated: string | null | undefined, path: string): void {
  if (unrated)
    throw new ValidationError([
      { path, message: `${path} must be a currency with an exchange rate: there is none for ${unrated}` },
    ]);
}

export interface Summed {
  readonly tables: string;
  readonly join: string;
  readonly value: (metric: Metric) => string;
  readonly unrated: string;
}

/** SQL for the figures that conditions compare. */
export interface FiguresSql {
  /** Common table expressions, one for each range, time zone and currency. */
  readonly tables: readonly string[];
  /** Joins them to the rows (`n`) and their advertisers (`a`). */
  readonly joins: string;
  /** A requested currency that has no exchange rate, else null. */
  readonly unrated: string;
  readonly predicate: (predicate: Predicate) => string | undefined;
}

export function figuresSql(
  level: Level,
  conditions: Conditions,
  given: { readonly seat: string; readonly now: Date; readonly values: Values },
): FiguresSql {
  const figures = figuresIn(conditions);
  const measures = new Map<string, { question: Question; measures: Set<Measure> }>();
  for (const { question, metric } of figures) {
    const known = measures.get(nameOf(question)) ?? { question, measures: new Set<Measure>() };
    for (const { name } of measuresOfMetric(metric)) known.measures.add(name);
    measures.set(nameOf(question), known);
  }
  const summed = new Map(
    [...measures].map(([name, asked], index) => [
      name,
      summedSql(level, { ...asked, ...given, name: `${index}` }),
    ]),
  );
  const all = [...summed.values()];
  return {
    tables: all.map(({ tables }) => tables),
    joins: all.map(({ join }) => join).join(' '),
    unrated: all.length > 0 ? `coalesce(${all.map(({ unrated }) => unrated).join(', ')})` : 'NULL',
    predicate: ({ value: figure, operator }) => {
      if (!(figure instanceof Figure)) return undefined;
      const value = summed.get(nameOf(figure.question))?.value(figure.metric);
      const sign = COMPARISONS.find((one) => one === operator);
      if (value === undefined || sign === undefined)
        throw new Error(`A figure cannot be tested by ${operator}.`);
      return `${value} ${COMPARISON_SQL[sign]} ${given.values.bind(String(figure.value), 'numeric')}`;
    },
  };
}

const OF_AMOUNTS: ReadonlySet<Measure> = new Set<Measure>(['spend', 'conversionValue']);

export const isAmount = (metric: Metric): boolean =>
  measuresOfMetric(metric).some(({ name }) => OF_AMOUNTS.has(name));

/**
 * SQL: the sums of a seat's rows, exchanged day by day as `delivery` shows them. Amounts have no value where their currency
 * has no exchange rate.
 */
export function summedSql(
  level: Level,
  options: {
    readonly question: Question;
    readonly measures: ReadonlySet<Measure>;
    /** Distinguishes the tables of a statement. */
    readonly name: string;
    readonly seat: string;
    readonly now: Date;
    readonly values: Values;
  },
): Summed {
  const { question, measures, name, seat, now, values } = options;
  const [owners, days, sums] = [`fa${name}`, `fd${name}`, `fs${name}`];
  const by: readonly string[] = SUMS[level].by;
  const currency = values.bind(question.currency, 'text');
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
    SELECT a.id AS advertiser_id, coalesce(${values.bind(question.timezone, 'text')}, a.timezone) AS zone,
      coalesce(${currency}, a.currency) AS currency FROM advertiser a WHERE a.seat_id = ${seat}) o
), ${days} AS MATERIALIZED (
  SELECT z.zone, b.start, ${HOURS} FROM (SELECT DISTINCT zone FROM ${owners}) z
    CROSS JOIN LATERAL (${daysSql(question.range, { zone: 'z.zone', now, values })}) r
    CROSS JOIN LATERAL (${stepsSql(null, 'z.zone')}) b
), ${sums} AS MATERIALIZED (
  SELECT ${keys.join(', ')}, ${measuresIn('s.currency', measures)}
  FROM (${facts}) s GROUP BY s.currency, ${keys.join(', ')}
)`,
    join: `JOIN ${owners} ON ${owners}.advertiser_id = a.id
      LEFT JOIN ${sums} ON ${sums}.of_advertiser = a.id AND ${joined(level, sums)}`,
    value,
    unrated: `CASE WHEN ${currency} IS NOT NULL AND NOT ${hasRate(currency)} THEN ${currency} END`,
  };
}

const joined = (level: Level, sums: string): string =>
  ({
    Advertiser: `${sums}.of_advertiser_id = n.id`,
    Campaign: `${sums}.of_campaign_id = n.id`,
    Line: `${sums}.of_line_id = n.id`,
    Ad: `${sums}.of_ad_id = n.id AND ${sums}.of_line_id = n.line_id`,
  })[level];
