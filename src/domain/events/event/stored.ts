import type { System } from '../../context.ts';

/** An event as it is returned: without the keys that identify the user, only with their kinds. */
export interface StoredEvent {
  /** `<receipt>:<index in the array>` */
  readonly id: string;
  readonly receiptId: string;
  readonly receivedAt: Date;
  readonly eventTime: Date;
  readonly actionSource: string | null;
  readonly actionSourceUrl: string | null;
  /** In US dollars, as a decimal string. */
  readonly gv: string | null;
  readonly ec: string | null;
  readonly el: string | null;
  readonly ea: string | null;
  readonly productIds: readonly string[] | null;
  readonly userDefined: Readonly<Record<string, string>> | null;
  /** Which of email, idfa, gpsaid and the operator's ID were sent. */
  readonly identities: readonly string[];
}

/** Returns the first events of each receipt in order, at most `perReceipt` of each. */
export async function eventsOfReceipts(options: {
  system: System;
  pixelId: number;
  receipts: readonly { readonly id: string; readonly receivedAt: Date }[];
  perReceipt: number;
}): Promise<StoredEvent[]> {
  const { system, pixelId, receipts, perReceipt } = options;
  if (receipts.length === 0) return [];
  const { rows } = await system.pool.query<StoredEvent>(
    `SELECT receipt_id || ':' || position AS id, receipt_id AS "receiptId", event.received_at AS "receivedAt",
            event_time AS "eventTime", action_source AS "actionSource", action_source_url AS "actionSourceUrl",
            gv, ec, el, ea, product_ids AS "productIds", user_defined AS "userDefined",
            array_remove(ARRAY[CASE WHEN email IS NOT NULL THEN 'email' END,
                               CASE WHEN idfa IS NOT NULL THEN 'idfa' END,
                               CASE WHEN gpsaid IS NOT NULL THEN 'gpsaid' END,
                               CASE WHEN operator_user_id IS NOT NULL THEN $5 END], NULL) AS identities
     FROM unnest($2::uuid[], $3::timestamptz[]) AS requested (id, received_at)
     JOIN event ON event.pixel_id = $1 AND event.received_at = requested.received_at AND event.receipt_id = requested.id
               AND event.position < $4
     ORDER BY receipt_id, position`,
    [
      pixelId,
      receipts.map(({ id }) => id),
      receipts.map(({ receivedAt }) => receivedAt),
      perReceipt,
      `${system.config.operator}_id`,
    ],
  );
  return rows;
}

/** The most events of a receipt that are returned with it. */
export const MAX_OF_RECEIPT = 3;

/** Returns the first events of receipts of pixels of the caller's seat, by receipt; none where nothing is stored any more. */
export async function firstEvents(
  ctx: System,
  receipts: readonly { readonly id: string; readonly pixelId: number; readonly receivedAt: Date }[],
): Promise<ReadonlyMap<string, StoredEvent[]>> {
  const found = new Map<string, StoredEvent[]>(receipts.map(({ id }) => [id, []]));
  for (const pixelId of new Set(receipts.map((each) => each.pixelId))) {
    const own = receipts.filter((each) => each.pixelId === pixelId);
    const options = { system: ctx, pixelId, receipts: own, perReceipt: MAX_OF_RECEIPT };
    for (const event of await eventsOfReceipts(options)) found.get(event.receiptId)?.push(event);
  }
  return found;
}
