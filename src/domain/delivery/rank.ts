import { queryNamed } from '../../db/named.ts';
import { SPAN_HOURS } from '../../warehouse/delivery/spans.ts';
import type { DomainContext } from '../context.ts';
import { type Conditions, sqlOf } from '../lists/conditions.ts';
import { beyondSql, type Order, orderSql, type Position } from '../lists/keyset.ts';
import { columnSql, testSql } from '../test-sql.ts';
import { isKeyOf } from '../typed.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { figuresOfMetric, isSum, type Metric, metricSql } from './metrics.ts';
import type { DayRange } from './question.ts';
import {
  betweenBorders,
  bordersOf,
  CONVERSIONS,
  dateOf,
  dayOf,
  daysSql,
  HOURS,
  LEVELS,
  type Level,
  SPAN_METRICS,
  stepsSql,
  Values,
} from './sql.ts';

/** What an advertiser's facts are summed by, and how the sums (`m`) belong to a row. */
const SUMS = {
  Advertiser: { by: ['advertiser_id'], of: 'm.advertiser_id = n.id' },
  Campaign: { by: ['campaign_id'], of: 'm.campaign_id = n.id' },
  Line: { by: ['line_id'], of: 'm.line_id = n.id' },
  Ad: { by: ['ad_id', 'line_id'], of: 'm.ad_id = n.id AND m.line_id = n.line_id' },
} as const satisfies Record<Level, object>;

/** Amounts are compared in US dollars. */
const VALUE = `CASE d.value_currency WHEN '' THEN 0 WHEN 'USD' THEN d.conversion_value
    ELSE d.conversion_value * usd_per_unit(d.value_currency, ${dateOf(dayOf('d.hour'))})::numeric END`;

export interface Ranking {
  readonly level: Level;
  readonly metric: Metric;
  /** Days of each row's advertiser. */
  readonly range: DayRange;
  /** Its column is `id` or stands for the metric. */
  readonly order: Order;
  readonly position: Position | undefined;
  readonly take: number;
  readonly conditions: Conditions;
}

/** The owners whose rows are ranked, each for itself, by a column of the rows. */
interface Owners {
  readonly column: string;
  readonly ids: readonly number[];
}

export interface Ranked {
  readonly id: number;
  /** A decimal; null for a row without a value. */
  readonly value: string | null;
}

/**
 * The seat's rows in the order of their delivery, by their owners; without owners all of them under 0.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function rankByDelivery(
  ctx: DomainContext,
  asked: Ranking,
  owners?: Owners,
): Promise<Map<number, Ranked[]>> {
  const { level, metric, order, position, take, conditions } = asked;
  const values = new Values();
  const seat = values.bind(ctx.seatId, 'int');
  // A row without facts has delivered nothing, as it shows.
  const value = isSum(metric) ? 'coalesce(m.value, 0)' : 'm.value';
  const by = (column: string) => (column === 'id' ? 'n.id' : value);
  const shown = (column: string) => (column === 'id' ? 'r.id' : 'r.value');
  const owner = owners ? columnSql('n', owners.column) : '0';
  const where = [
    `n.seat_id = ${seat}`,
    ...(owners ? [`${owner} = ANY(${values.bind(owners.ids, 'int[]')})`] : []),
    ...conditionsSql(conditions, values),
    ...(position
      ? [
          `(${beyondSql(order, by, {
            value: () => values.bind(position.value, order.sqlType),
            id: () => values.bind(position.id, 'int'),
          })})`,
        ]
      : []),
  ];
  const { rows } = await queryNamed<Ranked & { owner: number; behind: boolean }>(ctx.pool, {
    text: `WITH ${sumsSql(asked, { seat, now: ctx.now(), values })}
SELECT k.owner, k.id, k.value::text AS value, ${IS_BEHIND} AS behind FROM (
  SELECT r.*, row_number() OVER (PARTITION BY r.owner ORDER BY ${orderSql(order, shown)}) AS place FROM (
    SELECT ${owner} AS owner, n.id, ${value} AS value
    FROM ${LEVELS[level].rows} LEFT JOIN (SELECT *, (${metricSql(metric, 'sums')}) AS value FROM sums) m
      ON m.of_advertiser = a.id AND ${SUMS[level].of}
    WHERE ${where.join(' AND ')}
    ${owners ? '' : `ORDER BY ${orderSql(order, by)} LIMIT ${take}`}) r) k
WHERE k.place <= ${take} ORDER BY k.owner, k.place`,
    values: values.list,
  });
  refuseBehind(rows[0]);
  return byOwner(rows);
}

function byOwner(rows: readonly (Ranked & { owner: number })[]): Map<number, Ranked[]> {
  const pages = new Map<number, Ranked[]>();
  for (const { owner, id, value } of rows) {
    const page = pages.get(owner) ?? [];
    page.push({ id, value });
    pages.set(owner, page);
  }
  return pages;
}

/**
 * The sums of the figures that a metric needs, advertiser by advertiser: the rows of one fit into the processor's cache, those
 * of a seat do not. Rows of `delivery_span` that lie in the range are apart, because an index alone answers them; of those at
 * its start and at its end a part is taken.
 */
