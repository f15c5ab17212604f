import type { Pool } from 'pg';
import type { DeliveringCampaign } from '../../domain/sandbox/delivery/read-lines.ts';

/** A change of a line's bid. */
interface BidChange {
  readonly lineId: number;
  readonly at: Date;
  /** The bid until then, in the advertiser's currency. */
  readonly before: number;
}

/** A period without changes of bids, and the campaigns as they were in it. */
interface Period {
  readonly from: number;
  readonly to: number;
  readonly campaigns: readonly DeliveringCampaign[];
}

/** Returns the changes of bids in the history of a seat, the earliest first. */
export async function readBidChanges(pool: Pool, seatId: number): Promise<BidChange[]> {
  const { rows } = await pool.query<BidChange>(
    `SELECT resource_id AS "lineId", at, (field ->> 'before')::float8 AS before
     FROM change CROSS JOIN LATERAL jsonb_array_elements(fields) AS field
     WHERE seat_id = $1 AND resource = 'Line' AND action = 'UPDATE' AND field ->> 'path' = 'bidPrice'
       AND jsonb_typeof(field -> 'before') = 'number'
     ORDER BY at, id`,
    [seatId],
  );
  return rows;
}

/** Divides a period at the hours after which bids changed. */
export function periodsOf(
  campaigns: readonly DeliveringCampaign[],
  changes: readonly BidChange[],
  { from, to, stepMs }: { from: number; to: number; stepMs: number },
): Period[] {
  const times = changes.map(({ at }) => Math.ceil(at.getTime() / stepMs) * stepMs);
  const starts = [...new Set([from, ...times.filter((time) => from < time && time < to)])];
  return starts.map((start, index) => ({
    from: start,
    to: starts[index + 1] ?? to,
    campaigns: campaigns.map((campaign) => ({
      ...campaign,
      lines: campaign.lines.map((line) => {
        const next = changes.findIndex(({ lineId }, at) => lineId === line.id && (times[at] ?? 0) > start);
        return { ...line, bidPrice: changes[next]?.before ?? line.bidPrice };
      }),
    })),
  }));
}
