import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { DAY_MS, partitionName } from '../../../platform/database/rows/partition-names.ts';
import { stillRunning } from '../../access/idempotency/carried-out.ts';

/** The Idempotency-Key of a request, and the hash of the request. */
export interface RequestKey {
  /** The owner of the key: the client, or `seat 5` for a request without a token (observe mode). */
  readonly clientId: string;
  readonly key: string;
  /** The SHA-256 hash of the target and the body of the request, in hexadecimal. */
  readonly requestHash: string;
}

export const KEY_LIFETIME_MS = 24 * 3_600_000;
/** Longer than any transaction lasts, and than clocks of processes can differ. */
const BORDER_MS = 10 * 60_000;
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/**
 * Returns the days, since the epoch, in which a call at `at` takes its key. A key is unique within a day. In the first
 * minutes of a day it is also taken in the previous day: a call from the last moments of that day may still be storing
 * it. Later, what that call stored is visible.
 */
export const daysTaken = (at: Date): number[] => [
  ...new Set([dayOf(at.getTime() - BORDER_MS), dayOf(at.getTime())]),
];

/** Keys of the days before this one have expired. */
export const oldestKeys = (now: Date): number => dayOf(now.getTime() - KEY_LIFETIME_MS - BORDER_MS);

/** Returns the key of a request. Keys are separate per client, and per seat if there is no token. */
export function requestKey(call: {
  readonly key: string;
  readonly clientId: string;
  readonly seatId: number;
  /** The target of the request. */
  readonly target: string;
  /** The body of the request. */
  readonly body: string | Buffer;
}): RequestKey {
  const { key, clientId, seatId, target, body } = call;
  const requestHash = createHash('sha256').update(`${target}\n`).update(body).digest('hex');
  return { clientId: clientId || `seat ${seatId}`, key, requestHash };
}

export const keyText = ({ clientId, key }: RequestKey): string => JSON.stringify([clientId, key]);

const running = new Set<string>();

/** Runs `work`. Throws ConflictError if another call of this process with the same key is still running. */
export async function runAlone<T>(key: RequestKey | undefined, work: () => Promise<T>): Promise<T> {
  if (!key) return work();
  const text = keyText(key);
  if (running.has(text)) throw stillRunning();
  running.add(text);
  try {
    return await work();
  } finally {
    running.delete(text);
  }
}

/** Returns what the keys were used for in the last 24 hours: the hash of the request, by `keyText`. */
export async function usedKeys(
  client: Pick<Pool, 'query'>,
  keys: readonly RequestKey[],
  now: Date,
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { today, yesterday } = datesOf(now);
  const { rows } = await client.query<{ client_id: string; key: string; hash: string }>({
    name: `intake-used-keys ${today}`,
    // Days are literals, so that the other partitions are not even locked. The previous version stores keys in
    // `intake_key`.
    text: `SELECT client_id, key, encode(request_hash, 'hex') AS hash
           FROM unnest($1::text[], $2::text[]) AS requested (client_id, key), LATERAL (
             SELECT request_hash FROM used_key used WHERE used.client_id = requested.client_id AND used.key = requested.key
               AND day IN ('${today}', '${yesterday}') AND created_at > $3
             UNION ALL
             SELECT request_hash FROM intake_key used
             WHERE used.client_id = requested.client_id AND used.key = requested.key AND created_at > $3
             LIMIT 1) AS found`,
    values: [keys.map(({ clientId }) => clientId), keys.map(({ key }) => key), expiry(now)],
  });
  return new Map(
    rows.map((row) => [keyText({ clientId: row.client_id, key: row.key, requestHash: '' }), row.hash]),
  );
}

type NewKey = RequestKey & { readonly receiptId: string };

/**
 * Takes the keys in the transaction that stores their requests. Returns the uses of keys that another process has taken
 * meanwhile, like `usedKeys`. Do not store the requests of these keys. The others can be stored.
 */
export async function takeKeys(
  client: ClientBase,
  keys: readonly NewKey[],
  now: Date,
): Promise<Map<string, string>> {
  let taken = keys;
  const days = daysTaken(now);
  for (const [index, day] of days.entries()) {
    if (taken.length === 0) break;
    const statement = takeStatement(day, { isOnly: days.length === 1 });
    const values = [...columnsOf(taken), taken.map(({ requestHash }) => requestHash), now, expiry(now)];
    const { rows } = await client.query<{ receiptId: string }>({ ...statement, values });
    const ids = new Set(rows.map(({ receiptId }) => receiptId));
    const lost = taken.filter(({ receiptId }) => !ids.has(receiptId));
    for (const earlier of days.slice(0, index)) await giveBack(client, lost, earlier);
    taken = taken.filter(({ receiptId }) => ids.has(receiptId));
  }
  const own = new Set(taken);
  const lost = keys.filter((key) => !own.has(key));
  const used = await usedKeys(client, lost, now);
  // A key whose other use has expired in the meantime counts as used with another request.
  return new Map(lost.map((key) => [keyText(key), used.get(keyText(key)) ?? '']));
}

const columnsOf = (keys: readonly NewKey[]) => [
  keys.map(({ clientId }) => clientId),
  keys.map(({ key }) => key),
  keys.map(({ receiptId }) => receiptId),
];

/** Removes what this transaction took in the partition of a day. */
async function giveBack(client: ClientBase, keys: readonly NewKey[], day: number): Promise<void> {
  if (keys.length === 0) return;
  await client.query(
    `DELETE FROM ${partitionName('used_key', day)} used
     USING unnest($1::text[], $2::text[], $3::uuid[]) AS lost (client_id, key, receipt_id)
     WHERE used.client_id = lost.client_id AND used.key = lost.key AND used.receipt_id = lost.receipt_id`,
    columnsOf(keys),
  );
}

/**
 * Returns a statement that stores keys in the partition of a day. If the previous day has taken none of them, it looks
 * them up there.
 */
function takeStatement(day: number, { isOnly }: { isOnly: boolean }): { name: string; text: string } {
  const into = partitionName('used_key', day);
  // LIMIT makes each subquery an index lookup, whatever statistics the planner has.
  const isFree = (table: string, condition = '') =>
    `(SELECT true FROM ${table} used WHERE used.client_id = taken.client_id AND used.key = taken.key ${condition}
      AND used.created_at > $6 LIMIT 1) IS NULL`;
  return {
    name: `intake-take-keys ${into} ${isOnly}`,
    // All processes insert in the same order, so that they cannot deadlock.
    text: `INSERT INTO ${into} AS used (day, client_id, key, request_hash, receipt_id, created_at)
           SELECT '${dateOf(day)}', client_id, key, decode(hash, 'hex'), receipt_id, $5
           FROM unnest($1::text[], $2::text[], $3::uuid[], $4::text[]) AS taken (client_id, key, receipt_id, hash)
           WHERE ${isFree('intake_key')} ${isOnly ? `AND ${isFree('used_key', `AND used.day = '${dateOf(day - 1)}'`)}` : ''}
           ORDER BY client_id, key
           ON CONFLICT (client_id, key, day) DO UPDATE
           SET request_hash = excluded.request_hash, receipt_id = excluded.receipt_id, created_at = excluded.created_at
           WHERE used.created_at <= $6
           RETURNING receipt_id AS "receiptId"`,
  };
}

const expiry = (now: Date): Date => new Date(now.getTime() - KEY_LIFETIME_MS);
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** The days that can have a key of the last 24 hours. */
const datesOf = (now: Date) => {
  const day = dayOf(now.getTime());
  return { today: dateOf(day), yesterday: dateOf(day - 1) };
};
