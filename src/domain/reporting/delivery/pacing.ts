import { query } from '../../../platform/database/connection/client.ts';
import { defineEnum } from '../../../resources/define/enum-type.ts';
import { isOn } from '../../campaigns/line/blockers/sql.ts';
import type { DomainContext } from '../../context.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { filledSql, flightGroups, hasMoney, RECENT, runsAt } from './flights.ts';
import { LEVELS } from './levels.ts';
import { hasRate, Values } from './sql.ts';

export const PACING_STATUS = defineEnum('PacingStatus', 'The spend of a flight compared with its budget.', {
  NOT_STARTED: 'The flight has not started.',
  BEHIND: 'Less was spent than expected by now.',
  ON_TRACK: 'The spend is within 10 % of the expected spend.',
  AHEAD: 'More was spent than expected by now.',
  SPENT: 'The budget is spent.',
  ENDED: 'The flight ended before the budget was spent.',
});
export type PacingStatus = keyof typeof PACING_STATUS.values;

/** The spend of a flight compared with its budget, in the advertiser's currency. */
export interface Pacing {
  readonly currency: string;
  readonly hasRate: boolean;
  readonly budget: number;
  readonly delivered: string;
  readonly expected: number;
  /** Null before the flight begins. */
  readonly ratio: number | null;
  readonly projected: number;
  readonly status: PacingStatus;
  /** Whether the line, its campaign and its advertiser are active, and the campaign has started and not ended. */
  readonly isActive: boolean;
  /** The pace is fine until now, and the rate of the last 24 hours would leave more of the budget than is tolerated. */
  readonly willUnderdeliver: boolean;
  /** When the budget will be spent at the rate of the last 24 hours; null if not before the flight ends. */
  readonly budgetSpentAt: Date | null;
}

/** A flight, or the flight that determines the pacing of its line. */
export interface PacedFlight {
  readonly lineId: number;
  readonly flightId?: number | undefined;
}

/** How far a ratio can be from 1 and still be on track, and what share of a budget can be left at the end of its flight. */
const TOLERANCE = 0.1;

const ms = (interval: string) => `(extract(epoch FROM ${interval}) * 1000)::float8`;

/**
 * SQL: the pacing of a line `n`; no row for one without a budget. It is that of `flight` if given. Otherwise it is that
 * of the running flight; of several, the one that today's spend belongs to. Without a running flight it is that of the
 * next flight, else of the last one. `pace` is its
 * status, null for a line that is not active and thus has none.
 */
export function pacingSql(options: { line: string; currency: string; now: string; flight?: string }): string {
  const { line, currency, now, flight } = options;
  const isGiven = flight === undefined ? undefined : `${flight} IS NOT NULL`;
  const group = `CASE WHEN g.until <= ${now} THEN 2 WHEN ${now} < g.since THEN 1 ELSE 0 END,
      CASE WHEN g.until <= ${now} THEN -extract(epoch FROM g.until) ELSE extract(epoch FROM g.since) END`;
  const place = `CASE WHEN ${runsAt('nr', now)} THEN CASE WHEN ${hasMoney('nr')} THEN 0 ELSE 1 END ELSE 2 END,
      CASE WHEN g.ends[nr] <= ${now} THEN -extract(epoch FROM g.ends[nr]) END, CASE WHEN g.ends[nr] <= ${now} THEN -nr ELSE nr END`;
  return `SELECT p.*, CASE WHEN p."isActive" OR p.status NOT IN ('BEHIND', 'ON_TRACK', 'AHEAD') THEN p.status END AS pace,
    p."isActive" AND p.status IN ('ON_TRACK', 'AHEAD') AND p.budget - p.projected > ${TOLERANCE} * p.budget AS "willUnderdeliver",
    CASE WHEN p."isActive" AND p.status IN ('BEHIND', 'ON_TRACK', 'AHEAD') AND p.projected > p.budget THEN ${now}
      + (p.budget - p.delivered::float8) / (p.projected - p.delivered::float8) * (p.ends_at - ${now}) END AS "budgetSpentAt"
  FROM (SELECT r.ends_at, r.budget, r.delivered, r.expected, r.ratio, ${isOn(line, now)} AS "isActive",
    CASE WHEN r.ends_at <= ${now} THEN r.delivered::float8 ELSE r.delivered::float8
      + least(coalesce((r.delivered - r.earlier)::float8 / nullif(least(${ms(RECENT)}, r.elapsed), 0), 0), r.cap / ${ms(DAY)})
        * (r.length - r.elapsed) END AS projected,
    CASE WHEN ${now} < r.starts_at THEN 'NOT_STARTED' WHEN r.delivered::float8 >= r.budget THEN 'SPENT' WHEN r.ends_at <= ${now} THEN 'ENDED'
      WHEN r.ratio IS NULL OR abs(r.ratio - 1) <= ${TOLERANCE} THEN 'ON_TRACK' WHEN r.ratio < 1 THEN 'BEHIND' ELSE 'AHEAD' END AS status
  FROM (SELECT f.*, f.delivered::float8 / nullif(f.expected, 0) AS ratio FROM (
    SELECT f.*, least(f.budget * (f.elapsed / f.length), f.cap * (f.elapsed / ${ms(DAY)})) AS expected FROM (
      SELECT f.*, ${ms('f.ends_at - f.starts_at')} AS length,
        least(greatest(${ms(`${now} - f.starts_at`)}, 0), ${ms('f.ends_at - f.starts_at')}) AS elapsed
      FROM (SELECT g.budgets[c.nr] AS budget, g.caps[c.nr] AS cap, g.starts[c.nr] AS starts_at, g.ends[c.nr] AS ends_at,
          coalesce(p.delivered[c.nr], 0)::numeric(38,6) AS delivered, coalesce(p.earlier[c.nr], 0) AS earlier
        FROM (SELECT * FROM (${flightGroups(line)}) g
            ${isGiven ? `WHERE ${flight} IS NULL OR ${flight} = ANY (g.ids)` : ''} ORDER BY ${group} LIMIT 1) g
          CROSS JOIN LATERAL (${filledSql({ now, level: 'line', id: 'n.id', advertiserId: 'n.advertiser_id', currency }, { since: `${now} - ${RECENT}` })}) p
          CROSS JOIN LATERAL (SELECT nr FROM generate_subscripts(g.ids, 1) nr
            ${isGiven ? `WHERE ${flight} IS NULL OR g.ids[nr] = ${flight}` : ''} ORDER BY ${place} LIMIT 1) c) f) f) f
    WHERE f.budget IS NOT NULL OFFSET 0) r OFFSET 0) p`;
}

