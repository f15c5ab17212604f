import type { PoolClient } from 'pg';
import { publishOn } from '../../platform/database/rows/publish.ts';

/** The live channel that announces new facts. The payload is the list of their advertisers' IDs. */
export const DELIVERY = 'delivery';

/** Notifies the subscribers to the delivery of these advertisers when the transaction commits. */
export async function notifyDelivery(client: PoolClient, advertiserIds: readonly number[]): Promise<void> {
  await publishOn(client, { channel: DELIVERY, payload: advertiserIds });
}
