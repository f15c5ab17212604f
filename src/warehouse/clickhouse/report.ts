import { csvCell } from '../csv.ts';
import {
  DERIVED,
  DIMENSIONS,
  derivedJoins,
  hasTextIds,
  keysOf,
  MEASURES,
  offsetText,
  orderOf,
  sumsOf,
} from '../report-measures.ts';
import type { DimensionKey, Having, MetricKey, ReportPlan, ZonePiece } from '../report-plan.ts';
import type { ClickHouseQuery } from './clickhouse.ts';
import { BATCHES, filesSql } from './copy.ts';
import { Params, rowsSql } from './text.ts';

const DAY_S = 86_400;
const MONEY = new Set(['spend', 'conversion_value']);
/** The range of `DateTime64`. No facts are outside of it. */
const FIRST = '1900-01-01T00:00:00';
const LAST = '2299-12-31T23:00:00';

/**
 * Returns a query for the report's lines as rows of one string column, in the RowBinary format. Follows the
 * same steps as DuckDB (../duckdb/report.ts): `grouped` has the sums by time and dimensions, `measured` the
 * metrics.
 */
export function reportQuery(plan: ReportPlan): ClickHouseQuery {
  const params = new Params();
  const having = plan.having ? `WHERE ${havingSql(plan.having, params)}` : '';
  const metrics = plan.metrics.map(({ key }, at) => `${metricSql(key)} AS m${at}`);
  const order = orderOf(plan);
  const joins = plan.dimensions.map((_, at) => `LEFT JOIN names_${at} n${at} ON m.d${at} = n${at}.id`);
  const cells = [...timeCells(plan, params), ...dimensionCells(plan), ...metricCells(plan)];
  const most = Math.min(plan.limit ?? plan.maxRows, plan.maxRows);
  const sql = `WITH ${[...tablesSql(plan), ...groupedSql(plan, params)].join(',\n')},
measured AS (SELECT * FROM (SELECT ${[...keysOf(plan), ...metrics].join(', ')} FROM grouped) ${having})
SELECT concat(${cells.join(", ',', ")}, '\\r\\n') AS line
FROM measured m ${joins.join(' ')}
${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''}
LIMIT ${params.bind(most, 'UInt64')}
FORMAT RowBinary`;
  return { sql, params: params.values };
}

/**
 * The tables that the query contains: the report's files, its advertisers, rates, names, IDs of filters, and
 * values of derived dimensions.
 */
function tablesSql(plan: ReportPlan): string[] {
  const { scope, rates, dimensions, filters, derived } = plan;
  return [
    filesSql(plan.files),
    `scope AS (${rowsSql({
      columns: { advertiser_id: 'Int32', seat_id: 'Int32', group_id: 'Int32', currency: 'String' },
      rows: scope.map((one) => [one.advertiserId, one.seatId, one.groupId, one.currency]),
    })})`,
    `rates AS (SELECT toDate32(day) AS day, currency, toFloat64(usd) AS usd_per_unit FROM (${rowsSql({
      columns: { day: 'String', currency: 'String', usd: 'String' },
      rows: rates.map((rate) => [rate.day, rate.currency, rate.usdPerUnit]),
    })}))`,
    ...dimensions.map(
      ({ key, names }, at) =>
        `names_${at} AS (${rowsSql({
          columns: { id: idType(key), name: 'String' },
          rows: names.map(([id, name]) => [id, csvCell(name)]),
        })})`,
    ),
    ...filters.map(
      ({ key, ids }, at) =>
        `filter_${at} AS (${rowsSql({
          columns: { id: idType(key) },
          rows: ids.map((id) => [id]),
        })})`,
    ),
    ...derived.map(
      ({ key, values }) =>
        `${DERIVED[key].table} AS (${rowsSql({
          columns: { id: 'Int32', value: idType(key) },
          rows: values,
        })})`,
    ),
  ];
}

const idType = (key: DimensionKey): 'Int32' | 'String' => (hasTextIds(key) ? 'String' : 'Int32');

