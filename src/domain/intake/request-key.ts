import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { ConflictError } from '../errors.ts';

/** The Idempotency-Key of a request, and the hash of the request (RULINGS G7, E8). */
export interface RequestKey {
  /** The owner of the key: the client, or `seat 5` for a request without a token (observe mode). */
  readonly clientId: string;
  readonly key: string;
  /** The SHA-256 hash of the target and the body of the request, in hexadecimal. */
  readonly requestHash: string;
}

const LIFETIME_MS = 24 * 3_600_000;

/** The key of a request. It is separate for each client, and for each seat if there is no token. */
export function requestKey(call: {
  readonly key: string;
  readonly clientId: string;
  readonly seatId: number;
  /** The target of the request. */
  readonly target: string;
  /** What it carries. */
  readonly body: string | Buffer;
}): RequestKey {
  const { key, clientId, seatId, target, body } = call;
  const requestHash = createHash('sha256').update(`${target}\n`).update(body).digest('hex');
  return { clientId: clientId || `seat ${seatId}`, key, requestHash };
}

export const keyText = ({ clientId, key }: RequestKey): string => JSON.stringify([clientId, key]);

const running = new Set<string>();

/** Runs `work` unless a call of this process with the same key still runs: then ConflictError (RULINGS G7). */
export async function runAlone<T>(key: RequestKey | undefined, work: () => Promise<T>): Promise<T> {
  if (!key) return work();
  const text = keyText(key);
  if (running.has(text))
    throw new ConflictError('The first call with this Idempotency-Key is still running.');
  running.add(text);
  try {
    return await work();
  } finally {
    running.delete(text);
  }
}

/** Another process took one of the keys meanwhile: the transaction is to be run anew. */
export class KeyRace extends Error {
  /** That of a serialization failure, as what it is. */
  readonly code = '40001';
}

/** What the keys were used for in the last 24 hours: the hash of that request, by `keyText`. */
export async function usedKeys(
  client: Pick<Pool, 'query'>,
  keys: readonly RequestKey[],
  now: Date,
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<{ client_id: string; key: string; hash: string }>({
    name: 'intake-used-keys',
    text: `SELECT client_id, key, encode(request_hash, 'hex') AS hash
           FROM intake_key JOIN unnest($1::text[], $2::text[]) AS asked (client_id, key) USING (client_id, key)
           WHERE created_at > $3`,
    values: [keys.map(({ clientId }) => clientId), keys.map(({ key }) => key), expiry(now)],
  });
  return new Map(
    rows.map((row) => [keyText({ clientId: row.client_id, key: row.key, requestHash: '' }), row.hash]),
  );
}

/** Takes the keys in the transaction that stores what they came with. Throws KeyRace. */
export async function takeKeys(
  client: ClientBase,
  keys: readonly (RequestKey & { readonly receiptId: string })[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  // In one order in all processes, so that they never wait for each other in a circle.
  const sorted = [...keys].sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
  const { rowCount } = await client.query({
    name: 'intake-take-keys',
    text: `INSERT INTO intake_key (client_id, key, request_hash, receipt_id, created_at)
           SELECT client_id, key, decode(hash, 'hex'), receipt_id, $5
           FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[]) AS taken (client_id, key, hash, receipt_id)
           ON CONFLICT (client_id, key) DO UPDATE
           SET request_hash = excluded.request_hash, receipt_id = excluded.receipt_id, created_at = excluded.created_at
           WHERE intake_key.created_at <= $6`,
    values: [
      sorted.map(({ clientId }) => clientId),
      sorted.map(({ key }) => key),
      sorted.map(({ requestHash }) => requestHash),
      sorted.map(({ receiptId }) => receiptId),
      now,
      expiry(now),
    ],
  });
  if (rowCount !== keys.length) throw new KeyRace('An Idempotency-Key was taken meanwhile.');
}

const expiry = (now: Date): Date => new Date(now.getTime() - LIFETIME_MS);
