import { queryNamed } from '../../db/named.ts';
import type { DomainContext } from '../context.ts';
import { type Conditions, sqlOf } from '../lists/conditions.ts';
import { beyondSql, type Order, orderSql, type Position } from '../lists/keyset.ts';
import { columnSql, testSql } from '../test-sql.ts';
import { figuresOfMetric, type Metric, metricSql } from './metrics.ts';
import type { DayRange } from './question.ts';
import {
  daysSql,
  factsOf,
  IS_BEHIND,
  LEVELS,
  type Level,
  PIECES,
  part,
  refuseBehind,
  stepsSql,
  Values,
} from './sql.ts';

/** What facts are summed by, and how the sums (`m`) belong to a row: to its own advertiser's facts alone. */
const SUMS = {
  Advertiser: { by: ['advertiser_id'], of: 'm.advertiser_id = n.id' },
  Campaign: { by: ['campaign_id', 'advertiser_id'], of: 'm.campaign_id = n.id' },
  Line: { by: ['line_id', 'advertiser_id'], of: 'm.line_id = n.id' },
  Ad: { by: ['ad_id', 'line_id', 'advertiser_id'], of: 'm.ad_id = n.id AND m.line_id = n.line_id' },
} as const satisfies Record<Level, object>;

/** Amounts are compared in US dollars; those of delivery are stored in millionths. */
const IN_DOLLARS: Readonly<Record<string, (value: string) => string>> = {
  spend: (value) => `${value} * 0.000001`,
  conversion_value: (value) => `CASE d.value_currency WHEN '' THEN 0 WHEN 'USD' THEN ${value}
    ELSE ${value} * usd_per_unit(d.value_currency, d.day)::numeric END`,
};

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
  const by = (column: string) => (column === 'id' ? 'n.id' : 'm.value');
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
SELECT k.owner, k.id, k.value, ${IS_BEHIND} AS behind FROM (
  SELECT ${owner} AS owner, n.id, m.value::text AS value,
    row_number() OVER (PARTITION BY ${owner} ORDER BY ${orderSql(order, by)}) AS place
  FROM ${LEVELS[level].rows} LEFT JOIN (SELECT *, (${metricSql(metric, 'sums')}) AS value FROM sums) m
    ON m.advertiser_id = a.id AND ${SUMS[level].of}
  WHERE ${where.join(' AND ')}) k
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
 * The sums of the figures that a metric needs. Whole days are apart, because an index alone answers them, and whole weeks
 * have sums of their own. A value of conversions is exchanged day by day, so that weeks do not have it.
 */
function sumsSql(
  { level, metric, range }: Ranking,
  { seat, now, values }: { seat: string; now: Date; values: Values },
): string {
  const figures = figuresOfMetric(metric);
  const keys = SUMS[level].by.map((key) => `d.${key}`).join(', ');
  const { table, weeks } = LEVELS[level];
  const byWeek = figures.every(({ column }) => column !== 'conversion_value');
  // A ratio of nothing is null, whether its facts were taken away or never were.
  const isRatio = figures.length > 1;
  const branch = (facts: string, value: (name: string) => string) =>
    `SELECT ${keys}, ${figures.map(({ column }) => `${(IN_DOLLARS[column] ?? String)(value(column))} AS ${column}`).join(', ')}
    FROM advertiser a JOIN p ON p.zone = a.timezone CROSS JOIN ${facts} WHERE a.seat_id = ${seat}`;
  const whole = (from: string, day: string, is: string) =>
    branch(
      `LATERAL (SELECT * FROM ${from} d WHERE d.advertiser_id = a.id AND d.${day} BETWEEN p.from_day AND p.to_day AND ${is} OFFSET 0) d`,
      (name) => `d.${name} * p.sign`,
    );
  const branches = [
    whole(table, 'day', "p.of = 'days'"),
    ...(byWeek ? [whole(weeks, 'week', "p.of = 'weeks'")] : []),
    `${branch(factsOf('d.advertiser_id = a.id', table), part)} AND p.of = 'hours'`,
  ];
  return `pieces AS MATERIALIZED (
  SELECT z.zone, c.* FROM (SELECT DISTINCT timezone AS zone FROM advertiser WHERE seat_id = ${seat}) z
    CROSS JOIN LATERAL (${daysSql(range, { zone: 'z.zone', now, values })}) r
    CROSS JOIN LATERAL (${stepsSql(null, 'z.zone')}) b CROSS JOIN LATERAL ${PIECES} c
), p AS MATERIALIZED (${byWeek ? byWeekSql(isRatio) : BY_DAY}), sums AS (
  SELECT ${SUMS[level].by.join(', ')}, ${figures.map(({ name, column }) => `sum(${column}) AS "${name}"`).join(', ')}
  FROM (${branches.join('\nUNION ALL\n')}) d
  GROUP BY ${SUMS[level].by.join(', ')}
)`;
}

const BY_DAY = `SELECT zone, from_day, to_day, lo, hi, 1 AS sign, CASE WHEN hi - lo = 24 THEN 'days' ELSE 'hours' END AS of
  FROM pieces`;

/**
 * The whole days of a range: its weeks from Monday to Sunday, and the days before and after them. With `less`, a week of
 * which the range has most days is taken too, without the days beyond the range: a sum of nothing is then 0.
 */
const byWeekSql = (
  less: boolean,
) => `SELECT x.zone, x.from_day, x.to_day, 0 AS lo, 24 AS hi, x.sign, x.of FROM (
    SELECT *, monday <= sunday + 1 AS weekly, ${less} AND monday - from_day > 3 AS more_before, ${less} AND to_day - sunday > 3 AS more_after
    FROM (SELECT *, from_day + (8 - extract(isodow FROM from_day)::int) % 7 AS monday,
        to_day - extract(isodow FROM to_day)::int % 7 AS sunday FROM pieces WHERE hi - lo = 24) v) w,
  LATERAL (VALUES
    (w.zone, w.from_day, w.to_day, 1, 'days', NOT w.weekly),
    (w.zone, w.monday - CASE WHEN w.more_before THEN 7 ELSE 0 END, w.sunday + CASE WHEN w.more_after THEN 7 ELSE 0 END, 1, 'weeks', w.weekly),
    (w.zone, w.from_day, w.monday - 1, 1, 'days', w.weekly AND NOT w.more_before),
    (w.zone, w.monday - 7, w.from_day - 1, -1, 'days', w.weekly AND w.more_before),
    (w.zone, w.sunday + 1, w.to_day, 1, 'days', w.weekly AND NOT w.more_after),
    (w.zone, w.to_day + 1, w.sunday + 7, -1, 'days', w.weekly AND w.more_after)
  ) AS x(zone, from_day, to_day, sign, of, applies) WHERE x.applies AND x.from_day <= x.to_day
  UNION ALL SELECT zone, from_day, to_day, lo, hi, 1, 'hours' FROM pieces WHERE hi - lo < 24`;

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
