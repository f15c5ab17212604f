import type { Pool } from 'pg';

/** A client's call in a sandbox, with the data by which certification judges it. */
export interface SandboxCall {
  readonly clientId: string;
  readonly at: Date;
  /** `QUERY` for a POST to GraphQL without a mutation. */
  readonly method: string;
  readonly path: string;
  /** Null if no response was sent. */
  readonly status: number | null;
  /** SHA-256 in hex; null without a body. */
  readonly bodyHash: string | null;
  readonly idempotencyKey: string | null;
  /** Whether the response of an earlier call with the same key was returned. */
  readonly replayed: boolean;
  /** The fault that was injected. */
  readonly fault: string | null;
  /** In seconds. */
  readonly retryAfter: number | null;
  readonly accept: string | null;
  readonly tokenExpiresAt: Date | null;
}

/** The path of a report's file. Its calls carry no token either. */
export const DOWNLOAD = /\/extreport\/[^/]+\/download$/;

/** The maximum number of calls stored, across all clients. Certification uses the latest. */
const MAX_STORED = 100_000;
/** The maximum number of calls of one client that certification uses. */
const MAX_JUDGED = 20_000;

const COLUMNS = `client_id AS "clientId", at, method, path, status, body_hash AS "bodyHash",
  idempotency_key AS "idempotencyKey", replayed, fault, retry_after AS "retryAfter", accept,
  token_expires_at AS "tokenExpiresAt"`;

/** Stores calls in the order in which they were answered. */
export async function storeCalls(pool: Pool, calls: readonly SandboxCall[]): Promise<void> {
  await pool.query(
    `INSERT INTO sandbox_call (client_id, at, method, path, status, body_hash, idempotency_key, replayed, fault,
       retry_after, accept, token_expires_at)
     SELECT "clientId", at, method, path, status, "bodyHash", "idempotencyKey", replayed, fault, "retryAfter", accept,
       "tokenExpiresAt"
     FROM jsonb_to_recordset($1::jsonb) AS call ("clientId" text, at timestamptz, method text, path text, status int,
       "bodyHash" text, "idempotencyKey" text, replayed boolean, fault text, "retryAfter" int, accept text,
       "tokenExpiresAt" timestamptz)`,
    [JSON.stringify(calls)],
  );
  await pool.query('DELETE FROM sandbox_call WHERE id <= (SELECT max(id) - $1 FROM sandbox_call)', [
    MAX_STORED,
  ]);
}

/** Returns the last calls of a client, oldest first, including the downloads of its reports, which carry no token. */
export async function readCalls(pool: Pool, clientId: string): Promise<SandboxCall[]> {
  const { rows } = await pool.query<SandboxCall>(
    `SELECT ${COLUMNS} FROM (
       SELECT * FROM sandbox_call
       WHERE client_id = $1
         OR (client_id = '' AND split_part(substring(path FROM 'extreport/(.*)'), '/', 1) IN (
           SELECT customer_report_id FROM report
           WHERE user_id = (SELECT user_id FROM api_client WHERE id = $1)))
       ORDER BY id DESC LIMIT $2) AS last
     ORDER BY at, id`,
    [clientId, MAX_JUDGED],
  );
  return rows;
}