/** `grouped`, built from `daily` where money is converted: day by day and rounded, as in DuckDB. */
function groupedSql(plan: ReportPlan, params: Params): string[] {
  const sums = sumsOf(plan);
  const priced = plan.rates.length > 0 && sums.some((sum) => MONEY.has(sum));
  const keys = [
    ...timeKeys(plan, params),
    ...plan.dimensions.map(({ key }, at): [string, string] => [`d${at}`, DIMENSIONS[key]]),
    ...(priced
      ? ([
          ['shown_in', 's.currency'],
          ['paid_in', "ifNull(f.value_currency, 'USD')"],
          ['day', 'toDate32(f.hour)'],
        ] as [string, string][])
      : []),
  ];
  const facts = `${priced ? 'daily' : 'grouped'} AS (
  SELECT ${[
    ...keys.map(([name, sql]) => `${sql} AS ${name}`),
    ...sums.map((sum) => `sum(${MONEY.has(sum) ? `f.${sum}` : `toInt128(f.${sum})`}) AS total_${sum}`),
  ].join(', ')}
  FROM fact f JOIN scope s ON f.advertiser_id = s.advertiser_id${derivedJoins(plan)}
  WHERE ${whereSql(plan, params)}
  ${groupBy(keys.map(([name]) => name))} HAVING count() > 0)`;
  if (!priced) return [facts];
  return [
    facts,
    `grouped AS (
  SELECT ${[...keysOf(plan), ...sums.map((sum) => `sum(${priceSql(sum)}) AS total_${sum}`)].join(', ')}
  FROM (SELECT d.*, shown.usd_per_unit AS shown_usd, paid.usd_per_unit AS paid_usd FROM daily d
    JOIN rates shown ON shown.day = d.day AND shown.currency = d.shown_in
    LEFT JOIN rates paid ON paid.day = d.day AND paid.currency = d.paid_in)
  ${groupBy(keysOf(plan))} HAVING count() > 0)`,
  ];
}

const groupBy = (names: string[]): string => (names.length > 0 ? `GROUP BY ${names.join(', ')}` : '');

function priceSql(sum: string): string {
  const total = `total_${sum}`;
  if (sum === 'spend')
    return `if(shown_in = 'USD', ${total}, ${roundedSql(`${doubleSql(total)} / shown_usd`)})`;
  if (sum === 'conversion_value')
    return `if(paid_in = shown_in, ${total}, ${roundedSql(`${doubleSql(total)} * paid_usd / shown_usd`)})`;
  return total;
}

function whereSql(plan: ReportPlan, params: Params): string {
  const bound = (hour: string) => params.bind(clamp(hour).replace('T', ' '), "DateTime64(0, 'UTC')");
  return [
    `f.batch IN (${BATCHES})`,
    'f.advertiser_id IN (SELECT advertiser_id FROM scope)',
    ...(plan.first === null ? [] : [`f.hour >= ${bound(plan.first)}`]),
    ...(plan.last === null ? [] : [`f.hour <= ${bound(plan.last)}`]),
    ...plan.filters.map(({ key, excluded }, at) => {
      const matches = `ifNull(${DIMENSIONS[key]} IN (SELECT id FROM filter_${at}), false)`;
      return excluded ? `NOT ${matches}` : matches;
    }),
  ].join(' AND ');
}

const clamp = (hour: string): string => (hour < FIRST ? FIRST : hour > LAST ? LAST : hour);

/** The start of the interval: the UTC hour, or the local day on which it begins, as its number since 1970. */
function timeKeys({ interval, zone }: ReportPlan, params: Params): [string, string][] {
  if (interval === 'cumulative') return [];
  if (interval === 'hour') return [['t', 'f.hour']];
  const local = `(toInt64(f.hour) + ${pieces(zone, 'f.hour', params, offsetOf)})`;
  const day = `intDiv(${local} - positiveModulo(${local}, ${DAY_S}), ${DAY_S})`;
  if (interval === 'day') return [['t', day]];
  // 1 January 1970 was a Thursday.
  if (interval === 'week') return [['t', `${day} - positiveModulo(${day} + 3, 7)`]];
  return [['t', `${day} - toDayOfMonth(${dateSql(day)}) + 1`]];
}

const dateSql = (day: string): string => `addDays(toDate32('1970-01-01'), ${day})`;

