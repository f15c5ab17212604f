import { type Db, Prisma, sql } from '../../../platform/database/connection/client.ts';
import { LIVE, publish } from '../../../platform/database/rows/publish.ts';
import type { WebhookEvent } from './events.ts';

/** The live channel that wakes the workers; the payload is a webhook's ID. */
export const WEBHOOKS = 'webhooks';

/** An event to notify webhooks of. */
export interface WebhookOccurrence {
  readonly seatId: number;
  /** Null for an event that concerns the whole seat, which is also sent to webhooks that are limited to advertisers. */
  readonly advertiserId: number | null;
  readonly event: WebhookEvent;
  /** The object of the event, such as `Line:12`. Events of the same object are delivered in order. */
  readonly resource: string;
  readonly at: Date;
  readonly data: object;
}

/**
 * Further parts of a WITH that queue a delivery for each subscribed webhook and wake the workers on commit. Requires
 * `happened (nr, seat_id, advertiser_id, event, resource, at, data)`, where `data` is JSON text. The statement must
 * select from `notified`. Data-modifying parts of a WITH are part of the statement, so an event is queued if and only if
 * the change is committed.
 */
export const ENQUEUE = `
  queued AS (
    INSERT INTO webhook_delivery
      (webhook_id, message_id, event, resource, payload, next_attempt_at, created_at)
    SELECT w.id, 'msg_' || gen_random_uuid(), h.event, h.resource,
      '{"type":"' || h.event || '","timestamp":"' ||
        to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","data":' || h.data || '}',
      h.at, h.at
    FROM happened h JOIN webhook w ON w.seat_id = h.seat_id AND w.status = 'ACTIVE' AND h.event = ANY (w.events)
      AND (h.advertiser_id IS NULL OR w.advertiser_ids = '{}' OR h.advertiser_id = ANY (w.advertiser_ids))
    ORDER BY h.nr
    RETURNING webhook_id
  ), notified AS (
    SELECT pg_notify('${LIVE}', json_build_object('channel', '${WEBHOOKS}', 'payload', webhook_id)::text)
    FROM (SELECT DISTINCT webhook_id FROM queued) AS listening
  )`;

/** Queues events for every subscribed webhook, in the transaction of `db`. */
export async function enqueueWebhooks(db: Db, happenings: readonly WebhookOccurrence[]): Promise<void> {
  if (happenings.length === 0) return;
  const rows = happenings.map(({ seatId, advertiserId, event, resource, at, data }, nr) => ({
    ...{ nr, seat_id: seatId, advertiser_id: advertiserId, event, resource, at, data: JSON.stringify(data) },
  }));
  await sql(db)`
    WITH happened AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS h
        (nr int, seat_id int, advertiser_id int, event text, resource text, at timestamptz, data text)
    ), ${Prisma.raw(ENQUEUE)}
    SELECT count(*) FROM notified`;
}

/** Notifies the workers to check a webhook when the transaction commits. */
export const wakeWorkers = (db: Db, webhookId: number): Promise<void> =>
  publish({ db, channel: WEBHOOKS, payload: webhookId });
