import { boundedTransaction } from '../../../platform/database/transaction/bounded-transaction.ts';
import { clickWindowSql, DEFAULT_CLICK_WINDOW_S } from '../../campaigns/line/click-window.ts';
import type { System } from '../../context.ts';
import type { MintedClick } from '../click/vmcid.ts';
import { GroupWriter } from '../intake/group-writer.ts';
import { ensurePartitions } from '../intake/partitions.ts';
import { keyText, type RequestKey, takeKeys, usedKeys } from '../intake/request-key.ts';
import { announceConversions } from './live.ts';
import type { Postback } from './rules.ts';

/** A postback with what is stored with it. */
interface Submission extends Postback {
  readonly receiptId: string;
  readonly receivedAt: Date;
  readonly clientId: string;
  /** 0 if neither a token nor a click determines the seat. */
  readonly seatId: number;
  readonly click: MintedClick | undefined;
  readonly key: RequestKey | undefined;
}

/** STORED includes repeated conversions, which are answered alike. REPLAYED and CONFLICT concern Idempotency-Keys. */
type Submitted = 'STORED' | 'REPLAYED' | 'CONFLICT';

const TIMEOUT_MS = 5_000;

const writers = new WeakMap<System, GroupWriter<Submission, Submitted>>();

/** Returns the process's writer of conversions: concurrent postbacks share a commit. */
export function conversionWriter(system: System): GroupWriter<Submission, Submitted> {
  const known = writers.get(system);
  if (known) return known;
  const writer = new GroupWriter<Submission, Submitted>({
    flush: (submissions) => storeConversions(system, submissions),
    sizeOf: () => ({ rows: 1, bytes: 1_024 }),
    seatOf: ({ seatId }) => seatId,
  });
  writers.set(system, writer);
  return writer;
}

async function storeConversions(system: System, submissions: readonly Submission[]): Promise<Submitted[]> {
  for (const { receivedAt } of submissions) await ensurePartitions(system, receivedAt);
  const { results, seatIds } = await boundedTransaction({
    pool: system.pool,
    timeoutMs: TIMEOUT_MS,
    work: async (client) => {
      const keys = submissions.flatMap(({ key }) => key ?? []);
      const used = await usedKeys(client, keys, system.now());
      const decided = submissions.map(({ key }) => decide(key, used));
      const fresh = submissions.filter((_, index) => decided[index] === 'STORED');
      const taken = fresh.flatMap(({ key, receiptId }) => (key ? [{ ...key, receiptId }] : []));
      // Another process may have taken some at the same moment. The others of the group are stored.
      const lost = await takeKeys(client, taken, system.now());
      const results =
        lost.size > 0 ? submissions.map(({ key }) => decide(key, new Map([...used, ...lost]))) : decided;
      // A replay leaves a receipt, as a repeated conversion does.
      const posted = submissions.filter((_, index) => results[index] !== 'CONFLICT');
      const values = [JSON.stringify(posted.map(rowOf))];
      const insert = { name: 'intake-insert-conversions', text: INSERT, values };
      const { rows } = posted.length > 0 ? await client.query<{ seatId: number }>(insert) : { rows: [] };
      return { results, seatIds: rows.map(({ seatId }) => seatId) };
    },
  });
  announceConversions(system, seatIds);
  return results;
}

function decide(key: RequestKey | undefined, used: ReadonlyMap<string, string>): Submitted {
  const before = key && used.get(keyText(key));
  if (before === undefined) return 'STORED';
  return before === key?.requestHash ? 'REPLAYED' : 'CONFLICT';
}

/**
 * The key (seat, dp, id) ensures that a conversion is counted once; a repetition only leaves a receipt. A conversion is
 * stored without its click if the line has conversion rules, but none for the pixel that was sent, or if the click is
 * older than the rule's window. Clicks of unknown age are within every window. Rows are inserted in key order, so that
 * two groups cannot deadlock. Without a token, the pixel can determine the seat. An unknown pixel is stored as null.
 */
