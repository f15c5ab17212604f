import type { DomainContext, System } from '../context.ts';
import type { ReceiptFilter } from '../event/receipts.ts';

/** What became of one postback that was answered with success. */
export interface ConversionReceipt {
  readonly id: string;
  readonly receivedAt: Date;
  readonly clientId: string;
  /** DUPLICATE: its (dp, id) was known already; UNATTRIBUTED: its vmcid is no click of the seat. */
  readonly outcome: 'ACCEPTED' | 'DUPLICATE' | 'UNATTRIBUTED';
  readonly dp: string;
  readonly eventId: string;
  readonly idempotencyKey: string | null;
}

interface ConversionReceiptFilter extends ReceiptFilter<ConversionReceipt['outcome']> {
  readonly eventId?: string | null | undefined;
}

const CONDITIONS = `seat_id = $1
  AND ($2::text IS NULL OR outcome = $2) AND ($3::text IS NULL OR idempotency_key = $3)
  AND ($4::timestamptz IS NULL OR received_at >= $4) AND ($5::timestamptz IS NULL OR received_at < $5)
  AND ($6::text IS NULL OR event_id = $6)`;

interface Asked {
  readonly ctx: Pick<DomainContext, 'pool' | 'seatId'>;
  readonly filter?: ConversionReceiptFilter | null | undefined;
}

/** The receipts of the caller's seat, newest first, after the receipt with the id `after`. */
export async function listConversionReceipts(
  options: Asked & { limit: number; after?: string | undefined },
): Promise<ConversionReceipt[]> {
  const { rows } = await options.ctx.pool.query<ConversionReceipt>(
    `SELECT id, received_at AS "receivedAt", client_id AS "clientId", outcome, dp, event_id AS "eventId",
            idempotency_key AS "idempotencyKey"
     FROM conversion_receipt WHERE ${CONDITIONS} AND ($7::uuid IS NULL OR id < $7)
     ORDER BY received_at DESC, id DESC LIMIT $8`,
    [...valuesOf(options), options.after ?? null, options.limit],
  );
  return rows;
}

export async function countConversionReceipts(options: Asked): Promise<number> {
  const { rows } = await options.ctx.pool.query<{ count: string }>(
    `SELECT count(*) FROM conversion_receipt WHERE ${CONDITIONS}`,
    valuesOf(options),
  );
  return Number(rows[0]?.count);
}

function valuesOf({ ctx, filter }: Asked): unknown[] {
  const { outcome = null, idempotencyKey = null, since = null, until = null, eventId = null } = filter ?? {};
  return [ctx.seatId, outcome, idempotencyKey, since, until, eventId];
}

/** How many conversions of a seat are counted; of one line or one event id when named. */
export async function countConversions(options: {
  system: System;
  seatId: number;
  lineId?: number | undefined;
  eventId?: string | undefined;
}): Promise<number> {
  const { system, seatId, lineId = null, eventId = null } = options;
  const { rows } = await system.pool.query<{ count: string }>(
    `SELECT count(*) FROM conversion
     WHERE seat_id = $1 AND ($2::int IS NULL OR line_id = $2) AND ($3::text IS NULL OR event_id = $3)`,
    [seatId, lineId, eventId],
  );
  return Number(rows[0]?.count);
}
