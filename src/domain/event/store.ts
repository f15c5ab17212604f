import type { ClientBase } from 'pg';
import { boundedTransaction } from '../../db/bounded-transaction.ts';
import type { System } from '../context.ts';
import { GroupWriter } from '../intake/group-writer.ts';
import { ensurePartitions } from '../intake/partitions.ts';
import { keyText, type RequestKey, takeKeys, usedKeys } from '../intake/request-key.ts';
import { admit, type RateWindow } from './rate-window.ts';

/** One request's events on their way into the database; their JSON has been checked. */
export interface EventArray {
  readonly receiptId: string;
  readonly receivedAt: Date;
  readonly clientId: string;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly pixelId: number;
  readonly count: number;
  /** The array as it was sent. */
  readonly json: string;
  readonly key: RequestKey | undefined;
}

/** What became of it; `limit` is the advertiser's events per second. */
export type Stored =
  | { readonly outcome: 'ACCEPTED' | 'DUPLICATE' | 'CONFLICT' }
  | { readonly outcome: 'RATE_LIMITED'; readonly limit: number };

/** Events per second of an advertiser without a quota of its own (spec 1, "Limits"). */
const DEFAULT_LIMIT = 5_000;
const TIMEOUT_MS = 5_000;

const writers = new WeakMap<System, GroupWriter<EventArray, Stored>>();

/** The process's way to store events: requests that arrive together share a commit. */
export function eventWriter(system: System): GroupWriter<EventArray, Stored> {
  const known = writers.get(system);
  if (known) return known;
  const writer = new GroupWriter<EventArray, Stored>({
    flush: (arrays) => storeEvents(system, arrays),
    sizeOf: ({ count, json }) => ({ rows: count, bytes: json.length }),
  });
  writers.set(system, writer);
  return writer;
}

/** Stores a group in one transaction: keys, the rate of each advertiser, receipts and events. */
async function storeEvents(system: System, arrays: readonly EventArray[]): Promise<Stored[]> {
  for (const { receivedAt } of arrays) await ensurePartitions(system, receivedAt);
  return boundedTransaction({
    pool: system.pool,
    timeoutMs: TIMEOUT_MS,
    work: async (client) => {
      const windows = await lockWindows(client, arrays);
      const keys = arrays.flatMap(({ key }) => key ?? []);
      const used = await usedKeys(client, keys, system.now());
      const results = arrays.map((array) => decide(array, used, windows));
      const accepted = arrays.filter((_, index) => results[index]?.outcome === 'ACCEPTED');
      const taken = accepted.flatMap(({ key, receiptId }) => (key ? [{ ...key, receiptId }] : []));
      await takeKeys(client, taken, system.now());
      await insert(client, { arrays, results, windows, operator: system.config.operator });
      return results;
    },
  });
}

interface LimitedWindow extends RateWindow {
  readonly limit: number;
}

/** Locks the advertisers' windows, always in the same order: writers take turns, in all processes. */
async function lockWindows(
  client: ClientBase,
  arrays: readonly EventArray[],
): Promise<Map<number, LimitedWindow>> {
  const ids = [...new Set(arrays.map(({ advertiserId }) => advertiserId))].sort((a, b) => a - b);
  const windows = await selectWindows(client, ids);
  if (windows.size === ids.length) return windows;
  await client.query(
    'INSERT INTO event_rate (advertiser_id) SELECT unnest($1::int[]) ON CONFLICT DO NOTHING',
    [ids],
  );
  return selectWindows(client, ids);
}

async function selectWindows(client: ClientBase, ids: number[]): Promise<Map<number, LimitedWindow>> {
  const { rows } = await client.query<{ id: number; at: string[]; count: number[]; limit: number | null }>({
    name: 'intake-lock-rates',
    text: `SELECT rate.advertiser_id AS id, rate.at, rate.count, quota.events_per_sec AS "limit"
           FROM event_rate rate LEFT JOIN advertiser_quota quota USING (advertiser_id)
           WHERE rate.advertiser_id = ANY ($1::int[])
           ORDER BY rate.advertiser_id FOR UPDATE OF rate`,
    values: [ids],
  });
  return new Map(
    rows.map(({ id, at, count, limit }) => [
      id,
      { at: at.map(Number), count, limit: limit ?? DEFAULT_LIMIT },
    ]),
  );
}

