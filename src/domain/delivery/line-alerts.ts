import { queryNamed } from '../../db/named.ts';
import type { DomainContext } from '../context.ts';
import { deliveryStatusOf } from '../line/blockers/sql.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { type Pacing, TOLERANCE } from './pacing.ts';
import { readPacings } from './read-pacing.ts';
import { betweenBorders, bordersOf, HOURS, LEVELS, spansIn, Values } from './sql.ts';

/** Why an active line needs attention, in the order of urgency. */
export const ALERT_REASONS = ['BLOCKED', 'NO_SPEND', 'BEHIND', 'AHEAD', 'ENDS_SOON'] as const;
type AlertReason = (typeof ALERT_REASONS)[number];

/** Most lines of each reason. */
export const MOST_ALERTS = 25;

export interface LineAlert {
  readonly lineId: number;
  readonly reason: AlertReason;
  /** Of the flight that runs now; null without a budget or a rate for the currency. */
  readonly pacing: Pacing | null;
  /** When the last flight ends; null for a line without flights, which runs until it is paused. */
  readonly endsAt: Date | null;
}

interface Found extends Omit<LineAlert, 'pacing'> {
  readonly budget: number | null;
  readonly startDate: Date;
  readonly endDate: Date;
  readonly endsSoon: boolean;
  readonly behind: boolean;
}

/**
 * The seat's active lines that need attention: at most `most` for each reason, the most urgent of each first. A line has one
 * reason, the first that holds of it.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function listLineAlerts(ctx: DomainContext, most: number): Promise<LineAlert[]> {
  const now = ctx.now();
  const values = new Values();
  const { rows } = await queryNamed<Found>(ctx.pool, {
    text: alertsSql({
      seat: values.bind(ctx.seatId, 'int'),
      now: values.bind(now, 'timestamptz'),
      most: values.bind(most, 'int'),
    }),
    values: values.list,
  });
  refuseBehind(rows[0]);
  const found = rows.filter(({ reason }) => reason !== null);
  const pacings = await readPacings(ctx, {
    flights: found.map((flight) => ({ lineId: flight.lineId, flight })),
    now,
  });
  return found.flatMap((row, index) => {
    const pacing = pacings[index] ?? null;
    const reason = reasonOf(row, pacing);
    return reason ? [{ lineId: row.lineId, reason, pacing, endsAt: row.endsAt }] : [];
  });
}

/** The statement finds who is off pace at a single rate of exchange; the pacing itself decides. */
function reasonOf({ reason, endsSoon }: Found, pacing: Pacing | null): AlertReason | undefined {
  if (reason !== 'BEHIND' && reason !== 'AHEAD') return reason;
  if (pacing?.status === 'BEHIND' || pacing?.status === 'AHEAD') return pacing.status;
  return endsSoon ? 'ENDS_SOON' : undefined;
}

/** How far apart the rate of today and those of a flight's days may be. */
const RATE_SLACK = 0.05;

const seconds = (interval: string) => `extract(epoch FROM ${interval})::float8`;

const { facts, spans } = LEVELS.Line;

/** What a line (`n`) has spent from one moment to another, in millionths of a US dollar. */
const spentSql = (
  since: string,
  until: string,
) => `SELECT coalesce(sum(${betweenBorders('spend')}), 0) AS spend
    FROM (SELECT ${HOURS} FROM (SELECT ${since} AS since, ${until} AS until) b OFFSET 0) r
    CROSS JOIN LATERAL ${spansIn(`${facts} AND ${spans}`)} d
    CROSS JOIN LATERAL (${bordersOf('r')}) h WHERE h.until > h.since`;

/** Lines that run now, each with the flight that its pacing is about. */
const alertsSql = ({ seat, now, most }: Record<'seat' | 'now' | 'most', string>) => `WITH n AS MATERIALIZED (
  SELECT n.id, n.advertiser_id, a.currency, f.budget, f.start_date, f.end_date, e.ends_at,
    coalesce(f.start_date, n.created_at) AS since,
    ${deliveryStatusOf({ line: (column) => `n.${column}`, now })} AS delivery_status
  FROM line n JOIN advertiser a ON a.id = n.advertiser_id
    LEFT JOIN LATERAL (SELECT * FROM line_schedule f WHERE f.line_id = n.id AND f.start_date <= ${now} AND ${now} < f.end_date
      ORDER BY f.start_date, f.id LIMIT 1) f ON true
    CROSS JOIN LATERAL (SELECT max(f.end_date) AS ends_at FROM line_schedule f WHERE f.line_id = n.id) e
  WHERE n.seat_id = ${seat} AND n.status = 'ACTIVE' AND (f.id IS NOT NULL OR e.ends_at IS NULL)
    AND a.status = 'ACTIVE' AND EXISTS (SELECT FROM campaign c WHERE c.id = n.campaign_id AND c.status = 'ACTIVE')
), spent AS (
  SELECT n.*, week.spend AS week, flown.spend * 0.000001
      / CASE n.currency WHEN 'USD' THEN 1 ELSE usd_per_unit(n.currency, (${now} AT TIME ZONE 'UTC')::date) END AS spent
  FROM n CROSS JOIN LATERAL (${spentSql(`${now} - interval '7 days'`, now)}) week
    CROSS JOIN LATERAL (${spentSql('n.start_date', 'n.end_date')}) flown
), paced AS (
  SELECT *, spent / nullif(budget * (${seconds(`${now} - start_date`)} / ${seconds('end_date - start_date')}), 0) AS ratio,
    coalesce(spent >= budget, false) AS is_spent, coalesce(ends_at < ${now} + interval '3 days', false) AS ends_soon,
    CASE currency WHEN 'USD' THEN 0 ELSE ${RATE_SLACK} END AS slack
  FROM spent
), told AS (
  SELECT *, CASE
    WHEN delivery_status = 'BLOCKED' THEN 'BLOCKED'
    WHEN NOT is_spent AND week = 0 AND since <= ${now} - interval '1 day' THEN 'NO_SPEND'
    WHEN NOT is_spent AND ratio < 1 - ${TOLERANCE} + slack THEN 'BEHIND'
    WHEN NOT is_spent AND ratio > 1 + ${TOLERANCE} - slack THEN 'AHEAD'
    WHEN ends_soon THEN 'ENDS_SOON' END AS reason
  FROM paced WHERE delivery_status IN ('ACTIVE', 'BLOCKED')
), placed AS (
  SELECT *, row_number() OVER (PARTITION BY reason ORDER BY CASE WHEN reason IN ('BLOCKED', 'NO_SPEND') THEN -${seconds('since')}
    WHEN reason = 'ENDS_SOON' THEN ${seconds('ends_at')} ELSE -abs(ratio - 1) END, id) AS place
  FROM told WHERE reason IS NOT NULL
)
SELECT x.behind, l.* FROM (SELECT ${IS_BEHIND} AS behind) x LEFT JOIN (
  SELECT id AS "lineId", reason, budget, start_date AS "startDate", end_date AS "endDate", ends_at AS "endsAt",
    ends_soon AS "endsSoon", place
  FROM placed WHERE place <= ${most}) l ON true
ORDER BY array_position(ARRAY[${ALERT_REASONS.map((reason) => `'${reason}'`).join(', ')}], l.reason), l.place`;