const DAY = "interval '1 day'";
const CURRENCY = 'n.currency';
/** What a pacing consists of. Those that are not read need not be computed. */
const PARTS = {
  budget: 'r.budget',
  delivered: 'r.delivered::text',
  expected: 'r.expected',
  ratio: 'r.ratio',
  projected: 'r.projected',
  status: 'r.status',
  isActive: 'r."isActive"',
  willUnderdeliver: 'r."willUnderdeliver"',
  budgetSpentAt: 'r."budgetSpentAt"',
} as const;
type Part = keyof typeof PARTS;

/**
 * SQL: the pacing of a line that the caller can see, or of one of its flights, as JSON text for `pacingFrom`, with the
 * selected parts. A line that a dry run creates has a negative ID, and no pacing.
 */
export function pacingJson(
  { line, flight, now }: { line: string; flight?: string; now: string },
  selected: { has(part: Part): boolean },
): string {
  const parts = Object.entries(PARTS).flatMap(([part, sql]) =>
    selected.has(part as Part) ? [`'${part}', ${sql}`] : [],
  );
  const members = [`'currency', ${CURRENCY}`, `'hasRate', ${hasRate(CURRENCY)}`, ...parts].join(', ');
  const n = `SELECT n.id, n.advertiser_id, a.currency FROM ${LEVELS.Line.rows} WHERE n.id = ${line} AND n.id > 0`;
  return `json_build_object('behind', ${IS_BEHIND}, 'pacing', (SELECT json_build_object(${members})
    FROM (${n}) n CROSS JOIN LATERAL (${pacingSql({ line: 'n.id', currency: CURRENCY, now, ...(flight !== undefined && { flight }) })}) r))::text`;
}

/**
 * Returns the pacing that `pacingJson` wrote, null without a budget.
 * @throws UnavailableError while the roll-up lacks facts
 */
export function pacingFrom(json: string): Pacing | null {
  const read: {
    behind: boolean;
    pacing: (Omit<Pacing, 'budgetSpentAt'> & { budgetSpentAt?: string | null }) | null;
  } = JSON.parse(json);
  refuseBehind(read);
  const { pacing } = read;
  return pacing && { ...pacing, budgetSpentAt: pacing.budgetSpentAt ? new Date(pacing.budgetSpentAt) : null };
}

type Row = Omit<Pacing, 'budget'> & {
  readonly key: string;
  readonly budget: number | null;
  readonly behind: boolean;
};

/**
 * Returns the pacing of flights in their order, read by one statement; null without a budget.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function readPacings(
  { db, seatId, now, onStatement }: Pick<DomainContext, 'db' | 'seatId' | 'now' | 'onStatement'>,
  requested: readonly PacedFlight[],
): Promise<(Pacing | null)[]> {
  if (requested.length === 0) return [];
  const values = new Values();
  const list = (of: (one: PacedFlight) => number | null) => values.bind(requested.map(of), 'int[]');
  const text = `WITH moment AS MATERIALIZED (SELECT ${values.bind(now(), 'timestamptz')} AS now),
n AS MATERIALIZED (
  SELECT w.key, w.flight, n.id, n.advertiser_id, a.currency
  FROM unnest(${list(({ lineId }) => lineId)}, ${list(({ flightId }) => flightId ?? null)}) WITH ORDINALITY AS w(id, flight, key)
    JOIN (${LEVELS.Line.rows}) ON n.id = w.id WHERE n.seat_id = ${values.bind(seatId, 'int')}
)
SELECT x.behind, q.* FROM (SELECT ${IS_BEHIND} AS behind) x
  LEFT JOIN (SELECT n.key, n.currency, ${hasRate(CURRENCY)} AS "hasRate", r.budget, r.delivered::text, r.expected, r.ratio,
      r.projected, r.status, r."isActive", r."willUnderdeliver", r."budgetSpentAt"
    FROM n CROSS JOIN moment
      CROSS JOIN LATERAL (${pacingSql({ line: 'n.id', currency: CURRENCY, now: 'moment.now', flight: 'n.flight' })}) r
  ) q ON true`;
  onStatement?.(text);
  const rows = await query<Row>(db, { text, values: values.list });
  refuseBehind(rows[0]);
  const found = new Map(rows.map(({ key, ...row }) => [Number(key), row]));
  return requested.map((_, at) => {
    const row = found.get(at + 1);
    return row && row.budget !== null ? { ...row, budget: row.budget } : null;
  });
}
