import type { System } from '../../../context.ts';

interface ListedWebhook {
  readonly webhookId: number;
  readonly seatId: number;
  readonly url: string;
  readonly status: string;
  readonly events: string;
  readonly pending: number;
  readonly failed: number;
  readonly delivered: number;
  readonly oldestPendingAt: Date | null;
  readonly lastDeliveredAt: Date | null;
  /** The failure of the newest delivery that failed. */
  readonly lastFailure: string | null;
  readonly notice: string | null;
}

/** Returns webhooks of all seats or of one, with their stored deliveries but without secrets. For operators. */
export async function listWebhooksOfAll(options: {
  readonly system: Pick<System, 'pool'>;
  readonly seatId?: number | undefined;
}): Promise<{ webhooks: ListedWebhook[] }> {
  const { system, seatId = null } = options;
  const { rows } = await system.pool.query<ListedWebhook>(
    `SELECT w.id AS "webhookId", w.seat_id AS "seatId", w.url, w.status, array_to_string(w.events, ',') AS events,
       d.pending, d.failed, d.delivered, d.oldest AS "oldestPendingAt", w.last_delivered_at AS "lastDeliveredAt",
       (SELECT f.failure FROM webhook_delivery f WHERE f.webhook_id = w.id AND f.failure IS NOT NULL
        ORDER BY f.id DESC LIMIT 1) AS "lastFailure", w.notice
     FROM webhook w CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE status = 'PENDING')::int AS pending,
         count(*) FILTER (WHERE status = 'FAILED')::int AS failed,
         count(*) FILTER (WHERE status = 'DELIVERED')::int AS delivered,
         min(created_at) FILTER (WHERE status = 'PENDING') AS oldest
       FROM webhook_delivery WHERE webhook_id = w.id) d
     WHERE w.status <> 'DELETED' AND ($1::int IS NULL OR w.seat_id = $1)
     ORDER BY w.seat_id, w.id`,
    [seatId],
  );
  return { webhooks: rows };
}
