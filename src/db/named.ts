import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/** Named statements of one connection; each takes up memory in PostgreSQL until the connection is closed. */
const MOST_NAMES = 500;
const namesOf = new WeakMap<PoolClient, Set<string>>();

/** Whether a connection has so many statements that it should be closed, now that it has this one too. */
export function isFull(client: PoolClient, name: string | undefined): boolean {
  if (name === undefined) return false;
  const known = namesOf.get(client) ?? new Set<string>();
  namesOf.set(client, known.add(name));
  return known.size >= MOST_NAMES;
}

/** Texts that were asked lately; a text that comes again is worth a name. */
const MOST_SEEN = 1_000;
const seen = new LRUCache<string, true>({ max: MOST_SEEN });

/** Runs a statement that may come again: from the second time on PostgreSQL keeps its plan under a name. */
export async function queryNamed<Row extends QueryResultRow>(
  pool: Pool,
  { text, values }: { text: string; values: unknown[] },
): Promise<QueryResult<Row>> {
  const hash = createHash('sha256').update(text).digest('base64url');
  const name = seen.get(hash) ? `query ${hash}` : undefined;
  seen.set(hash, true);
  const client = await pool.connect();
  try {
    return await client.query<Row>({ ...(name !== undefined && { name }), text, values });
  } finally {
    client.release(isFull(client, name));
  }
}
