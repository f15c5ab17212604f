import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import { groupBy } from '../../../resources/filter/group-by.ts';
import type { DomainContext } from '../../context.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { type DeliveryOf, deliveryOfRow, type MeasureRow } from './delivery.ts';
import type { DeliveryQuery } from './delivery-query.ts';
import { LEVELS, type Level } from './levels.ts';
import { ALL_MEASURES, type Measure, type Measures } from './metrics.ts';
import { daySums, daysSql, HOURS, hasRate, measuresIn, stepsSql, Values } from './sql.ts';

/** Which delivery to read of one row. */
export interface DeliveryRequest<F extends Measure = Measure> {
  readonly level: Level;
  readonly id: number;
  readonly query: DeliveryQuery;
  /** The measures to read; others are 0. Default: all. */
  readonly measures?: Measures<F>;
}

export interface Point<F extends Measure = Measure> {
  readonly start: Date;
  readonly delivery: DeliveryOf<F>;
}

type Row = MeasureRow & { requested: number; key: string; start: Date; behind: boolean };

/**
 * Returns the delivery of rows that the caller can see, read by one statement. The result has the points of each
 * request in the order of `requested`: one without an interval, otherwise those with facts.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function readDelivery<F extends Measure = Measure>(
  ctx: Pick<DomainContext, 'pool' | 'seatId' | 'now' | 'onStatement'>,
  requested: readonly DeliveryRequest<F>[],
): Promise<Point<F>[][]> {
  const all: readonly DeliveryRequest[] = requested;
  const groups = groupsOf(all);
  const values = new Values();
  const seat = values.bind(ctx.seatId, 'int');
  const now = ctx.now();
  const parts = groups.map((group, index) => {
    const call = { index, now, seat, values, measures: measuresOfAll(group) };
    return group.every(isOfDays) && rangesOf(group) > 1
      ? daysSqlOfEach(group, call)
      : sharedRangeSql(group, call);
  });
  const text = `WITH ${parts.map(({ tables }) => tables).join(',\n')}
SELECT x.behind, q.* FROM (SELECT ${IS_BEHIND} AS behind) x
LEFT JOIN (${parts.map(({ rows }) => rows).join('\nUNION ALL\n')}) AS q ON true ORDER BY requested, key, start`;
  ctx.onStatement?.(text);
  const { rows } = await queryPrepared<Row>(ctx.pool, { text, values: values.list });
  refuseBehind(rows[0]);
  const points = groupBy(rows, ({ requested, key }) => `${requested} ${key}`);
  const keys = new Map(
    groups.flatMap((group, at) => {
      const isByPlace = rangesOf(group.filter(isOfDays)) > 1;
      return group.map((one, n) => [one, `${at} ${isByPlace ? n + 1 : one.id}`] as const);
    }),
  );
  return all.map((one) =>
    (points.get(keys.get(one) ?? '') ?? []).map((row) => ({
      start: row.start,
      delivery: deliveryOfRow(row, now),
    })),
  );
}

type OfDays = DeliveryRequest & {
  readonly query: DeliveryQuery & { readonly range: { start: string; end: string } };
};
const isOfDays = (requested: DeliveryRequest): requested is OfDays =>
  'start' in requested.query.range && requested.query.interval === null;

/**
 * With more different ranges of days than this, each row is read with its own range: planning a part per range would
 * take longer.
 */
const MAX_RANGES = 8;

const rangesOf = (all: readonly OfDays[]): number =>
  new Set(all.map(({ query }) => `${query.range.start} ${query.range.end}`)).size;

/** Groups the requests that one part of the statement can read. */
function groupsOf(all: readonly DeliveryRequest[]): DeliveryRequest[][] {
  const areMany = rangesOf(all.filter(isOfDays)) > MAX_RANGES;
  const groups = groupBy(all, (one) => {
    const { level, query } = one;
    return JSON.stringify([level, areMany && isOfDays(one) ? { ...query, range: 'days' } : query]);
  });
  return [...groups.values()];
}

const measuresOfAll = (group: readonly DeliveryRequest[]): Measures =>
  new Set(group.flatMap(({ measures = ALL_MEASURES }) => [...measures]));

interface CallOf {
  readonly index: number;
  readonly now: Date;
  readonly seat: string;
  readonly values: Values;
  readonly measures: Measures;
}

