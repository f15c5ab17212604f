import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';

/** Named statements of one connection; each takes up memory in PostgreSQL until the connection is closed. */
const MOST_NAMES = 500;
const named = new WeakMap<ClientBase, Set<string>>();

function namesOf(client: ClientBase): Set<string> {
  const names = named.get(client) ?? new Set<string>();
  named.set(client, names);
  return names;
}

/** Whether a connection should be closed because, with this one, it has prepared too many statements. */
export function isFull(client: ClientBase, name: string | undefined): boolean {
  if (name === undefined) return false;
  return namesOf(client).add(name).size >= MOST_NAMES;
}

/** Texts that were asked lately; a text that comes again is worth a name. */
const MOST_SEEN = 1_000;
const seen = new LRUCache<string, string>({ max: MOST_SEEN });
/** Longer ones of a transaction are lists of rows, which seldom have the same length again. */
const LONGEST_WRITTEN = 8_000;
/** A question may have several parts; its lists are values. Planning the page of a dashboard takes half as long as its answer. */
const LONGEST_ASKED = 32_000;

/** The name of a statement that was asked before. */
function nameOf(text: string, longest: number): string | undefined {
  if (text.length > longest) return undefined;
  const known = seen.get(text);
  const name = known === '' ? `query ${createHash('sha256').update(text).digest('base64url')}` : known;
  if (name !== known || known === undefined) seen.set(text, name ?? '');
  return name;
}

/** The same for a connection that is not closed when it has all the names that it may have. */
export function nameWithin(client: ClientBase, text: string): string | undefined {
  const name = nameOf(text, LONGEST_WRITTEN);
  if (name === undefined) return undefined;
  const names = namesOf(client);
  if (!names.has(name) && names.size >= MOST_NAMES - 1) return undefined;
  names.add(name);
  return name;
}

/** Runs a statement that may come again: from the second time on PostgreSQL keeps its plan under a name. */
export async function queryNamed<Row extends QueryResultRow>(
  pool: Pool,
  { text, values }: { text: string; values: unknown[] },
): Promise<QueryResult<Row>> {
  const name = nameOf(text, LONGEST_ASKED);
  const client = await pool.connect();
  try {
    return await client.query<Row>({ name, text, values });
  } finally {
    client.release(isFull(client, name));
  }
}
