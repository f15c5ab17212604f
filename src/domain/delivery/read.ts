import type { DomainContext } from '../context.ts';
import { grouped } from '../grouped.ts';
import { type Delivery, deliveryOf, type FigureRow } from './figures.ts';
import type { Question } from './question.ts';
import {
  DAY_SUMS,
  daysSql,
  factsOf,
  figuresIn,
  hasRate,
  IS_BEHIND,
  LEVELS,
  type Level,
  PIECES,
  refuseBehind,
  stepsSql,
  Values,
} from './sql.ts';

/** What is asked of one row. */
export interface Asked {
  readonly level: Level;
  readonly id: number;
  /** The days and steps of a question, or the hours that begin in a span of time. */
  readonly about: Question | Span;
}

export interface Span {
  readonly since: Date;
  readonly until: Date;
}

export interface Point {
  readonly start: Date;
  readonly delivery: Delivery;
}

type Row = FigureRow & { asked: number; id: number; start: Date; days: string; behind: boolean };

/**
 * Reads the delivery of rows that the caller sees, whatever is asked of each, by one statement. The answer has the
 * points of each in the order of `asked`: one without an interval, else those with facts.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function readDelivery(
  ctx: Pick<DomainContext, 'pool' | 'seatId' | 'now'>,
  asked: readonly Asked[],
): Promise<Point[][]> {
  const groups = grouped(asked, ({ level, about }) => JSON.stringify([level, about]));
  const values = new Values();
  const seat = values.bind(ctx.seatId, 'int');
  const parts = [...groups.values()].map((group, index) =>
    groupSql(group, { index, now: ctx.now(), seat, values }),
  );
  const { rows } = await ctx.pool.query<Row>(
    `SELECT x.behind, q.* FROM (SELECT ${IS_BEHIND} AS behind) x
     LEFT JOIN (${parts.join('\nUNION ALL\n')}) AS q ON true ORDER BY asked, id, start`,
    values.list,
  );
  refuseBehind(rows[0]);
  const points = grouped(rows, ({ asked, id }) => `${asked} ${id}`);
  const places = new Map([...groups.values()].flatMap((group, at) => group.map((one) => [one, at] as const)));
  return asked.map((one) =>
    (points.get(`${places.get(one)} ${one.id}`) ?? []).map((row) => ({
      start: row.start,
      delivery: deliveryOf(row),
    })),
  );
}

function groupSql(
  group: readonly Asked[],
  { index, now, seat, values }: { index: number; now: Date; seat: string; values: Values },
): string {
  const [{ level, about }] = group as [Asked];
  const ids = values.bind([...new Set(group.map(({ id }) => id))], 'int[]');
  const { rows, facts } = LEVELS[level];
  const question = 'range' in about ? about : { timezone: null, currency: null, interval: null };
  const steps =
    'range' in about
      ? `LATERAL (${daysSql(about.range, { zone: 'z.zone', now, values })}) r,
    LATERAL (${stepsSql(about.interval, 'z.zone')}) b`
      : `LATERAL (SELECT ${values.bind(about.since, 'timestamptz')} AS start,
      ${values.bind(about.since, 'timestamptz')} AS since, ${values.bind(about.until, 'timestamptz')} AS until) b`;
  return `SELECT ${index} AS asked, n.id, b.start, z.currency, ${hasRate('z.currency')} AS "hasRate", t.*
  FROM ${rows},
    LATERAL (SELECT coalesce(${values.bind(question.timezone, 'text')}, a.timezone) AS zone,
      coalesce(${values.bind(question.currency, 'text')}, a.currency) AS currency) z,
    ${steps},
    LATERAL (SELECT ${figuresIn('z.currency')} FROM (
      SELECT ${DAY_SUMS} FROM ${PIECES} p JOIN ${factsOf(facts)} GROUP BY d.day, d.value_currency) s) t
  WHERE n.id = ANY(${ids}) AND a.seat_id = ${seat}${question.interval === null ? '' : ' AND t.days > 0'}`;
}
