import type { System } from '../../../context.ts';
import { type Pacing, readPacings } from '../../../reporting/delivery/pacing.ts';
import { ENQUEUE } from '../queue.ts';

/** How many lines' delivery one statement reads. */
const LINES_AT_ONCE = 50;

interface Line {
  readonly id: number;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly name: string;
}

/**
 * Notifies webhooks of ACTIVE lines whose pacing status has changed since the last check. For a new line, an event is
 * sent only if it is behind or ahead. Flights that have not begun or have ended are ignored, and so are lines that are not active,
 * also by their campaign or advertiser.
 */
export async function enqueuePacing(system: System): Promise<void> {
  const { rows: seats } = await system.pool.query<{ seatId: number }>(
    `SELECT DISTINCT seat_id AS "seatId" FROM webhook WHERE status = 'ACTIVE' AND 'line.pacing' = ANY (events)`,
  );
  for (const { seatId } of seats) {
    for (let after = 0; ; ) {
      const lines: Line[] = await system.db.line.findMany({
        where: {
          seatId,
          status: 'ACTIVE',
          id: { gt: after },
          schedules: { some: { budget: { not: null } } },
        },
        orderBy: { id: 'asc' },
        take: LINES_AT_ONCE,
      });
      if (lines.length > 0) await enqueueLines(system, seatId, lines);
      if (lines.length < LINES_AT_ONCE) break;
      after = lines.at(-1)?.id ?? after;
    }
  }
}

async function enqueueLines(system: System, seatId: number, lines: readonly Line[]): Promise<void> {
  const { db, pool } = system;
  const now = system.now();
  const pacings = await readPacings(
    { db, seatId, now: () => now },
    lines.map(({ id }) => ({ lineId: id })),
  );
  const paced = lines.flatMap((line, index) => {
    const pacing = pacings[index];
    return pacing?.hasRate && pacing.isActive && pacing.status !== 'NOT_STARTED' ? [rowOf(line, pacing)] : [];
  });
  if (paced.length === 0) return;
  await pool.query(ENQUEUE_CHANGED, [JSON.stringify(paced), now]);
}

function rowOf({ id: lineId, seatId, advertiserId, campaignId: orderId, name }: Line, pacing: Pacing) {
  const { status, budget, delivered, expected, ratio, currency } = pacing;
  return {
    ...{ lineId, seatId, advertiserId, orderId, name, status, currency },
    ...{ budget: budget.toFixed(6), delivered, expected: expected.toFixed(6), ratio },
  };
}

/** The mark stores the last status. Updating it determines which process sends the event. */
const ENQUEUE_CHANGED = `
  WITH paced AS (
    SELECT p.*, 'pacing ' || p."lineId" AS subject, mark.value AS "previousStatus"
    FROM jsonb_to_recordset($1::jsonb) AS p ("lineId" int, "seatId" int, "advertiserId" int, "orderId" int, name text,
      status text, currency text, budget text, delivered text, expected text, ratio float8)
    LEFT JOIN webhook_mark mark ON mark.subject = 'pacing ' || p."lineId"
  ), marked AS (
    INSERT INTO webhook_mark AS mark (subject, at, value) SELECT subject, $2, status FROM paced
    WHERE status IS DISTINCT FROM "previousStatus" ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET at = EXCLUDED.at, value = EXCLUDED.value
    WHERE mark.value IS DISTINCT FROM EXCLUDED.value
    RETURNING subject
  ), happened AS (
    SELECT row_number() OVER (ORDER BY subject) AS nr, "seatId" AS seat_id, "advertiserId" AS advertiser_id,
      'line.pacing' AS event, 'Line:' || "lineId" AS resource, $2::timestamptz AS at,
      (SELECT row_to_json(data)::text FROM (
         SELECT "lineId", "orderId", "advertiserId", name, "previousStatus", status, budget, delivered, expected,
           ratio, currency) AS data) AS data
    FROM paced JOIN marked USING (subject)
    WHERE status IN ('BEHIND', 'AHEAD') OR ("previousStatus" IS NOT NULL AND status IN ('ON_TRACK', 'SPENT'))
  ), ${ENQUEUE}
  SELECT count(*) FROM notified`;
