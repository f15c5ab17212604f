import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import { deliveryStatusOf } from '../../campaigns/line/blockers/sql.ts';
import type { DomainContext } from '../../context.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { type Pacing, pacingSql, readPacings } from './pacing.ts';
import { spentSql } from './spent.ts';
import { hasRate, Values } from './sql.ts';

/** Why an active line needs attention, most urgent first. */
export const ALERT_REASONS = [
  'BLOCKED',
  'BUDGET_SPENT',
  'NO_SPEND',
  'BEHIND',
  'WILL_UNDERDELIVER',
  'AHEAD',
  'ENDS_SOON',
] as const;
export type AlertReason = (typeof ALERT_REASONS)[number];

export interface LineAlert {
  readonly lineId: number;
  /** All reasons that apply, the most urgent first. */
  readonly reasons: readonly AlertReason[];
  /** The pacing of the running flight; null without a budget or an exchange rate for the currency. */
  readonly pacing: Pacing | null;
  /** The money at stake in the currency of `pacing` and in US dollars; null without a pacing. */
  readonly atStake: { readonly amount: string; readonly dollars: string } | null;
  /** When the last flight or the campaign ends, whichever is earlier; null if the line runs until it is paused. */
  readonly endsAt: Date | null;
}

export interface AlertFilter {
  readonly advertiserId?: number | undefined;
  readonly reason?: AlertReason | undefined;
}

export interface LineAlerts {
  readonly alerts: readonly LineAlert[];
  /** The number of alerts before the page. */
  readonly offset: number;
  readonly totalCount: number;
  /** How many lines have each reason, regardless of the filter by reason. */
  readonly counts: readonly { readonly reason: AlertReason; readonly count: number }[];
}

interface Found {
  readonly behind: boolean;
  /** The number of lines that were looked at, and the last of them. */
  readonly lines: string;
  readonly last: number | null;
  readonly total: string;
  readonly counts: Partial<Record<AlertReason, number>> | null;
  readonly lineId: number | null;
  readonly reasons: readonly AlertReason[];
  readonly endsAt: Date | null;
  readonly atStake: string | null;
  readonly dollars: string | null;
  /** When the line was first in flight, in microseconds. */
  readonly since: number;
}
type FoundLine = Found & { readonly lineId: number };

/** Each statement looks at so many lines: the limits of a statement's time hold, however many lines a seat has. */
const LINES_AT_ONCE = 2_000;

/**
 * Returns the seat's active lines that need attention, those with the most money at stake first.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function listLineAlerts(
  ctx: DomainContext,
  options: { first: number; offset: number; filter: AlertFilter; linesAtOnce?: number | undefined },
): Promise<LineAlerts> {
  const { first, offset, filter, linesAtOnce = LINES_AT_ONCE } = options;
  const now = ctx.now();
  const counts = new Map<AlertReason, number>();
  const candidates: FoundLine[] = [];
  let totalCount = 0;
  for (let after: number | null = 0; after !== null; ) {
    const rows = await readAlerts(ctx, { now, after, most: offset + first, filter, linesAtOnce });
    const [head] = rows;
    refuseBehind(head);
    totalCount += Number(head?.total ?? 0);
    for (const reason of ALERT_REASONS)
      counts.set(reason, (counts.get(reason) ?? 0) + (head?.counts?.[reason] ?? 0));
    for (const row of rows) if (isLine(row)) candidates.push(row);
    after = head && Number(head.lines) === linesAtOnce ? head.last : null;
  }
  const found = candidates.sort(compareAlerts).slice(offset, offset + first);
  const pacings = await readPacings(
    { ...ctx, now: () => now },
    found.map(({ lineId }) => ({ lineId })),
  );
  return {
    alerts: found.map(({ lineId, reasons, endsAt, atStake, dollars }, index) => ({
      ...{ lineId, reasons, endsAt },
      pacing: pacings[index]?.hasRate ? pacings[index] : null,
      atStake: atStake === null || dollars === null ? null : { amount: atStake, dollars },
    })),
    offset,
    totalCount,
    counts: ALERT_REASONS.map((reason) => ({ reason, count: counts.get(reason) ?? 0 })),
  };
}

const isLine = (row: Found): row is FoundLine => row.lineId !== null;

/** Compares alerts by the money at stake, most first, then by urgency, beginning and ID. */
function compareAlerts(one: FoundLine, other: FoundLine): number {
  const [stake, otherStake] = [microsOf(one), microsOf(other)];
  if (stake !== otherStake) return stake > otherStake ? -1 : 1;
  const urgency = ({ reasons: [reason] }: Found) => (reason ? ALERT_REASONS.indexOf(reason) : 0);
  return urgency(one) - urgency(other) || one.since - other.since || one.lineId - other.lineId;
}

