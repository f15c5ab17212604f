import type { DomainContext, System } from '../../context.ts';
import { countArchived } from './archive/count.ts';
import { ARCHIVED_FILES, ARCHIVED_UNTIL } from './archive/names.ts';
import { type ReceiptFilter, receiptSql } from './receipt-filter.ts';

/** The receipt of one accepted array of events. */
export interface EventReceipt {
  readonly id: string;
  readonly pixelId: number;
  readonly receivedAt: Date;
  readonly clientId: string;
  /** DUPLICATE: a replay with the same Idempotency-Key. Nothing was stored. */
  readonly outcome: 'ACCEPTED' | 'DUPLICATE';
  readonly eventCount: number;
  readonly idempotencyKey: string | null;
}

export type EventReceiptFilter = ReceiptFilter<EventReceipt['outcome'] | 'REFUSED' | 'TEST'>;

interface ReceiptQuery {
  readonly ctx: Pick<DomainContext, 'pool' | 'seatId'>;
  readonly pixelId: number;
  readonly filter?: EventReceiptFilter | null | undefined;
}

/**
 * Returns the receipts of a pixel of the caller's seat, newest first, after the receipt with the ID `after`.
 */
export async function listEventReceipts(
  options: ReceiptQuery & { limit: number; after?: string | undefined },
): Promise<EventReceipt[]> {
  const { ctx, pixelId, filter, after, limit } = options;
  const values: unknown[] = [ctx.seatId, pixelId, after ?? null, limit];
  const { rows } = await ctx.pool.query<EventReceipt>(
    `SELECT id, pixel_id AS "pixelId", received_at AS "receivedAt", client_id AS "clientId", outcome, event_count AS "eventCount",
            idempotency_key AS "idempotencyKey"
     FROM event_receipt
     WHERE seat_id = $1 AND pixel_id = $2 AND ($3::uuid IS NULL OR id < $3)${receiptSql(filter, values)}
     ORDER BY received_at DESC, id DESC LIMIT $4`,
    values,
  );
  return rows;
}

export async function countEventReceipts({ ctx, pixelId, filter }: ReceiptQuery): Promise<number> {
  const values: unknown[] = [ctx.seatId, pixelId];
  const { rows } = await ctx.pool.query<{ count: string }>(
    `SELECT count(*) FROM event_receipt WHERE seat_id = $1 AND pixel_id = $2${receiptSql(filter, values)}`,
    values,
  );
  return Number(rows[0]?.count);
}

/** Counts the stored events of a pixel. */
export async function countEvents({ system, pixelId }: { system: System; pixelId: number }): Promise<number> {
  const { rows } = await system.pool.query<{ count: string; files: string[] }>(
    `SELECT (SELECT count(*) FROM event WHERE pixel_id = $1 AND received_at >= ${ARCHIVED_UNTIL}) AS count,
       ${ARCHIVED_FILES} AS files`,
    [pixelId],
  );
  const { count = 0, files = [] } = rows[0] ?? {};
  const selections = [{ pixelId, ec: null, el: null, ea: null }];
  const [archived = 0] = await countArchived(system, { files, seatId: null, selections });
  return Number(count) + archived;
}
