import { queryPrepared } from '../../../platform/database/connection/prepared-statements.ts';
import { deliveryStatusOf } from '../../campaigns/line/blockers/sql.ts';
import type { DomainContext } from '../../context.ts';
import { IS_BEHIND, refuseBehind } from './behind.ts';
import { type Pacing, pacingSql, readPacings } from './pacing.ts';
import { spentSql } from './spent.ts';
import { hasRate, Values } from './sql.ts';

/** Why an active line needs attention, most urgent first. */
export const ALERT_REASONS = ['BLOCKED', 'NO_SPEND', 'BEHIND', 'AHEAD', 'ENDS_SOON'] as const;
export type AlertReason = (typeof ALERT_REASONS)[number];

export interface LineAlert {
  readonly lineId: number;
  /** All reasons that apply, the most urgent first. */
  readonly reasons: readonly AlertReason[];
  /** The pacing of the running flight; null without a budget or an exchange rate for the currency. */
  readonly pacing: Pacing | null;
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
  readonly total: string;
  readonly counts: Partial<Record<AlertReason, number>> | null;
  readonly lineId: number | null;
  readonly reasons: readonly AlertReason[];
  readonly endsAt: Date | null;
}

/**
 * Returns the seat's active lines that need attention, ordered by their most urgent reason.
 * @throws UnavailableError while the roll-up lacks facts
 */
export async function listLineAlerts(
  ctx: DomainContext,
  { first, offset, filter }: { first: number; offset: number; filter: AlertFilter },
): Promise<LineAlerts> {
  const now = ctx.now();
  const values = new Values();
  const { rows } = await queryPrepared<Found>(ctx.pool, {
    text: alertsSql({
      seat: values.bind(ctx.seatId, 'int'),
      now: values.bind(now, 'timestamptz'),
      advertiser: values.bind(filter.advertiserId ?? null, 'int'),
      reason: values.bind(filter.reason ?? null, 'text'),
      first: values.bind(first, 'int'),
      offset: values.bind(offset, 'int'),
    }),
    values: values.list,
  });
  const [head] = rows;
  refuseBehind(head);
  const found = rows.flatMap((row) => (row.lineId === null ? [] : [{ ...row, lineId: row.lineId }]));
  const pacings = await readPacings(
    { ...ctx, now: () => now },
    found.map(({ lineId }) => ({ lineId })),
  );
  return {
    alerts: found.map(({ lineId, reasons, endsAt }, index) => ({
      ...{ lineId, reasons, endsAt },
      pacing: pacings[index]?.hasRate ? pacings[index] : null,
    })),
    offset,
    totalCount: Number(head?.total ?? 0),
    counts: ALERT_REASONS.map((reason) => ({ reason, count: head?.counts?.[reason] ?? 0 })),
  };
}

const seconds = (interval: string) => `extract(epoch FROM ${interval})::float8`;
const LINE = { level: 'line', id: 'n.id', advertiserId: 'n.advertiser_id', currency: 'n.currency' } as const;

type Name = 'seat' | 'now' | 'advertiser' | 'reason' | 'first' | 'offset';

/** SQL: running lines with their pacing. */
const alertsSql = ({
  seat,
  now,
  advertiser,
  reason,
  first,
  offset,
}: Record<Name, string>) => `WITH n AS MATERIALIZED (
  SELECT n.id, n.advertiser_id, a.currency, e.ends_at,
    coalesce(f.start_date, n.created_at) AS since,
    ${deliveryStatusOf({ line: (column) => `n.${column}`, now })} AS delivery_status
  FROM line n JOIN advertiser a ON a.id = n.advertiser_id
    LEFT JOIN LATERAL (SELECT * FROM line_schedule f WHERE f.line_id = n.id AND f.start_date <= ${now} AND ${now} < f.end_date
      ORDER BY f.start_date, f.id LIMIT 1) f ON true
    CROSS JOIN LATERAL (SELECT max(f.end_date) AS flights_end FROM line_schedule f WHERE f.line_id = n.id) g
    JOIN campaign c ON c.id = n.campaign_id CROSS JOIN LATERAL (SELECT least(g.flights_end, c.end_date) AS ends_at) e
  WHERE n.seat_id = ${seat} AND n.status = 'ACTIVE' AND (f.id IS NOT NULL OR g.flights_end IS NULL)
    AND (${advertiser} IS NULL OR n.advertiser_id = ${advertiser})
    AND a.status = 'ACTIVE' AND c.status = 'ACTIVE'
), paced AS (
  SELECT n.*, p.status AS pacing, p.ratio, coalesce(n.ends_at < ${now} + interval '3 days', false) AS ends_soon,
    n.since <= ${now} - interval '1 day'
      AND ${spentSql({ ...LINE, currency: "'USD'" }, `${now} - interval '7 days'`, now)} = 0 AS is_idle
  FROM n LEFT JOIN LATERAL (${pacingSql({ line: 'n.id', currency: LINE.currency, now })}) p ON ${hasRate(LINE.currency)}
  WHERE n.delivery_status IN ('ACTIVE', 'BLOCKED', 'ENDED')
), reasoned AS (
  SELECT *, array_remove(ARRAY[
    CASE WHEN delivery_status IN ('BLOCKED', 'ENDED') THEN 'BLOCKED' END,
    CASE WHEN is_idle AND pacing IS DISTINCT FROM 'SPENT' THEN 'NO_SPEND' END,
    CASE WHEN pacing IN ('BEHIND', 'AHEAD') THEN pacing END,
    CASE WHEN ends_soon THEN 'ENDS_SOON' END], NULL) AS reasons
  FROM paced
), found AS (
  SELECT * FROM reasoned WHERE reasons <> '{}' AND (${reason} IS NULL OR ${reason} = ANY (reasons))
)
SELECT x.*, l.* FROM (SELECT ${IS_BEHIND} AS behind, (SELECT count(*) FROM found) AS total,
    (SELECT json_object_agg(reason, count) FROM (
      SELECT reason, count(*) FROM reasoned, unnest(reasons) reason GROUP BY reason) c) AS counts) x
  LEFT JOIN (
    SELECT id AS "lineId", reasons, ends_at AS "endsAt",
      row_number() OVER (ORDER BY array_position(ARRAY[${ALERT_REASONS.map((one) => `'${one}'`).join(', ')}], reasons[1]),
        CASE WHEN reasons[1] IN ('BLOCKED', 'NO_SPEND') THEN -${seconds('since')}
          WHEN reasons[1] = 'ENDS_SOON' THEN ${seconds('ends_at')} ELSE -abs(ratio - 1) END, id) AS place
    FROM found ORDER BY place LIMIT ${first} OFFSET ${offset}) l ON true
ORDER BY l.place`;