/** The time cell: an ISO date, or an ISO hour with its offset. */
function timeCells({ interval, zone }: ReportPlan, params: Params): string[] {
  if (interval === 'cumulative') return [];
  if (interval !== 'hour') return [`toString(${dateSql('m.t')})`];
  const local = `addSeconds(m.t, ${pieces(zone, 'm.t', params, offsetOf)})`;
  const suffix = pieces(zone, 'm.t', params, ({ offsetSeconds }) => [offsetText(offsetSeconds), 'String']);
  return [`concat(formatDateTime(${local}, '%Y-%m-%dT%H:%i:%S'), ${suffix})`];
}

const offsetOf = ({ offsetSeconds }: ZonePiece): [number, 'Int32'] => [offsetSeconds, 'Int32'];

/** Selects a value by the period of the time zone that contains the hour. */
function pieces(
  zone: ZonePiece[],
  hour: string,
  params: Params,
  value: (piece: ZonePiece) => [number | string, 'Int32' | 'String'],
): string {
  const cases = zone.map((piece) => {
    const text = params.bind(...value(piece));
    if (piece.before === null) return text;
    return `${hour} < ${params.bind(clamp(piece.before).replace('T', ' '), "DateTime64(0, 'UTC')")}, ${text}`;
  });
  return cases.length === 1 ? (cases[0] ?? '') : `multiIf(${cases.join(', ')})`;
}

function dimensionCells({ dimensions }: ReportPlan): string[] {
  return dimensions.flatMap((_, at) => [`ifNull(toString(m.d${at}), '')`, `ifNull(n${at}.name, '')`]);
}

function metricCells({ metrics }: ReportPlan): string[] {
  return metrics.map(({ key }, at) => {
    const { sum, over } = MEASURES[key];
    const text = over !== undefined || MONEY.has(sum) ? `toDecimalString(m.m${at}, 6)` : `toString(m.m${at})`;
    return `ifNull(${text}, 'N/A')`;
  });
}

function metricSql(key: MetricKey): string {
  const { sum, over, times } = MEASURES[key];
  if (over === undefined) return `total_${sum}`;
  const numerator = times === undefined ? `total_${sum}` : `(total_${sum} * ${times})`;
  const double = (name: string, sql: string) => (MONEY.has(name) ? doubleSql(sql) : `toFloat64(${sql})`);
  const quotient = `${double(sum, numerator)} / ${double(over, `total_${over}`)}`;
  return `if(total_${over} != 0, ${roundedSql(quotient)}, NULL)`;
}

/** Converts a decimal with six places to a double as DuckDB does: large ones in two parts. */
function doubleSql(decimal: string): string {
  const whole = `toInt128(${decimal})`;
  const parts = `toFloat64(${whole}) + toFloat64(${decimal} - toDecimal128(${whole}, 6))`;
  return `if(abs(${decimal}) <= toDecimal128('9007199254.740992', 6), toFloat64(${decimal}), ${parts})`;
}

/** Rounds a double to six places, half away from zero. A cast to a decimal would truncate it. */
function roundedSql(double: string): string {
  const scaled = `((${double}) * 1000000.)`;
  const rounded = `trunc(${scaled}) + if(abs(${scaled} - trunc(${scaled})) >= 0.5, sign(${scaled}), 0)`;
  // ClickHouse converts doubles beyond 64 bits to slightly wrong integers, so they are converted in two
  // exact parts.
  const upper = `trunc((${rounded}) / 4294967296.)`;
  const whole = `toInt128(toInt64(${upper})) * 4294967296 + toInt64((${rounded}) - ${upper} * 4294967296.)`;
  return `toDecimal128(${whole}, 0) * toDecimal128('0.000001', 6)`;
}

function havingSql(having: Having, params: Params): string {
  if ('metric' in having) {
    const operator = { equalTo: '=', greaterThan: '>', lessThan: '<' }[having.type];
    const value = `toDecimal256(${params.bind(having.value, 'String')}, 6)`;
    return `ifNull(toDecimal256(m${having.metric}, 6) ${operator} ${value}, false)`;
  }
  const parts = having.parts.map((part) => havingSql(part, params));
  const joined = parts.join(having.type === 'and' ? ' AND ' : ' OR ');
  return having.type === 'not' ? `NOT (${joined})` : `(${joined})`;
}