function sumsSql(
  { level, metric, range }: Ranking,
  { seat, now, values }: { seat: string; now: Date; values: Values },
): string {
  const figures = figuresOfMetric(metric);
  const keys = SUMS[level].by.join(', ');
  const branch = (from: string, is: string, value: (column: string) => string) =>
    `SELECT ${[keys, ...figures.map(({ column }) => `${value(column)} AS ${column}`)].join(', ')}
    FROM ${from} WHERE d.advertiser_id = a.id AND ${is}`;
  const ofSpan = (value: (metric: keyof typeof SPAN_METRICS) => string) => (column: string) =>
    isKeyOf(SPAN_METRICS, column) ? value(column) : '0';
  // Integers are summed faster than decimals.
  const sumOf = (column: string) => (column === 'spend' ? 'sum(spend) * 0.000001' : `sum(${column})`);
  const spans = level === 'Ad' ? 'd.ad_id > 0' : 'd.ad_id < 0';
  const part = (is: string) =>
    branch(
      `delivery_span d CROSS JOIN LATERAL (${bordersOf('p')}) h`,
      `${spans} AND ${is} AND h.until > h.since`,
      ofSpan(betweenBorders),
    );
  const branches = [
    branch(
      'delivery_span d',
      `${spans} AND d.first_hour BETWEEN p.since AND p.until - 1 AND d.last_hour < p.until`,
      ofSpan((column) => `d.${column}`),
    ),
    part(`d.first_hour BETWEEN p.since - ${SPAN_HOURS - 1} AND p.since - 1 AND d.last_hour >= p.since`),
    part(
      `d.first_hour BETWEEN greatest(p.since, p.until - ${SPAN_HOURS - 1}) AND p.until - 1 AND d.last_hour >= p.until`,
    ),
    branch(
      `${CONVERSIONS} d`,
      `${level === 'Ad' ? 'd.ad_id > 0 AND' : ''} d.hour >= p.since AND d.hour < p.until`,
      (column) => (column === 'conversion_value' ? VALUE : column === 'conversions' ? 'd.conversions' : '0'),
    ),
  ];
  return `p AS MATERIALIZED (
  SELECT z.zone, ${HOURS} FROM (SELECT DISTINCT timezone AS zone FROM advertiser WHERE seat_id = ${seat}) z
    CROSS JOIN LATERAL (${daysSql(range, { zone: 'z.zone', now, values })}) r
    CROSS JOIN LATERAL (${stepsSql(null, 'z.zone')}) b
), sums AS (
  SELECT a.id AS of_advertiser, f.* FROM advertiser a JOIN p ON p.zone = a.timezone CROSS JOIN LATERAL (
    SELECT ${keys}, ${figures.map(({ name, column }) => `${sumOf(column)} AS "${name}"`).join(', ')}
    FROM (${branches.join('\nUNION ALL\n')}) d GROUP BY ${keys} OFFSET 0) f
  WHERE a.seat_id = ${seat}
)`;
}

function conditionsSql(conditions: Conditions, values: Values): string[] {
  let aliases = 0;
  return sqlOf<string>(conditions, {
    test: (test) =>
      testSql(test, 'n', {
        alias: () => {
          aliases += 1;
          return `o${aliases}`;
        },
        bind: (stored = (value) => value, type) => values.bind(stored(test.value), type),
      }),
    raw: (text) => text,
    join: (parts, separator) => parts.join(separator),
  });
}