/** Returns the money at stake in millionths of a dollar; -1 if there is none. */
const microsOf = ({ dollars }: Found): bigint => (dollars === null ? -1n : BigInt(dollars.replace('.', '')));

/** Reads the alerts of the next lines by ID: the first `most` in order, and how many there are. */
async function readAlerts(
  { pool, seatId }: DomainContext,
  options: { now: Date; after: number; most: number; filter: AlertFilter; linesAtOnce: number },
): Promise<Found[]> {
  const { now, after, most, filter, linesAtOnce } = options;
  const values = new Values();
  const { rows } = await queryPrepared<Found>(pool, {
    text: alertsSql({
      seat: values.bind(seatId, 'int'),
      now: values.bind(now, 'timestamptz'),
      advertiser: values.bind(filter.advertiserId ?? null, 'int'),
      reason: values.bind(filter.reason ?? null, 'text'),
      after: values.bind(after, 'int'),
      most: values.bind(most, 'int'),
      linesAtOnce: values.bind(linesAtOnce, 'int'),
    }),
    values: values.list,
  });
  return rows;
}

const isAny = (...of: readonly AlertReason[]) =>
  `reasons && ARRAY[${of.map((one) => `'${one}'`).join(', ')}]`;

/**
 * SQL: the money at stake of a line, the largest of what its reasons put at stake. A line that cannot deliver or spends
 * nothing will not spend what is left of its budget. One that is behind, will underdeliver or ends soon will have left, at its end, what the rate
 * of the last 24 hours does not spend. One that is ahead, or whose budget is gone early, has spent more than it should have by now.
 */
const AT_STAKE = `greatest(0,
    CASE WHEN ${isAny('BLOCKED', 'BUDGET_SPENT', 'NO_SPEND')} THEN budget - delivered::float8 END,
    CASE WHEN ${isAny('BEHIND', 'WILL_UNDERDELIVER', 'ENDS_SOON')} THEN budget - projected END,
    CASE WHEN ${isAny('AHEAD', 'BUDGET_SPENT')} THEN delivered::float8 - expected END)::numeric(38,6)`;

const LINE = { level: 'line', id: 'n.id', advertiserId: 'n.advertiser_id', currency: 'n.currency' } as const;

type Name = 'seat' | 'now' | 'advertiser' | 'reason' | 'after' | 'most' | 'linesAtOnce';

