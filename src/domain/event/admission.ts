import type { ClientBase } from 'pg';
import { boundedTransaction } from '../../db/bounded-transaction.ts';
import type { System } from '../context.ts';
import { keyText, usedKeys } from '../intake/request-key.ts';
import type { EventArray, Stored } from './array.ts';
import { admit, type RateWindow } from './rate-window.ts';

/** Events per second of an advertiser without a quota of its own (spec 1, "Limits"). */
const DEFAULT_LIMIT = 5_000;
const TIMEOUT_MS = 5_000;

/** Counted already: a group that is tried again counts nothing twice. */
const admitted = new WeakSet<EventArray>();

/**
 * Says of each array whether it may be stored, and counts it if so. This is a short transaction of its own
 * that waits for no disk (the windows are unlogged), so writers of one advertiser queue for the count alone
 * and their commits run side by side. What then fails to be stored stays counted for its second.
 */
export async function admitArrays(system: System, arrays: readonly EventArray[]): Promise<Stored[]> {
  const isSimple = arrays.every((array) => !array.key && !admitted.has(array));
  const results =
    isSimple && (await admitTogether(system, arrays))
      ? arrays.map((): Stored => ({ outcome: 'ACCEPTED' }))
      : await admitEach(system, arrays);
  for (const [index, array] of arrays.entries())
    if (results[index]?.outcome === 'ACCEPTED') admitted.add(array);
  return results;
}

/**
 * $1: the advertiser, $2: when its first array arrived (ms), $3: events. Counts them when a second has room for
 * all of them, in one statement: the usual case. A row that another process changes meanwhile is read again.
 */
const ADMIT = `
  UPDATE event_rate AS rate
  SET (at, count) = (
    SELECT array_agg(moment ORDER BY moment), array_agg(events ORDER BY moment) FROM (
      SELECT moment, sum(events)::int AS events FROM (
        SELECT * FROM unnest(rate.at, rate.count) AS kept (moment, events)
        WHERE moment > greatest($2::bigint, rate.at[cardinality(rate.at)]) - 1000
        UNION ALL
        SELECT greatest($2::bigint / 10 * 10, rate.at[cardinality(rate.at)]), $3::int
      ) AS parts GROUP BY moment
    ) AS moments)
  WHERE advertiser_id = $1::int
    AND coalesce(rate.at[cardinality(rate.at)], 0) <= $2::bigint + 1000
    AND $3::int + coalesce((
          SELECT sum(events) FROM unnest(rate.at, rate.count) AS kept (moment, events)
          WHERE moment > greatest($2::bigint, rate.at[cardinality(rate.at)]) - 1000), 0)
        <= coalesce((SELECT events_per_sec FROM advertiser_quota quota
                     WHERE quota.advertiser_id = rate.advertiser_id), $4::int)`;

/** False, with nothing counted, when they must be looked at one by one. */
async function admitTogether(system: System, arrays: readonly EventArray[]): Promise<boolean> {
  const [first] = arrays;
  if (!first || arrays.some(({ advertiserId }) => advertiserId !== first.advertiserId)) return false;
  const events = arrays.reduce((sum, array) => sum + array.events.length, 0);
  const statement = {
    name: 'intake-admit',
    text: ADMIT,
    values: [first.advertiserId, first.receivedAt.getTime(), events, DEFAULT_LIMIT],
    query_timeout: TIMEOUT_MS,
  };
  const { rowCount } = await system.pool.query(statement);
  return rowCount === 1;
}

function admitEach(system: System, arrays: readonly EventArray[]): Promise<Stored[]> {
  return boundedTransaction({
    pool: system.pool,
    timeoutMs: TIMEOUT_MS,
    work: async (client) => {
      const keys = arrays.flatMap(({ key }) => key ?? []);
      const used = await usedKeys(client, keys, system.now());
      const windows = await lockWindows(client, arrays);
      const results = arrays.map((array) => decide(array, used, windows));
      await keepWindows(client, windows);
      return results;
    },
  });
}

interface LimitedWindow extends RateWindow {
  readonly limit: number;
}

type Windows = ReadonlyMap<number, LimitedWindow>;

/** Locks the advertisers' windows, always in the same order: writers take turns, in all processes. */
async function lockWindows(client: ClientBase, arrays: readonly EventArray[]): Promise<Windows> {
  const ids = [...new Set(arrays.map(({ advertiserId }) => advertiserId))].sort((a, b) => a - b);
  const windows = await selectWindows(client, ids);
  if (windows.size === ids.length) return windows;
  await client.query(
    'INSERT INTO event_rate (advertiser_id) SELECT unnest($1::int[]) ON CONFLICT DO NOTHING',
    [ids],
  );
  return selectWindows(client, ids);
}

async function selectWindows(client: ClientBase, ids: number[]): Promise<Windows> {
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
function decide(array: EventArray, used: ReadonlyMap<string, string>, windows: Windows): Stored {
  const before = array.key && used.get(keyText(array.key));
  if (before !== undefined) return { outcome: before === array.key?.requestHash ? 'DUPLICATE' : 'CONFLICT' };
  if (admitted.has(array)) return { outcome: 'ACCEPTED' };
  const window = windows.get(array.advertiserId);
  if (!window) throw new Error('An advertiser has no rate window.');
  const { limit } = window;
  const isAdmitted = admit(window, { now: array.receivedAt.getTime(), events: array.events.length, limit });
  return isAdmitted ? { outcome: 'ACCEPTED' } : { outcome: 'RATE_LIMITED', limit };
}

async function keepWindows(client: ClientBase, windows: Windows): Promise<void> {
  const rates = [...windows].map(([id, { at, count }]) => ({ advertiser_id: id, at, count }));
  await client.query({
    name: 'intake-keep-rates',
    text: `UPDATE event_rate SET at = changed.at, count = changed.count
           FROM json_to_recordset($1::json) AS changed (advertiser_id int, at bigint[], count int[])
           WHERE event_rate.advertiser_id = changed.advertiser_id`,
    values: [JSON.stringify(rates)],
  });
}
