import type { PoolClient } from 'pg';
import type { Db } from '../connection/client.ts';

/** The one PostgreSQL channel of the service; which of our channels a message is for stands in it. */
export const LIVE = 'flightline_live';

/** PostgreSQL takes less than 8,000 bytes a message. */
const MAX_BYTES = 7_900;

/**
 * Tells every process's subscribers of `channel` (such as `report:12`), once the caller's transaction is
 * committed; a rollback tells nobody. Without a payload, or with one too large, it says "read again".
 */
export async function publish(options: { db: Db; channel: string; payload?: unknown }): Promise<void> {
  const { db } = options;
  await db.$executeRaw`SELECT pg_notify(${LIVE}, ${liveMessage(options)})`;
}

/** The same for a transaction of its own connection. */
export async function publishOn(
  client: PoolClient,
  message: { channel: string; payload?: unknown },
): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [LIVE, liveMessage(message)]);
}

/** The message itself, for hot paths that send their own `SELECT pg_notify(LIVE, …)`. */
export function liveMessage({ channel, payload }: { channel: string; payload?: unknown }): string {
  const message = JSON.stringify({ channel, payload });
  return Buffer.byteLength(message) <= MAX_BYTES ? message : JSON.stringify({ channel });
}
