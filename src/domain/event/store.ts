import { boundedTransaction } from '../../db/bounded-transaction.ts';
import type { System } from '../context.ts';
import { GroupWriter } from '../intake/group-writer.ts';
import { ensurePartitions } from '../intake/partitions.ts';
import { takeKeys } from '../intake/request-key.ts';
import { admitArrays } from './admission.ts';
import type { EventArray, Stored } from './array.ts';
import { eventRow } from './row.ts';

const TIMEOUT_MS = 5_000;

const writers = new WeakMap<System, GroupWriter<EventArray, Stored>>();

/** The process's way to store events: requests that arrive together share a commit. */
export function eventWriter(system: System): GroupWriter<EventArray, Stored> {
  const known = writers.get(system);
  if (known) return known;
  const writer = new GroupWriter<EventArray, Stored>({
    flush: (arrays) => storeEvents(system, arrays),
    sizeOf: ({ events, bytes }) => ({ rows: events.length, bytes }),
  });
  writers.set(system, writer);
  return writer;
}

/** Stores a group in one transaction: keys, receipts and events of what the limits let pass. */
async function storeEvents(system: System, arrays: readonly EventArray[]): Promise<Stored[]> {
  for (const { receivedAt } of arrays) await ensurePartitions(system, receivedAt);
  const results = await admitArrays(system, arrays);
  const values = rowsOf(arrays, results, system.config.operator);
  if (!values) return results;
  const accepted = arrays.filter((_, index) => results[index]?.outcome === 'ACCEPTED');
  const taken = accepted.flatMap(({ key, receiptId }) => (key ? [{ ...key, receiptId }] : []));
  const statement = { name: 'intake-insert-events', text: INSERT, values, query_timeout: TIMEOUT_MS };
  if (taken.length === 0) {
    // A statement alone is a transaction too.
    await system.pool.query(statement);
    return results;
  }
  await boundedTransaction({
    pool: system.pool,
    timeoutMs: TIMEOUT_MS,
    work: async (client) => {
      await takeKeys(client, taken, system.now());
      await client.query(statement);
    },
  });
  return results;
}

/**
 * $1: requests; repeats leave a receipt and have no events. $2: events, which know their request by its place
 * in $1. The type is json, since jsonb would be made only to be read once.
 */
const INSERT = `
  WITH request AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS request
      (n int, id uuid, received_at timestamptz, seat_id int, advertiser_id int, pixel_id int, client_id text,
       outcome text, event_count int, idempotency_key text)
  ), receipt AS (
    INSERT INTO event_receipt
      (id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key)
    SELECT id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key FROM request
  )
  INSERT INTO event
    (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, action_source,
     action_source_url, email, idfa, gpsaid, operator_user_id, gv, ec, el, ea, product_ids, user_defined)
  SELECT id, position, received_at, seat_id, advertiser_id, pixel_id, to_timestamp(time), source, url, email,
         idfa, gpsaid, operator_user_id, gv, ec, el, ea, products, user_defined
  FROM request JOIN json_to_recordset($2::json) AS event
    (request int, position smallint, time float8, source text, url text, email bytea, idfa text, gpsaid text,
     operator_user_id text, gv numeric, ec text, el text, ea text, products text[], user_defined jsonb)
    ON request = n`;

/** The statement's values; undefined when there is nothing to store. */
function rowsOf(
  arrays: readonly EventArray[],
  results: readonly Stored[],
  operator: string,
): [requests: string, events: string] | undefined {
  const requests: ReturnType<typeof requestRow>[] = [];
  const events: ReturnType<typeof eventRow>[] = [];
  for (const [index, array] of arrays.entries()) {
    const outcome = results[index]?.outcome;
    if (outcome !== 'ACCEPTED' && outcome !== 'DUPLICATE') continue;
    const request = requests.length;
    requests.push(requestRow(array, { n: request, outcome }));
    if (outcome === 'DUPLICATE') continue;
    for (const [position, event] of array.events.entries())
      events.push(eventRow(event, { request, position, operator }));
  }
  return requests.length === 0 ? undefined : [JSON.stringify(requests), JSON.stringify(events)];
}

const requestRow = (array: EventArray, known: { n: number; outcome: 'ACCEPTED' | 'DUPLICATE' }) => ({
  ...known,
  id: array.receiptId,
  received_at: array.receivedAt,
  seat_id: array.seatId,
  advertiser_id: array.advertiserId,
  pixel_id: array.pixelId,
  client_id: array.clientId,
  event_count: array.events.length,
  idempotency_key: array.key?.key,
});
