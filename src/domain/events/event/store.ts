import { setImmediate as others } from 'node:timers/promises';
import { arrayLiteral } from '../../../platform/database/rows/array-literal.ts';
import { boundedTransaction } from '../../../platform/database/transaction/bounded-transaction.ts';
import { insertOnce } from '../../../platform/database/transaction/lost-answers.ts';
import type { System } from '../../context.ts';
import { GroupWriter } from '../intake/group-writer.ts';
import { ensurePartitions } from '../intake/partitions.ts';
import { takeKeys } from '../intake/request-key.ts';
import { admitArrays, outcomeByKey } from './admission.ts';
import type { EventArray, Stored } from './array.ts';
import { eventRow } from './row.ts';

const TIMEOUT_MS = 5_000;

/** Storing a larger array takes so long that others do not share its commit. */
const LARGE_ARRAY = { rows: 500, bytes: 512 * 1024 };

interface Writers {
  readonly usual: GroupWriter<EventArray, Stored>;
  /** Large arrays are stored one after another, beside the others. */
  readonly large: GroupWriter<EventArray, Stored>;
}

const writers = new WeakMap<System, Writers>();

/** Stores the events of a request: concurrent requests share a commit. */
export function writeEvents(system: System, array: EventArray): Promise<Stored> {
  const { usual, large } = writersOf(system);
  const isLarge = array.events.length > LARGE_ARRAY.rows || array.bytes > LARGE_ARRAY.bytes;
  return (isLarge ? large : usual).write(array);
}

/** Returns the number of events that this process has received and not committed yet. */
export function eventBacklog(system: System): number {
  const { usual, large } = writersOf(system);
  return usual.backlog + large.backlog;
}

function writersOf(system: System): Writers {
  const known = writers.get(system);
  if (known) return known;
  const group = {
    flush: (arrays: readonly EventArray[]) => storeEvents(system, arrays),
    sizeOf: ({ events, bytes }: EventArray) => ({ rows: events.length, bytes }),
    seatOf: ({ seatId }: EventArray) => seatId,
  };
  const created = { usual: new GroupWriter(group), large: new GroupWriter({ ...group, flushes: 1 }) };
  writers.set(system, created);
  return created;
}

/**
 * Stores a group in one transaction: the keys, receipts and events that the limits allow. An array whose key another
 * process takes at the same moment is a replay, or is refused; the others of the group are stored.
 */
async function storeEvents(system: System, arrays: readonly EventArray[]): Promise<Stored[]> {
  for (const { receivedAt } of arrays) await ensurePartitions(system, receivedAt);
  const admitted = await admitArrays(system, arrays);
  const accepted = arrays.filter((_, index) => admitted[index]?.outcome === 'ACCEPTED');
  const taken = accepted.flatMap(({ key, receiptId }) => (key ? [{ ...key, receiptId }] : []));
  if (taken.length === 0) {
    const statement = await insertOf(arrays, admitted, system.config.operator);
    // A single statement is a transaction too.
    if (statement) await insertOnce(system.pool, statement);
    return admitted;
  }
  return await boundedTransaction({
    pool: system.pool,
    timeoutMs: TIMEOUT_MS,
    work: async (client) => {
      const lost = await takeKeys(client, taken, system.now());
      const results = admitted.map((result, index) => {
        const array = arrays[index];
        return (array && outcomeByKey(array, lost)) ?? result;
      });
      const statement = await insertOf(arrays, results, system.config.operator);
      if (statement) await client.query(statement);
      return results;
    },
  });
}

/**
 * Inserts the requests first (replays have a receipt but no events), then the events, which refer to their request by
 * its number.
 */
const INSERT = `
  WITH request AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::text[], $7::text[],
                         $8::int[], $9::text[]) WITH ORDINALITY AS request
      (id, received_at, seat_id, advertiser_id, pixel_id, client_id, outcome, event_count, idempotency_key, n)
  ), receipt AS (
    INSERT INTO event_receipt
      (id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key)
    SELECT id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key FROM request
  )
  INSERT INTO event
    (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, action_source,
     action_source_url, email, idfa, gpsaid, operator_user_id, gv, ec, el, ea, product_ids, user_defined)
  SELECT id, position, received_at, seat_id, advertiser_id, pixel_id, to_timestamp(time), source, url,
         decode(email, 'hex'), idfa, gpsaid, operator_user_id, gv, ec, el, ea, products::text[], user_defined
  FROM request JOIN unnest
    ($10::int[], $11::smallint[], $12::float8[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[],
     $18::text[], $19::numeric[], $20::text[], $21::text[], $22::text[], $23::text[], $24::jsonb[]) AS event
    (request, position, time, source, url, email, idfa, gpsaid, operator_user_id, gv, ec, el, ea, products,
     user_defined)
    ON request = n`;

type RequestRow = ReturnType<typeof requestRow>;
type EventRow = ReturnType<typeof eventRow>;

/** In the order of the statement's parameters. */
const REQUEST_COLUMNS: readonly (keyof RequestRow)[] = [
  ...(['id', 'receivedAt', 'seatId', 'advertiserId', 'pixelId', 'clientId'] as const),
  ...(['outcome', 'eventCount', 'key'] as const),
];
const EVENT_COLUMNS: readonly (keyof EventRow)[] = [
  ...(['request', 'position', 'time', 'source', 'url', 'email', 'idfa', 'gpsaid', 'operatorUserId'] as const),
  ...(['gv', 'ec', 'el', 'ea', 'products', 'userDefined'] as const),
];

/** Returns the statement with its values, or undefined if there is nothing to store. */
async function insertOf(arrays: readonly EventArray[], results: readonly Stored[], operator: string) {
  const requests: RequestRow[] = [];
  const events: EventRow[] = [];
  for (const [index, array] of arrays.entries()) {
    const outcome = results[index]?.outcome;
    if (outcome !== 'ACCEPTED' && outcome !== 'DUPLICATE') continue;
    requests.push(requestRow(array, outcome));
    if (outcome === 'DUPLICATE') continue;
    for (const [index, event] of array.events.entries()) {
      const position = array.positions?.[index] ?? index;
      events.push(eventRow(event, { request: requests.length, position, operator }));
    }
  }
  if (requests.length === 0) return undefined;
  const values = REQUEST_COLUMNS.map((name) => arrayLiteral(requests.map((row) => row[name])));
  for (const name of EVENT_COLUMNS) {
    // A column of thousands of events takes milliseconds.
    if (events.length > LARGE_ARRAY.rows) await others();
    values.push(arrayLiteral(events.map((row) => row[name])));
  }
  return { name: 'intake-insert-events', text: INSERT, values, query_timeout: TIMEOUT_MS };
}

const requestRow = (array: EventArray, outcome: 'ACCEPTED' | 'DUPLICATE') => ({
  id: array.receiptId,
  receivedAt: array.receivedAt.toISOString(),
  seatId: array.seatId,
  advertiserId: array.advertiserId,
  pixelId: array.pixelId,
  clientId: array.clientId,
  outcome,
  eventCount: array.events.length,
  key: array.key?.key,
});
