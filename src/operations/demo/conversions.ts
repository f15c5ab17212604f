import type { PoolClient } from 'pg';
import type { System } from '../../domain/context.ts';
import { type Click, mintVmcid } from '../../domain/events/click/vmcid.ts';
import { ensurePartitions } from '../../domain/events/intake/partitions.ts';
import { receiptIdAt } from '../../domain/events/intake/receipt-id.ts';
import { random } from './random.ts';
import { DAY_MS, HOUR_MS } from './times.ts';

/** Receipts need a partition for each day, and only the latest ones are shown. */
const RECEIPT_DAYS = 7;
/** Orders per thousand clicks, which differ by line. */
const [MIN, MAX] = [2, 12];
/** Most people order soon after the click, some days later. */
const MEAN_DELAY_MS = 12 * HOUR_MS;
/** The value of an order in US dollars. */
const [SMALLEST, LARGEST] = [20, 400];
/** The name of the sender, as a partner would set it. */
const SENDER = 'demo';
/** Conversions per statement. */
const BATCH = 5_000;

/** The clicks on an ad in one hour. */
interface Clicked extends Click {
  readonly pixelId: number;
  readonly currency: string;
  readonly usdPerUnit: number;
  readonly at: number;
  readonly clicks: number;
}

export interface DemoConversion {
  readonly clicked: Clicked;
  readonly at: number;
  readonly eventId: string;
  /** Decimal text, in the advertiser's currency. */
  readonly value: string;
}

/** Returns the orders that follow from the clicks of an hour, up to `end`. */
export function conversionsOf(clicked: Clicked, end: number): DemoConversion[] {
  const { adId, lineId, clicks, usdPerUnit } = clicked;
  const hour = clicked.at / HOUR_MS;
  const draw = (what: number) => random(adId + 1_000_003 * what, hour);
  const rate = (MIN + (MAX - MIN) * random(lineId, 5)) / 1000;
  const count = Math.floor(clicks * rate + draw(1));
  return Array.from({ length: count }, (_, number) => {
    const delay = -Math.log(1 - draw(3 * number + 2)) * MEAN_DELAY_MS;
    const at = clicked.at + Math.floor(draw(3 * number + 3) * HOUR_MS + delay);
    const dollars = SMALLEST + (LARGEST - SMALLEST) * draw(3 * number + 4) ** 3;
    const value = (dollars / usdPerUnit).toFixed(2);
    return { clicked, at, eventId: `order-${adId}-${hour}-${number}`, value };
  }).filter(({ at }) => at < end);
}

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
  { conversions, since }: { conversions: readonly DemoConversion[]; since: Date },
): Promise<void> {
  for (let begin = 0; begin < conversions.length; begin += BATCH) {
    const rows = conversions
      .slice(begin, begin + BATCH)
      .map(({ clicked, at, eventId, value }) => [
        receiptIdAt(at),
        clicked.seatId,
        eventId,
        new Date(at),
        mintVmcid(system, clicked, new Date(clicked.at)),
        clicked.advertiserId,
        clicked.campaignId,
        clicked.lineId,
        clicked.adId,
        clicked.pixelId,
        value,
        clicked.currency,
      ]);
    const columns = rows[0]?.map((_, at) => rows.map((row) => row[at])) ?? [];
    await client.query({ name: 'demo-conversions', text: INSERT, values: [...columns, since] });
  }
}
