import { defineEnum } from '../../../resources/define/enum-type.ts';
import type { DomainContext, System } from '../../context.ts';
import { type ReceiptFilter, receiptSql } from '../event/receipt-filter.ts';

export const CONVERSION_REASON = defineEnum(
  'ConversionReason',
  'The reasons why a conversion does not count.',
  {
    UNKNOWN_CLICK: 'The `vmcid` names no click of the seat.',
    CLICK_OUTSIDE_WINDOW:
      'The click is older than the click window of the line’s conversion rule for the pixel, or than 30 days if there is none.',
    NO_RULE_FOR_PIXEL: 'The line has conversion rules, but none for the pixel in `.yp`.',
    REPEATED_ID: 'A conversion with the same `id` and `dp`, or the same `Idempotency-Key`, came before.',
  },
);

/** The outcome of one successful postback. */
export interface ConversionReceipt {
  readonly id: string;
  readonly receivedAt: Date;
  readonly clientId: string;
  /** DUPLICATE: the seat already has its (dp, id). UNATTRIBUTED: no line counts it. */
  readonly outcome: 'ACCEPTED' | 'DUPLICATE' | 'UNATTRIBUTED';
  /** Null for conversions that count, and for receipts of versions that did not store a reason. */
  readonly reason: keyof (typeof CONVERSION_REASON)['values'] | null;
  readonly dp: string;
  readonly eventId: string;
  readonly idempotencyKey: string | null;
  /** Of the click. Null unless a line counts the conversion. */
  readonly adId: number | null;
  /** Of `.yp`. Null if none was sent, or the seat has no such pixel. */
  readonly pixelId: number | null;
  /** Decimal text. Null if none was sent. */
  readonly value: string | null;
  readonly currency: string | null;
}

export type ConversionReceiptFilter = ReceiptFilter<ConversionReceipt['outcome']>;

/** Receipts with the conversions that were stored for them: a repeated one has none. */
const RECEIPTS = `(
  SELECT receipt.*, stored.ad_id, stored.pixel_id, stored.gv, stored.gc
  FROM conversion_receipt receipt LEFT JOIN conversion stored
    ON (stored.seat_id, stored.dp, stored.event_id) = (receipt.seat_id, receipt.dp, receipt.event_id)
      AND stored.receipt_id = receipt.id
) AS receipts`;

interface ReceiptQuery {
  readonly ctx: Pick<DomainContext, 'pool' | 'seatId'>;
  readonly filter?: ConversionReceiptFilter | null | undefined;
}

/** Returns the receipts of the caller's seat, newest first, after the receipt with the ID `after`. */
export async function listConversionReceipts(
  options: ReceiptQuery & { limit: number; after?: string | undefined },
): Promise<ConversionReceipt[]> {
  const { ctx, filter, after, limit } = options;
  const values: unknown[] = [ctx.seatId, after ?? null, limit];
  const { rows } = await ctx.pool.query<ConversionReceipt>(
    `SELECT id, received_at AS "receivedAt", client_id AS "clientId", outcome, reason, dp, event_id AS "eventId",
            idempotency_key AS "idempotencyKey", ad_id AS "adId", pixel_id AS "pixelId", gv::text AS value,
            CASE WHEN gv IS NOT NULL THEN gc END AS currency
     FROM ${RECEIPTS} WHERE seat_id = $1 AND ($2::uuid IS NULL OR id < $2)${receiptSql(filter, values)}
     ORDER BY received_at DESC, id DESC LIMIT $3`,
    values,
  );
  return rows;
}

export async function countConversionReceipts({ ctx, filter }: ReceiptQuery): Promise<number> {
  const values: unknown[] = [ctx.seatId];
  const { rows } = await ctx.pool.query<{ count: string }>(
    `SELECT count(*) FROM ${filter ? RECEIPTS : 'conversion_receipt'} WHERE seat_id = $1${receiptSql(filter, values)}`,
    values,
  );
  return Number(rows[0]?.count);
}

/** Returns how many conversions of a seat were counted; only those of a line or an event ID if given. */
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
