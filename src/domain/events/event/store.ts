import { setImmediate as others } from 'node:timers/promises';
import type { ClientBase, QueryConfig } from 'pg';
import { arrayLiteral } from '../../../platform/database/rows/array-literal.ts';
import { boundedTransaction } from '../../../platform/database/transaction/bounded-transaction.ts';
import { insertOnce } from '../../../platform/database/transaction/lost-answers.ts';
import { Slices } from '../../../platform/process/slices.ts';
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
/** Once a statement has this many characters of events, further events are stored by another. */
const MAX_CHARACTERS = 1024 * 1024;
/** Hashes and IDs of a user, and numbers. */
const CHARACTERS_OF_KEYS = 150;

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
  const { operator } = system.config;
  if (taken.length === 0) {
    const inserts = insertsOf(arrays, admitted, operator);
    const first = (await inserts.next()).value;
    if (!first) return admitted;
    // A single statement is a transaction too.
    if (first.isLast) await insertOnce(system.pool, first.statement);
    else
      await boundedTransaction({
        ...{ pool: system.pool, timeoutMs: TIMEOUT_MS },
        work: async (client, goOn) => {
          await client.query(first.statement);
          await runAll(client, inserts, goOn);
        },
      });
    return admitted;
  }
  return await boundedTransaction({
    pool: system.pool,
    timeoutMs: TIMEOUT_MS,
    work: async (client, goOn) => {
      const lost = await takeKeys(client, taken, system.now());
      const results = admitted.map((result, index) => {
        const array = arrays[index];
        return (array && outcomeByKey(array, lost)) ?? result;
      });
      await runAll(client, insertsOf(arrays, results, operator), goOn);
      return results;
    },
  });
}

/** Each statement may take the time limit: ten megabytes take longer on a busy machine. */
async function runAll(client: ClientBase, inserts: AsyncIterable<Insert>, goOn: () => void): Promise<void> {
  for await (const { statement } of inserts) {
    goOn();
    await client.query(statement);
    goOn();
  }
}

const RECEIPTS = `, receipt AS (
    INSERT INTO event_receipt
      (id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key)
    SELECT id, received_at, seat_id, pixel_id, client_id, outcome, event_count, idempotency_key FROM request
  )`;

/**
 * Returns the statement that inserts the requests (replays have a receipt but no events) and the events, which refer to
 * their request by its number; for further events of the same requests, without the receipts.
 */
const insertText = ({ isFirst }: { isFirst: boolean }): string => `
  WITH request AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::text[], $7::text[],
                         $8::int[], $9::text[]) WITH ORDINALITY AS request
      (id, received_at, seat_id, advertiser_id, pixel_id, client_id, outcome, event_count, idempotency_key, n)
  )${isFirst ? RECEIPTS : ''}
  INSERT INTO event
    (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, action_source,
     action_source_url, email, idfa, gpsaid, operator_user_id, gv, ec, el, ea, product_ids, user_defined)
  SELECT id, position, received_at, seat_id, advertiser_id, pixel_id, to_timestamp(time), source, url,
         decode(email, 'hex'), idfa, gpsaid, operator_user_id, gv, ec, el, ea,
         coalesce(string_to_array(list, ','), products::text[]), user_defined
  FROM request JOIN unnest
    ($10::int[], $11::smallint[], $12::float8[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[],
     $18::text[], $19::numeric[], $20::text[], $21::text[], $22::text[], $23::text[], $24::text[], $25::jsonb[]) AS event
    (request, position, time, source, url, email, idfa, gpsaid, operator_user_id, gv, ec, el, ea, list,
     products, user_defined)
    ON request = n`;
const FIRST = { name: 'intake-insert-events', text: insertText({ isFirst: true }) };
const FURTHER = { name: 'intake-insert-further-events', text: insertText({ isFirst: false }) };

type RequestRow = ReturnType<typeof requestRow>;
type EventRow = ReturnType<typeof eventRow>;

/** In the order of the statement's parameters. */
const REQUEST_COLUMNS: readonly (keyof RequestRow)[] = [
  ...(['id', 'receivedAt', 'seatId', 'advertiserId', 'pixelId', 'clientId'] as const),
  ...(['outcome', 'eventCount', 'key'] as const),
];
const EVENT_COLUMNS: readonly (keyof EventRow)[] = [
  ...(['request', 'position', 'time', 'source', 'url', 'email', 'idfa', 'gpsaid', 'operatorUserId'] as const),
  ...(['gv', 'ec', 'el', 'ea', 'productList', 'products', 'userDefined'] as const),
];

interface Insert {
  readonly statement: QueryConfig & { query_timeout: number };
  readonly isLast: boolean;
}

/**
 * Yields the statements with their values; none if there is nothing to store. Usually it is one. More characters than
 * those of a statement would block the event loop while they are sent.
 */
async function* insertsOf(
  arrays: readonly EventArray[],
  results: readonly Stored[],
  operator: string,
): AsyncGenerator<Insert, undefined> {
  const stored = arrays.flatMap((array, index) => {
    const outcome = results[index]?.outcome;
    return outcome === 'ACCEPTED' || outcome === 'DUPLICATE' ? [{ array, outcome }] : [];
  });
  if (stored.length === 0) return undefined;
  const requests = stored.map(({ array, outcome }) => requestRow(array, outcome));
  const requestValues = REQUEST_COLUMNS.map((name) => arrayLiteral(requests.map((row) => row[name])));
  const slices = new Slices();
  let query = FIRST;
  let rows: EventRow[] = [];
  let characters = 0;
  const insert = async (isLast: boolean): Promise<Insert> => {
    const values = [...requestValues, ...(await eventValues(rows, characters))];
    return { statement: { ...query, values, query_timeout: TIMEOUT_MS }, isLast };
  };
  for (const [index, { array, outcome }] of stored.entries()) {
    if (outcome === 'DUPLICATE') continue;
    for (const [place, event] of array.events.entries()) {
      if (characters > MAX_CHARACTERS) {
        yield await insert(false);
        query = FURTHER;
        rows = [];
        characters = 0;
      }
      const row = eventRow(event, {
        request: index + 1,
        position: array.positions?.[place] ?? place,
        operator,
      });
      rows.push(row);
      characters += charactersOf(row);
      if (slices.isOver) await slices.pause();
    }
  }
  yield await insert(true);
}

/** Returns the columns of the events. */
async function eventValues(rows: readonly EventRow[], characters: number): Promise<(string | null)[]> {
  const isLarge = rows.length > LARGE_ARRAY.rows || characters > LARGE_ARRAY.bytes;
  const values: (string | null)[] = [];
  for (const name of EVENT_COLUMNS) {
    // A column of thousands of events, or of half a megabyte, takes milliseconds.
    if (isLarge) await others();
    values.push(arrayLiteral(rows.map((row) => row[name])));
  }
  return values;
}

/** Returns about how many characters a row has. Those of IDs that need escapes count several times. */
const charactersOf = (row: EventRow): number =>
  CHARACTERS_OF_KEYS +
  length(row.url) +
  length(row.ec) +
  length(row.el) +
  length(row.ea) +
  length(row.userDefined) +
  length(row.productList) * (ESCAPED.test(row.productList ?? '') ? ESCAPE : 1) +
  length(row.products) * ESCAPE;

const length = (text: string | null | undefined): number => text?.length ?? 0;
const ESCAPED = /["\\]/;
const ESCAPE = 4;

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
