import type { PoolClient } from 'pg';
import type { System } from '../../domain/context.ts';
import { mintVmcid } from '../../domain/events/click/vmcid.ts';
import { ensurePartitions } from '../../domain/events/intake/partitions.ts';
import { receiptIdAt } from '../../domain/events/intake/receipt-id.ts';
import type { PlannedConversion } from '../../domain/sandbox/auction/conversions.ts';
import { DAY_MS } from './times.ts';

/** Receipts need a partition for each day, and only the latest ones are shown. */
const RECEIPT_DAYS = 7;
/** The name of the sender, as a partner would set it. */
const SENDER = 'demo';
/** Conversions per statement. */
const BATCH = 5_000;

const INSERT = `
  WITH stored AS (
    INSERT INTO conversion (receipt_id, seat_id, dp, event_id, received_at, et, client_id, vmcid, advertiser_id,
      campaign_id, line_id, ad_id, pixel_id, gv, gc)
    SELECT receipt_id, seat_id, '${SENDER}', event_id, at, at, '${SENDER}', vmcid, advertiser_id, campaign_id,
      line_id, ad_id, pixel_id, value, currency
    FROM unnest($1::uuid[], $2::int[], $3::text[], $4::timestamptz[], $5::text[], $6::int[], $7::int[], $8::int[],
      $9::int[], $10::int[], $11::numeric[], $12::text[])
      AS made (receipt_id, seat_id, event_id, at, vmcid, advertiser_id, campaign_id, line_id, ad_id, pixel_id, value,
        currency)
    ON CONFLICT DO NOTHING
    RETURNING receipt_id, received_at, seat_id, client_id, dp, event_id
  )
  INSERT INTO conversion_receipt (id, received_at, seat_id, client_id, outcome, dp, event_id)
  SELECT receipt_id, received_at, seat_id, client_id, 'ACCEPTED', dp, event_id
  FROM stored WHERE received_at >= $13`;

/**
 * Creates the partitions for the demo's receipts.
 * @returns the earliest time of a receipt
 */
export async function receiptsSince(system: System): Promise<Date> {
  const today = Math.floor(system.now().getTime() / DAY_MS);
  const first = today - Math.min(RECEIPT_DAYS, system.config.eventRetentionDays);
  for (let day = first; day <= today; day += 1) await ensurePartitions(system, new Date(day * DAY_MS));
  return new Date(first * DAY_MS);
}

/** Stores conversions like the postback, with receipts for those that arrived at `since` or later. */
export async function storeConversions(
  system: System,
  client: PoolClient,
  { conversions, since }: { conversions: readonly PlannedConversion[]; since: Date },
): Promise<void> {
  for (let begin = 0; begin < conversions.length; begin += BATCH) {
    const rows = conversions
      .slice(begin, begin + BATCH)
      .map((planned) => [
        receiptIdAt(planned.at),
        planned.seatId,
        planned.id,
        new Date(planned.at),
        mintVmcid(system, planned, new Date(planned.clickedAt)),
        planned.advertiserId,
        planned.campaignId,
        planned.lineId,
        planned.adId,
        planned.pixelId,
        planned.value,
        planned.currency,
      ]);
    const columns = rows[0]?.map((_, at) => rows.map((row) => row[at])) ?? [];
    await client.query({ name: 'demo-conversions', text: INSERT, values: [...columns, since] });
  }
}
