import type { DomainContext, System } from '../context.ts';

/** The receipt of one array of events that was accepted. */
export interface EventReceipt {
  readonly id: string;
  readonly receivedAt: Date;
  readonly clientId: string;
  /** DUPLICATE: a replay under an Idempotency-Key, nothing stored. */
  readonly outcome: 'ACCEPTED' | 'DUPLICATE';
  readonly eventCount: number;
  readonly idempotencyKey: string | null;
}

export interface ReceiptFilter<Outcome> {
  readonly outcome?: Outcome | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

export type EventReceiptFilter = ReceiptFilter<EventReceipt['outcome']>;

const CONDITIONS = `seat_id = $1 AND pixel_id = $2
  AND ($3::text IS NULL OR outcome = $3) AND ($4::text IS NULL OR idempotency_key = $4)
  AND ($5::timestamptz IS NULL OR received_at >= $5) AND ($6::timestamptz IS NULL OR received_at < $6)`;

interface Asked {
  readonly ctx: Pick<DomainContext, 'pool' | 'seatId'>;
  readonly pixelId: number;
  readonly filter?: EventReceiptFilter | null | undefined;
}

/**
 * Returns the receipts of a pixel of the caller's seat, newest first, after the receipt with the ID `after`.
 */
export async function listEventReceipts(
  options: Asked & { limit: number; after?: string | undefined },
): Promise<EventReceipt[]> {
  const { rows } = await options.ctx.pool.query<EventReceipt>(
    `SELECT id, received_at AS "receivedAt", client_id AS "clientId", outcome, event_count AS "eventCount",
            idempotency_key AS "idempotencyKey"
     FROM event_receipt WHERE ${CONDITIONS} AND ($7::uuid IS NULL OR id < $7)
     ORDER BY received_at DESC, id DESC LIMIT $8`,
    [...valuesOf(options), options.after ?? null, options.limit],
  );
  return rows;
}

export async function countEventReceipts(options: Asked): Promise<number> {
  const { rows } = await options.ctx.pool.query<{ count: string }>(
    `SELECT count(*) FROM event_receipt WHERE ${CONDITIONS}`,
    valuesOf(options),
  );
  return Number(rows[0]?.count);
}

function valuesOf({ ctx, pixelId, filter }: Asked): unknown[] {
  const { outcome = null, idempotencyKey = null, since = null, until = null } = filter ?? {};
  return [ctx.seatId, pixelId, outcome, idempotencyKey, since, until];
}

/** Counts the stored events of a pixel. */
export async function countEvents({ system, pixelId }: { system: System; pixelId: number }): Promise<number> {
  const { rows } = await system.pool.query<{ count: string }>(
    'SELECT count(*) FROM event WHERE pixel_id = $1',
    [pixelId],
  );
  return Number(rows[0]?.count);
}
