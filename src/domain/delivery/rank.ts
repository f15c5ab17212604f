import { type Conditions, sqlOf } from '../conditions.ts';
import type { DomainContext } from '../context.ts';
import { UnavailableError } from '../errors.ts';
import { beyondSql, type Order, orderSql, type Position } from '../keyset.ts';
import { columnSql, testSql } from '../test-sql.ts';
import { figuresOfMetric, type Metric, metricSql } from './metrics.ts';
import type { DayRange } from './question.ts';
import { daysSql, factsOf, IS_BEHIND, LEVELS, type Level, PIECES, part, stepsSql, Values } from './sql.ts';

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
  const { rows } = await ctx.pool.query<Ranked & { owner: number; behind: boolean }>(
    `WITH ${sumsSql(asked, { seat, now: ctx.now(), values })}
SELECT k.owner, k.id, k.value, ${IS_BEHIND} AS behind FROM (
  SELECT ${owner} AS owner, n.id, m.value::text AS value,
    row_number() OVER (PARTITION BY ${owner} ORDER BY ${orderSql(order, by)}) AS place
  FROM ${LEVELS[level].rows} LEFT JOIN (SELECT *, (${metricSql(metric, 'sums')}) AS value FROM sums) m
    ON m.advertiser_id = a.id AND ${SUMS[level].of}
  WHERE ${where.join(' AND ')}) k
WHERE k.place <= ${take} ORDER BY k.owner, k.place`,
    values.list,
  );
  if (rows[0]?.behind) throw new UnavailableError('Facts are being prepared. Try again in some minutes.');
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

/** The sums of the figures that a metric needs. Whole days are apart, because an index alone answers them. */
function sumsSql(
  { level, metric, range }: Ranking,
  { seat, now, values }: { seat: string; now: Date; values: Values },
): string {
  const figures = figuresOfMetric(metric);
  const keys = SUMS[level].by.map((key) => `d.${key}`).join(', ');
  const branch = (facts: string, value: (name: string) => string) =>
    `SELECT ${keys}, ${figures.map(({ column }) => `${(IN_DOLLARS[column] ?? String)(value(column))} AS ${column}`).join(', ')}
    FROM p JOIN ${facts}`;
  return `p AS MATERIALIZED (
  SELECT a.id AS advertiser_id, c.* FROM advertiser a
    CROSS JOIN LATERAL (${daysSql(range, { zone: 'a.timezone', now, values })}) r
    CROSS JOIN LATERAL (${stepsSql(null, 'a.timezone')}) b CROSS JOIN LATERAL ${PIECES} c
  WHERE a.seat_id = ${seat}
), sums AS (
  SELECT ${SUMS[level].by.join(', ')}, ${figures.map(({ name, column }) => `sum(${column}) AS "${name}"`).join(', ')} FROM (
    ${branch('delivery_day d ON d.advertiser_id = p.advertiser_id AND d.day BETWEEN p.from_day AND p.to_day AND p.hi - p.lo = 24', (name) => `d.${name}`)}
    UNION ALL
    ${branch(`${factsOf('d.advertiser_id = p.advertiser_id')} AND p.hi - p.lo < 24`, part)}) d
  GROUP BY ${SUMS[level].by.join(', ')}
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