/** The tables of a statement, and the rows that are read from them. */
interface Part {
  readonly tables: string;
  readonly rows: string;
}

/** SQL for many rows with the same range: the intervals of the range are computed once per time zone. */
function sharedRangeSql(
  group: readonly DeliveryRequest[],
  { index, now, seat, values, measures }: CallOf,
): Part {
  const [{ level, query }] = group as [DeliveryRequest];
  const ids = values.bind([...new Set(group.map(({ id }) => id))], 'int[]');
  const { rows, line } = LEVELS[level];
  const [n, p] = [`n${index}`, `p${index}`];
  return {
    tables: `${n} AS MATERIALIZED (
  SELECT n.id AS key, n.id, ${line} AS line_id, a.id AS advertiser_id,
    coalesce(${values.bind(query.timezone, 'text')}, a.timezone) AS zone,
    coalesce(${values.bind(query.currency, 'text')}, a.currency) AS currency
  FROM ${rows} WHERE n.id = ANY(${ids}) AND a.seat_id = ${seat}
), ${p} AS MATERIALIZED (
  SELECT z.zone AS of, b.start, ${HOURS} FROM (SELECT DISTINCT zone FROM ${n}) z,
    LATERAL (${daysSql(query.range, { zone: 'z.zone', now, values })}) r,
    LATERAL (${stepsSql(query.interval, 'z.zone')}) b
)`,
    rows: deliverySql({
      ...{ index, measures, level, rows: n },
      ...(query.interval === null
        ? { hours: `${p} r ON r.of = n.zone` }
        : {
            hours: `(SELECT of, min(since) AS since, max(until) AS until FROM ${p} GROUP BY of) r ON r.of = n.zone`,
            steps: { table: p, of: 'p.of = n.zone' },
          }),
    }),
  };
}

/** SQL for rows that each have their own days. */
function daysSqlOfEach(group: readonly OfDays[], { index, seat, values, measures }: CallOf): Part {
  const [{ level, query }] = group as [OfDays];
  const { rows, line } = LEVELS[level];
  const list = (of: (one: OfDays) => unknown, type: string) => values.bind(group.map(of), type);
  const ids = list(({ id }) => id, 'int[]');
  const [first, last] = [
    list(({ query }) => query.range.start, 'date[]'),
    list(({ query }) => query.range.end, 'date[]'),
  ];
  const n = `n${index}`;
  return {
    tables: `${n} AS MATERIALIZED (
  SELECT d.key, n.id, ${line} AS line_id, a.id AS advertiser_id, b.since AS start, ${HOURS},
    coalesce(${values.bind(query.currency, 'text')}, a.currency) AS currency
  FROM unnest(${ids}, ${first}, ${last}) WITH ORDINALITY AS d(id, first_day, last_day, key)
    JOIN (${rows}) ON n.id = d.id, LATERAL (SELECT coalesce(${values.bind(query.timezone, 'text')}, a.timezone) AS of) zone,
    LATERAL (SELECT start_of_day(d.first_day, zone.of) AS since, start_of_day(d.last_day + 1, zone.of) AS until OFFSET 0) b
  WHERE a.seat_id = ${seat}
)`,
    rows: deliverySql({
      ...{ index, measures, level, rows: n },
      hours: 'LATERAL (SELECT n.start, n.since, n.until) r ON true',
    }),
  };
}

function deliverySql(options: {
  index: number;
  measures: Measures;
  level: Level;
  rows: string;
  /** SQL of the hours (`r`) to read for a row, to be joined. */
  hours: string;
  /** The intervals within those hours; only intervals with facts are returned. */
  steps?: { table: string; of: string };
}): string {
  const { index, measures, level, rows, hours, steps } = options;
  const { facts, spans } = LEVELS[level];
  return `SELECT ${index} AS requested, n.key, s.start, n.currency, ${hasRate('n.currency')} AS "hasRate", ${measuresIn('n.currency', measures)}
  FROM ${rows} n ${steps ? 'JOIN' : 'LEFT JOIN'} (
    ${daySums({
      keys: ['n.key', 'p.start'],
      measures,
      currency: 'n.currency',
      rows: `${rows} n JOIN ${hours}`,
      steps,
      facts,
      spans,
      anyFacts: steps !== undefined,
    })}) s ON s.key = n.key
  GROUP BY n.key, s.start, n.currency`;
}
