import type { Job, Statement, Value } from '../engine.ts';
import {
  DERIVED,
  DIMENSIONS,
  derivedJoins,
  headerOf,
  keysOf,
  MEASURES,
  offsetText,
  orderOf,
  sumsOf,
} from '../report-measures.ts';
import type { Having, MetricKey, ReportPlan, ZonePiece } from '../report-plan.ts';
import { WITH_ADS } from './facts.ts';
import { literal } from './literal.ts';
import { joinsScope, largest, reportTables, smallest } from './report-tables.ts';

/**
 * Money is converted per day and currency and rounded before it is added up, so that the result does not
 * depend on the order of execution. Money that is shown in its own currency stays exact.
 */
const PRICES: Record<string, string> = {
  spend: `CASE WHEN shown_in = 'USD' THEN spend ELSE (spend / shown.usd_per_unit)::DECIMAL(38,6) END`,
  conversion_value: `CASE WHEN paid_in = shown_in THEN conversion_value
    ELSE (conversion_value * paid.usd_per_unit / shown.usd_per_unit)::DECIMAL(38,6) END`,
};

/**
 * Returns the job for a report, with its small tables. Computes all rows first, then writes them in order.
 */
export function reportJob(plan: ReportPlan, target: string): Job {
  const isEmpty = plan.files.length === 0;
  const lines = isEmpty ? NO_LINES : linesSql(plan);
  const header = headerOf(plan);
  return {
    tables: reportTables(plan),
    statements: [
      ...(isEmpty ? [] : [measuredTable(plan)]),
      {
        sql: `COPY (SELECT line AS "${header.replaceAll('"', '""')}\r" FROM (${lines.sql}) r)
TO ${literal(target)} (FORMAT csv, HEADER true, QUOTE '', ESCAPE '', DELIMITER '\u0001')`,
        values: lines.values ?? [],
      },
    ],
  };
}

const NO_LINES: Statement = { sql: "SELECT '' AS line WHERE false" };

function measuredTable(plan: ReportPlan): Statement {
  const grouped = groupedSql(plan);
  const having = plan.having && havingSql(plan.having);
  const metrics = plan.metrics.map(({ key }, at) => `${metricSql(key)} AS m${at}`);
  const sql = `CREATE TABLE measured AS WITH ${grouped.sql}
SELECT * FROM (SELECT ${[...keysOf(plan), ...metrics].join(', ')} FROM grouped)
${having ? `WHERE ${having.sql}` : ''}`;
  return { sql, values: [...(grouped.values ?? []), ...(having?.values ?? [])] };
}

/**
 * Writes the rows of `measured` as lines. LIMIT makes DuckDB write with one thread, so it is used only
 * where requested.
 */
function linesSql(plan: ReportPlan): Statement {
  const { dimensions, limit, maxRows } = plan;
  const order = orderOf(plan);
  const label = labelSql(plan);
  const names = dimensions.map((_, at) => `n${at}.name AS n${at}`);
  const joins = dimensions.map((_, at) => `LEFT JOIN names_${at} n${at} ON m.d${at} = n${at}.id`);
  const sql = `SELECT concat_ws(',', ${[...label.cells, ...dimensionCells(plan), ...metricCells(plan)].join(', ')}) || chr(13) AS line
FROM (
  SELECT ${['m.*', ...names].join(', ')} FROM measured m ${joins.join(' ')}
  ${limit === null ? 'WHERE m.rowid < ?' : ''}
  ${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''}
  ${limit === null ? '' : 'LIMIT ?'}
) k`;
  return { sql, values: [...label.values, limit === null ? maxRows : Math.min(limit, maxRows)] };
}

/** `grouped`: one row per time and dimensions with the stored sums, money in the currency it is shown in. */
function groupedSql(plan: ReportPlan): Statement {
  const sums = sumsOf(plan);
  const time = timeSql(plan);
  const keys = [...time.keys, ...plan.dimensions.map(({ key }, at) => `${DIMENSIONS[key]} AS d${at}`)];
  const where = whereSql(plan);
  const priced = plan.rates.length > 0 && sums.some((sum) => sum in PRICES);
  const price = priced
    ? ['s.currency AS shown_in', 'f.value_currency AS paid_in', 'f.hour::DATE AS day']
    : [];
  const facts = `${priced ? 'daily' : 'grouped'} AS (
  SELECT ${[...keys, ...price, ...sums.map((sum) => `sum(f.${sum}) AS ${sum}`)].join(', ')}
  FROM ${namesAds(plan) ? WITH_ADS : 'read_parquet(?)'} f${joinsScope(plan) ? ' JOIN scope s ON f.advertiser_id = s.advertiser_id' : ''}${derivedJoins(plan)}
  WHERE ${where.sql}
  GROUP BY ALL HAVING count(*) > 0)`;
  const values = [...time.values, plan.files, ...where.values];
  if (!priced) return { sql: facts, values };
  const totals = sums.map((sum) => `sum(${PRICES[sum] ?? sum}) AS ${sum}`);
  return {
    sql: `${facts},
grouped AS (
  SELECT ${[...keysOf(plan), ...totals].join(', ')} FROM daily
  JOIN rates shown ON shown.day = daily.day AND shown.currency = shown_in
  LEFT JOIN rates paid ON paid.day = daily.day AND paid.currency = coalesce(paid_in, 'USD')
  GROUP BY ALL HAVING count(*) > 0)`,
    values,
  };
}

