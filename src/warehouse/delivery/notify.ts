import type { PoolClient } from 'pg';
import { publishOn } from '../../platform/database/rows/publish.ts';

/** The live channel on which new facts are told; the payload is the list of their advertisers' ids. */
export const DELIVERY = 'delivery';

/** Tells who follows the delivery of these advertisers, once the transaction commits. */
export async function notifyDelivery(client: PoolClient, advertiserIds: readonly number[]): Promise<void> {
  await publishOn(client, { channel: DELIVERY, payload: advertiserIds });
}