const INSERT = `
  WITH posted AS MATERIALIZED (
    SELECT posted.*, pixel.id AS known_pixel_id,
           CASE posted.seat_id WHEN 0 THEN coalesce(pixel.seat_id, 0) ELSE posted.seat_id END AS seat,
           CASE WHEN posted.line_id IS NULL THEN 'UNKNOWN_CLICK'
                WHEN has_pixel AND rules.of_line > 0 AND rules.of_pixel = 0 THEN 'NO_RULE_FOR_PIXEL'
                WHEN extract(epoch FROM posted.et - posted.clicked_at)
                  > coalesce(rules.longest, ${DEFAULT_CLICK_WINDOW_S}) THEN 'CLICK_OUTSIDE_WINDOW' END AS reason
    FROM jsonb_to_recordset($1::jsonb) AS posted
      (receipt_id uuid, received_at timestamptz, client_id text, seat_id int, dp text, id text, vmcid text,
       advertiser_id int, campaign_id int, line_id int, ad_id int, pixel_id int, et timestamptz, gv numeric,
       gc text, ec text, ea text, extra jsonb, idempotency_key text, has_pixel boolean, clicked_at timestamptz)
    LEFT JOIN LATERAL (
      SELECT count(*) AS of_line, count(*) FILTER (WHERE rule.beacon_id = posted.pixel_id) AS of_pixel,
             max(${clickWindowSql('rule')}) FILTER (WHERE rule.beacon_id = posted.pixel_id) AS longest
      FROM line_conversion rule WHERE rule.line_id = posted.line_id
    ) AS rules ON true
    LEFT JOIN pixel ON pixel.id = posted.pixel_id AND posted.seat_id IN (0, pixel.seat_id)
  ), stored AS (
    INSERT INTO conversion
      (receipt_id, seat_id, dp, event_id, received_at, client_id, vmcid, advertiser_id, campaign_id, line_id,
       ad_id, pixel_id, et, gv, gc, ec, ea, extra)
    SELECT receipt_id, seat, dp, id, received_at, client_id, vmcid, CASE WHEN reason IS NULL THEN advertiser_id END,
           CASE WHEN reason IS NULL THEN campaign_id END, CASE WHEN reason IS NULL THEN line_id END,
           CASE WHEN reason IS NULL THEN ad_id END, known_pixel_id, et, gv, gc, ec, ea, extra
    FROM posted ORDER BY seat, dp, id, receipt_id
    ON CONFLICT DO NOTHING
    RETURNING receipt_id
  )
  INSERT INTO conversion_receipt
    (id, received_at, seat_id, client_id, outcome, reason, dp, event_id, idempotency_key)
  SELECT posted.receipt_id, received_at, seat, client_id,
         CASE WHEN stored.receipt_id IS NULL THEN 'DUPLICATE' WHEN reason IS NULL THEN 'ACCEPTED'
              ELSE 'UNATTRIBUTED' END,
         CASE WHEN stored.receipt_id IS NULL THEN 'REPEATED_ID' ELSE reason END, dp, id, idempotency_key
  FROM posted LEFT JOIN stored USING (receipt_id)
  RETURNING seat_id AS "seatId"`;

function rowOf(submission: Submission) {
  const { receivedAt, click, pixelId, et = receivedAt } = submission;
  return {
    receipt_id: submission.receiptId,
    received_at: receivedAt,
    client_id: submission.clientId,
    seat_id: submission.seatId,
    dp: submission.dp,
    id: submission.id,
    vmcid: submission.vmcid,
    et,
    gv: submission.gv,
    gc: submission.gc,
    ec: submission.ec,
    ea: submission.ea,
    extra: submission.extra,
    pixel_id: pixelId !== undefined && pixelId <= 2_147_483_647 ? pixelId : undefined,
    has_pixel: submission.hasPixel,
    clicked_at: click?.clickedAt,
    idempotency_key: submission.key?.key,
    advertiser_id: click?.advertiserId,
    campaign_id: click?.campaignId,
    line_id: click?.lineId,
    ad_id: click?.adId,
  };
}