/** Returns whether the report uses ads. Only then must it handle files that lack the column. */
function namesAds({ dimensions, filters, derived }: ReportPlan): boolean {
  return (
    derived.some(({ key }) => DERIVED[key].column === 'ad_id') ||
    [...dimensions, ...filters].some(({ key }) => key === 'ad')
  );
}

/**
 * The start of the interval in local time. For hours it is the UTC hour, since a local one occurs twice in
 * autumn.
 */
function timeSql({ interval, zone }: ReportPlan): { keys: string[]; values: Value[] } {
  if (interval === 'cumulative') return { keys: [], values: [] };
  if (interval === 'hour') return { keys: ['f.hour AS t'], values: [] };
  const local = localSql(zone, 'f.hour');
  const start =
    interval === 'day' ? `${local.sql}::DATE` : `date_trunc('${interval}', ${local.sql}::DATE)::DATE`;
  return { keys: [`${start} AS t`], values: local.values };
}

/** The time cell: an ISO date, or an ISO hour with its offset. */
function labelSql({ interval, zone }: ReportPlan): { cells: string[]; values: Value[] } {
  if (interval === 'cumulative') return { cells: [], values: [] };
  if (interval !== 'hour') return { cells: ['k.t::VARCHAR'], values: [] };
  const local = localSql(zone, 'k.t');
  const suffix = pieces(zone, 'k.t', ({ offsetSeconds }) => offsetText(offsetSeconds));
  return {
    cells: [`replace(${local.sql}::VARCHAR, ' ', 'T') || ${suffix.sql}`],
    values: [...local.values, ...suffix.values],
  };
}

/** Converts a UTC hour to local time, in microseconds, which is much faster than adding an interval. */
function localSql(zone: ZonePiece[], hour: string): { sql: string; values: Value[] } {
  const offset = pieces(zone, hour, ({ offsetSeconds }) => offsetSeconds);
  return {
    sql: `make_timestamp(epoch_us(${hour}) + 1000000::BIGINT * ${offset.sql})`,
    values: offset.values,
  };
}

/** Selects a value by the period of the time zone that contains the hour. */
function pieces(
  zone: ZonePiece[],
  hour: string,
  value: (piece: ZonePiece) => Value,
): { sql: string; values: Value[] } {
  const values: Value[] = [];
  const cases = zone.map((piece) => {
    if (piece.before !== null) values.push(piece.before);
    values.push(value(piece));
    return piece.before === null ? 'ELSE ?' : `WHEN ${hour} < ?::TIMESTAMP THEN ?`;
  });
  return { sql: cases.length === 1 ? '?' : `(CASE ${cases.join(' ')} END)`, values };
}

function whereSql(plan: ReportPlan): { sql: string; values: Value[] } {
  const ids = plan.scope.map(({ advertiserId }) => advertiserId);
  // With the join, this range lets whole row groups be skipped. Without one, it is the scope (joinsScope).
  const parts = ['f.advertiser_id BETWEEN ? AND ?'];
  const values: Value[] = [smallest(ids), largest(ids)];
  if (plan.first !== null) {
    parts.push('f.hour >= ?::TIMESTAMP');
    values.push(plan.first);
  }
  if (plan.last !== null) {
    parts.push('f.hour <= ?::TIMESTAMP');
    values.push(plan.last);
  }
  plan.filters.forEach(({ key, excluded }, at) => {
    const matches = `coalesce(${DIMENSIONS[key]} IN (SELECT id FROM filter_${at}), false)`;
    parts.push(excluded ? `NOT ${matches}` : matches);
  });
  return { sql: parts.join(' AND '), values };
}

function havingSql(having: Having): { sql: string; values: Value[] } {
  if ('metric' in having) {
    const operator = { equalTo: '=', greaterThan: '>', lessThan: '<' }[having.type];
    return { sql: `coalesce(m${having.metric} ${operator} ?::DECIMAL(38,6), false)`, values: [having.value] };
  }
  const parts = having.parts.map(havingSql);
  const joined = parts.map(({ sql }) => sql).join(having.type === 'and' ? ' AND ' : ' OR ');
  return {
    sql: having.type === 'not' ? `NOT (${joined})` : `(${joined})`,
    values: parts.flatMap(({ values }) => values),
  };
}

function dimensionCells({ dimensions }: ReportPlan): string[] {
  return dimensions.flatMap((_, at) => [`coalesce(k.d${at}::VARCHAR, '')`, `coalesce(k.n${at}, '')`]);
}

function metricCells({ metrics }: ReportPlan): string[] {
  return metrics.map((_, at) => `coalesce(k.m${at}::VARCHAR, 'N/A')`);
}

function metricSql(key: MetricKey): string {
  const { sum, over, times } = MEASURES[key];
  if (over === undefined) return sum;
  return ratio(times === undefined ? sum : `(${sum} * ${times})`, over);
}

function ratio(numerator: string, denominator: string): string {
  return `CASE WHEN ${denominator} <> 0 THEN (${numerator}::DOUBLE / ${denominator}::DOUBLE)::DECIMAL(38,6) END`;
}