/** SQL: lines in flight that are active, with their pacing. */
const alertsSql = ({
  seat,
  now,
  advertiser,
  reason,
  after,
  most,
  linesAtOnce,
}: Record<Name, string>) => `WITH next AS MATERIALIZED (
  SELECT * FROM line n WHERE n.seat_id = ${seat} AND n.status = 'ACTIVE' AND n.id > ${after}
    AND (${advertiser} IS NULL OR n.advertiser_id = ${advertiser})
  ORDER BY n.id LIMIT ${linesAtOnce}
), n AS MATERIALIZED (
  SELECT n.id, n.advertiser_id, a.currency, e.ends_at,
    coalesce(f.start_date, n.created_at) AS since,
    ${deliveryStatusOf({ line: (column) => `n.${column}`, now })} AS delivery_status
  FROM next n JOIN advertiser a ON a.id = n.advertiser_id
    LEFT JOIN LATERAL (SELECT * FROM line_schedule f WHERE f.line_id = n.id AND f.start_date <= ${now} AND ${now} < f.end_date
      ORDER BY f.start_date, f.id LIMIT 1) f ON true
    CROSS JOIN LATERAL (SELECT max(f.end_date) AS flights_end FROM line_schedule f WHERE f.line_id = n.id) g
    JOIN campaign c ON c.id = n.campaign_id CROSS JOIN LATERAL (SELECT least(g.flights_end, c.end_date) AS ends_at) e
  WHERE f.id IS NOT NULL OR g.flights_end IS NULL
), paced AS (
  SELECT n.*, p.pace AS pacing, p."willUnderdeliver" AS will_underdeliver, p.budget, p.delivered, p.expected, p.projected, coalesce(n.ends_at < ${now} + interval '3 days', false) AS ends_soon,
    n.since <= ${now} - interval '1 day'
      AND ${spentSql({ ...LINE, currency: "'USD'" }, `${now} - interval '7 days'`, now)} = 0 AS is_idle
  FROM n LEFT JOIN LATERAL (${pacingSql({ line: 'n.id', currency: LINE.currency, now })}) p ON ${hasRate(LINE.currency)}
  WHERE n.delivery_status IN ('ACTIVE', 'BLOCKED', 'ENDED', 'STOP_DAILY_BUDGET', 'STOP_TOTAL_BUDGET')
), reasoned AS (
  SELECT *, array_remove(ARRAY[
    CASE WHEN delivery_status IN ('BLOCKED', 'ENDED') THEN 'BLOCKED' END,
    CASE WHEN is_stopped THEN 'BUDGET_SPENT' END,
    CASE WHEN is_idle AND NOT is_stopped AND pacing IS DISTINCT FROM 'SPENT' THEN 'NO_SPEND' END,
    CASE WHEN pacing = 'BEHIND' THEN 'BEHIND' END,
    CASE WHEN will_underdeliver AND NOT is_stopped THEN 'WILL_UNDERDELIVER' END,
    CASE WHEN pacing = 'AHEAD' THEN 'AHEAD' END,
    CASE WHEN ends_soon AND NOT is_stopped THEN 'ENDS_SOON' END], NULL) AS reasons
  FROM (SELECT *, delivery_status = 'STOP_TOTAL_BUDGET' AS is_stopped FROM paced) p
), found AS (
  SELECT *, CASE WHEN budget IS NOT NULL THEN ${AT_STAKE} END AS at_stake FROM reasoned
  WHERE reasons <> '{}' AND (${reason} IS NULL OR ${reason} = ANY (reasons))
), staked AS (
  SELECT *, (at_stake * usd_per_unit(currency, (${now} AT TIME ZONE 'UTC')::date)::numeric)::numeric(38,6) AS dollars FROM found
)
SELECT x.*, l.* FROM (SELECT ${IS_BEHIND} AS behind, (SELECT count(*) FROM next) AS lines, (SELECT max(id) FROM next) AS last,
    (SELECT count(*) FROM found) AS total,
    (SELECT json_object_agg(reason, count) FROM (
      SELECT reason, count(*) FROM reasoned, unnest(reasons) reason GROUP BY reason) c) AS counts) x
  LEFT JOIN (
    SELECT id AS "lineId", reasons, ends_at AS "endsAt", at_stake::text AS "atStake", dollars::text AS dollars,
      (extract(epoch FROM since) * 1000000)::float8 AS since,
      row_number() OVER (ORDER BY dollars DESC NULLS LAST,
        array_position(ARRAY[${ALERT_REASONS.map((one) => `'${one}'`).join(', ')}], reasons[1]), s.since, id) AS place
    FROM staked s ORDER BY place LIMIT ${most}) l ON true
ORDER BY l.place`;
