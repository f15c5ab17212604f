import type { ClientBase } from 'pg';
import { boundedTransaction } from '../../../platform/database/transaction/bounded-transaction.ts';
import type { System } from '../../context.ts';
import { keyText, usedKeys } from '../intake/request-key.ts';
import { admitInRedis } from './admit-in-redis.ts';
import type { EventArray, Stored } from './array.ts';
import { admit, type RateWindow } from './rate-window.ts';

/** The default number of events per second of an advertiser. */
export const DEFAULT_EVENTS_PER_SECOND = 5_000;
const TIMEOUT_MS = 5_000;

/**
 * Decides for each array whether it can be stored, and counts it if so. This is a short transaction that does not wait
 * for the disk (the windows are unlogged), so writers of one advertiser only wait for the counting, and their commits
 * run in parallel. An array that then cannot be stored remains counted for its second.
 */
export async function admitArrays(system: System, arrays: readonly EventArray[]): Promise<Stored[]> {
  const results = (await admitByRedis(system, arrays)) ?? (await admitByDatabase(system, arrays));
  for (const [index, array] of arrays.entries())
    if (results[index]?.outcome === 'ACCEPTED') array.isAdmitted = true;
  return results;
}

/** Undefined without Redis, or while it does not respond: then the windows in the database are used. */
async function admitByRedis(system: System, arrays: readonly EventArray[]): Promise<Stored[] | undefined> {
  const { redis } = system;
  if (!redis) return undefined;
  const keys = arrays.flatMap(({ key }) => key ?? []);
  const used = keys.length > 0 ? await usedKeys(system.pool, keys, system.now()) : new Map<string, string>();
  const known = new Map(arrays.map((array) => [array, decideByKey(array, used)]));
  const open = arrays.filter((array) => !known.get(array));
  if (open.length > 0) {
    const counted = await admitInRedis({
      system,
      redis,
      arrays: open,
      usualLimit: DEFAULT_EVENTS_PER_SECOND,
    });
    if (!counted) return undefined;
    for (const [index, array] of open.entries()) known.set(array, outcomeOf(counted[index]));
  }
  return arrays.map((array) => known.get(array) ?? { outcome: 'ACCEPTED' });
}

const outcomeOf = (counted: { isAdmitted: boolean; limit: number } | undefined): Stored =>
  !counted || counted.isAdmitted
    ? { outcome: 'ACCEPTED' }
    : { outcome: 'RATE_LIMITED', limit: counted.limit };

async function admitByDatabase(system: System, arrays: readonly EventArray[]): Promise<Stored[]> {
  const admitted = await admitTogether(
    system,
    arrays.filter((array) => !array.key && !array.isAdmitted),
  );
  const rest = arrays.filter((array) => !admitted.has(array));
  const decided = rest.length > 0 ? await admitEach(system, rest) : [];
  const decisions = new Map(rest.map((array, index) => [array, decided[index]]));
  return arrays.map((array) => decisions.get(array) ?? { outcome: 'ACCEPTED' });
}

/**
 * For each advertiser ($1, ascending): when its first array arrived ($2, ms) and how many events it has ($3). Usually a
 * second has room for all of them, and this one statement counts them. All processes lock the rows in the same order; a
 * row that another process has changed in the meantime is read again.
 */
const RESOLVE_DOCUMENT = `
  WITH locked AS MATERIALIZED (
    SELECT advertiser_id FROM event_rate WHERE advertiser_id = ANY ($1::int[]) ORDER BY advertiser_id FOR UPDATE
  )
  UPDATE event_rate AS rate
  SET (at, count) = (
    SELECT array_agg(moment ORDER BY moment), array_agg(events ORDER BY moment) FROM (
      SELECT moment, sum(events)::int AS events FROM (
        SELECT * FROM unnest(rate.at, rate.count) AS kept (moment, events)
        WHERE moment > greatest(requested.at, rate.at[cardinality(rate.at)]) - 1000
        UNION ALL
        SELECT greatest(requested.at / 10 * 10, rate.at[cardinality(rate.at)]), requested.events
      ) AS parts GROUP BY moment
    ) AS moments)
  FROM locked JOIN unnest($1::int[], $2::bigint[], $3::int[]) AS requested (advertiser_id, at, events)
    USING (advertiser_id)
  WHERE rate.advertiser_id = locked.advertiser_id
    AND coalesce(rate.at[cardinality(rate.at)], 0) <= requested.at + 1000
    AND requested.events + coalesce((
          SELECT sum(events) FROM unnest(rate.at, rate.count) AS kept (moment, events)
          WHERE moment > greatest(requested.at, rate.at[cardinality(rate.at)]) - 1000), 0)
        <= coalesce((SELECT events_per_sec FROM advertiser_quota quota
                     WHERE quota.advertiser_id = rate.advertiser_id), $4::int)
  RETURNING rate.advertiser_id AS id`;

/** Returns the arrays of the advertisers that had room for all of their arrays. Nothing is counted for the others. */
async function admitTogether(
  system: System,
  arrays: readonly EventArray[],
): Promise<ReadonlySet<EventArray>> {
  if (arrays.length === 0) return new Set();
  const requested = new Map<number, { at: number; events: number }>();
  for (const { advertiserId, receivedAt, events } of arrays) {
    const known = requested.get(advertiserId);
    if (known) known.events += events.length;
    else requested.set(advertiserId, { at: receivedAt.getTime(), events: events.length });
  }
  const rows = [...requested].sort(([a], [b]) => a - b);
  const query = {
    name: 'intake-admit',
    text: RESOLVE_DOCUMENT,
    values: [
      rows.map(([id]) => id),
      rows.map(([, { at }]) => at),
      rows.map(([, { events }]) => events),
      DEFAULT_EVENTS_PER_SECOND,
    ],
    query_timeout: TIMEOUT_MS,
  };
  const { rows: found } = await system.pool.query<{ id: number }>(query);
  const admitted = new Set(found.map(({ id }) => id));
  return new Set(arrays.filter(({ advertiserId }) => admitted.has(advertiserId)));
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

/** Locks the advertisers' windows in the same order in all processes, so that they cannot deadlock. */
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
      { at: at.map(Number), count, limit: limit ?? DEFAULT_EVENTS_PER_SECOND },
    ]),
  );
}

/** Returns the outcome of an array whose key was used before, otherwise undefined. */
export function outcomeByKey({ key }: EventArray, used: ReadonlyMap<string, string>): Stored | undefined {
  const before = key && used.get(keyText(key));
  if (before === undefined) return undefined;
  return { outcome: before === key?.requestHash ? 'DUPLICATE' : 'CONFLICT' };
}

/** Neither a replay nor a retried group counts toward the rate limit. */
const decideByKey = (array: EventArray, used: ReadonlyMap<string, string>): Stored | undefined =>
  outcomeByKey(array, used) ?? (array.isAdmitted ? { outcome: 'ACCEPTED' } : undefined);

function decide(array: EventArray, used: ReadonlyMap<string, string>, windows: Windows): Stored {
  const decided = decideByKey(array, used);
  if (decided) return decided;
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
