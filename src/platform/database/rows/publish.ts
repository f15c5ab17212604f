import type { PoolClient } from 'pg';
import type { Db } from '../connection/client.ts';

/** The service's only PostgreSQL channel. Each message names the application channel that it is for. */
export const LIVE = 'flightline_live';

/** PostgreSQL limits a message to less than 8,000 bytes. */
const MAX_BYTES = 7_900;

/**
 * Notifies the subscribers of `channel` (such as `report:12`) in every process when the caller's
 * transaction commits. A rollback sends nothing. Without a payload, or with one that is too large,
 * subscribers read the data again.
 */
export async function publish(options: { db: Db; channel: string; payload?: unknown }): Promise<void> {
  const { db } = options;
  await db.$executeRaw`SELECT pg_notify(${LIVE}, ${liveMessage(options)})`;
}

/** The same for a transaction on a raw connection. */
export async function publishOn(
  client: PoolClient,
  message: { channel: string; payload?: unknown },
): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [LIVE, liveMessage(message)]);
}

/** Returns the message itself, for hot paths that send their own `SELECT pg_notify(LIVE, …)`. */
export function liveMessage({ channel, payload }: { channel: string; payload?: unknown }): string {
  const message = JSON.stringify({ channel, payload });
  return Buffer.byteLength(message) <= MAX_BYTES ? message : JSON.stringify({ channel });
}