/** A repeat of a key is not counted against the rate (RULINGS G7). */
function decide(
  array: EventArray,
  used: ReadonlyMap<string, string>,
  windows: ReadonlyMap<number, LimitedWindow>,
): Stored {
  const before = array.key && used.get(keyText(array.key));
  if (before !== undefined) return { outcome: before === array.key?.requestHash ? 'DUPLICATE' : 'CONFLICT' };
  const window = windows.get(array.advertiserId);
  if (!window) throw new Error('An advertiser has no rate window.');
  const { limit } = window;
  const isAdmitted = admit(window, { now: array.receivedAt.getTime(), events: array.count, limit });
  return isAdmitted ? { outcome: 'ACCEPTED' } : { outcome: 'RATE_LIMITED', limit };
}

/**
 * $1: requests, `events` being the JSON as it was sent, so that numbers keep every digit.
 * $2: what the rate windows are now. $3: the user_data key of cookie-sync ids.
 * Repeats have no events here, only a receipt. OFFSET 0 keeps the parts of an event from being taken apart
 * anew for each column.
 */
const INSERT = `
  WITH request AS MATERIALIZED (
    SELECT (r->>'id')::uuid AS id, (r->>'at')::timestamptz AS received_at, (r->>'seat')::int AS seat_id,
           (r->>'advertiser')::int AS advertiser_id, (r->>'pixel')::int AS pixel_id, r->>'client' AS client_id,
           r->>'outcome' AS outcome, (r->>'count')::int AS event_count, r->>'key' AS idempotency_key,
           r->'events' AS events
    FROM jsonb_array_elements($1::jsonb) AS r
  ), receipt AS (
    INSERT INTO event_receipt
      (id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key)
    SELECT id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key FROM request
  ), rate AS (
    UPDATE event_rate SET at = changed.at, count = changed.count
    FROM jsonb_to_recordset($2::jsonb) AS changed (advertiser_id int, at bigint[], count int[])
    WHERE event_rate.advertiser_id = changed.advertiser_id
  )
  INSERT INTO event
    (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, action_source,
     action_source_url, email, idfa, gpsaid, operator_user_id, gv, ec, el, ea, product_ids, user_defined)
  SELECT request.id, n - 1, received_at, seat_id, advertiser_id, pixel_id,
         to_timestamp((CASE WHEN time >= 1e11 THEN time / 1000 ELSE time END)::float8),
         lower(e->>'action_source'), e->>'action_source_url',
         decode(lower(coalesce(nullif(u->>'email', ''), nullif(u->>'he', ''))), 'hex'),
         nullif(u->>'idfa', ''), nullif(u->>'gpsaid', ''), nullif(u->>$3, ''),
         coalesce(c->>'gv', c->>'value')::numeric, c->>'ec', c->>'el', c->>'ea',
         CASE jsonb_typeof(c->'product_id')
           WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(c->'product_id'))
           WHEN 'string' THEN regexp_split_to_array(btrim(c->>'product_id'), '\\s*,\\s*')
         END,
         nullif(c->'user_defined', 'null')
  FROM request, jsonb_array_elements(events) WITH ORDINALITY AS element (e, n),
       LATERAL (SELECT e->'user_data' AS u, e->'custom_data' AS c, (e->>'event_time')::numeric AS time
                OFFSET 0) AS part`;

async function insert(
  client: ClientBase,
  options: {
    arrays: readonly EventArray[];
    results: readonly Stored[];
    windows: ReadonlyMap<number, LimitedWindow>;
    operator: string;
  },
): Promise<void> {
  const { arrays, results, windows, operator } = options;
  const requests = arrays.flatMap((array, index) => {
    const outcome = results[index]?.outcome;
    return outcome === 'ACCEPTED' || outcome === 'DUPLICATE' ? requestJson(array, outcome) : [];
  });
  if (requests.length === 0) return;
  const rates = [...windows].map(([id, { at, count }]) => ({ advertiser_id: id, at, count }));
  await client.query({
    name: 'intake-insert-events',
    text: INSERT,
    values: [`[${requests.join(',')}]`, JSON.stringify(rates), `${operator}_id`],
  });
}

function requestJson(array: EventArray, outcome: 'ACCEPTED' | 'DUPLICATE'): string {
  const about = JSON.stringify({
    id: array.receiptId,
    at: array.receivedAt,
    seat: array.seatId,
    advertiser: array.advertiserId,
    pixel: array.pixelId,
    client: array.clientId,
    outcome,
    count: array.count,
    key: array.key?.key ?? null,
  });
  const events = outcome === 'ACCEPTED' ? array.json : '[]';
  return `${about.slice(0, -1)},"events":${events}}`;
}
