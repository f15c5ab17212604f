import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';
import { SharedPool } from './share.ts';

/**
 * Limits for the named statements of one connection and the length of their texts. Each uses several times
 * its text in PostgreSQL's memory until the connection is closed.
 */
const MAX_NAMES = 500;
const MAX_CHARACTERS = 2_000_000;
const named = new WeakMap<ClientBase, NamedStatements>();

class NamedStatements {
  readonly #names = new Set<string>();
  #characters = 0;

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string, text: string): void {
    if (!this.#names.has(name)) this.#characters += text.length;
    this.#names.add(name);
  }

  get areMany(): boolean {
    return this.#names.size >= MAX_NAMES || this.#characters >= MAX_CHARACTERS;
  }

  /** Returns whether another statement fits within the limits. */
  hasRoom(text: string): boolean {
    return this.#names.size < MAX_NAMES - 1 && this.#characters + text.length < MAX_CHARACTERS;
  }
}

function statementsOf(client: ClientBase): NamedStatements {
  const statements = named.get(client) ?? new NamedStatements();
  named.set(client, statements);
  return statements;
}

/**
 * Returns whether a connection should be closed because it has prepared too many statements, including this
 * one.
 */
export function isFull(
  client: ClientBase,
  { name, text }: { readonly name: string | undefined; readonly text: string },
): boolean {
  if (name === undefined) return false;
  const statements = statementsOf(client);
  statements.add(name, text);
  return statements.areMany;
}

/** Texts that were sent recently. A text that is sent again gets a name. */
const MAX_SEEN = 1_000;
const MAX_SEEN_BYTES = 16 * 2 ** 20;
const seen = new LRUCache<string, string>({
  max: MAX_SEEN,
  maxSize: MAX_SEEN_BYTES,
  sizeCalculation: (name, text) => 100 + 2 * (name.length + text.length),
});
/** Longer texts in a transaction insert lists of rows, and a list of the same length seldom recurs. */
const MAX_WRITE_LENGTH = 8_000;
/**
 * A read may have several parts, and its lists are bound values. Planning the read of a dashboard page
 * takes half as long as running it.
 */
const MAX_READ_LENGTH = 32_000;

/** Returns the name of a statement that was sent before, otherwise undefined. */
function nameOf(text: string, longest: number): string | undefined {
  if (text.length > longest) return undefined;
  const known = seen.get(text);
  const name = known === '' ? `query ${createHash('sha256').update(text).digest('base64url')}` : known;
  if (name !== known || known === undefined) seen.set(text, name ?? '');
  return name;
}

/** The same for a connection that stays open after it has reached the maximum number of names. */
export function preparedNameWithin(client: ClientBase, text: string): string | undefined {
  const name = nameOf(text, MAX_WRITE_LENGTH);
  if (name === undefined) return undefined;
  const statements = statementsOf(client);
  if (!statements.has(name) && !statements.hasRoom(text)) return undefined;
  statements.add(name, text);
  return name;
}

/** Runs a statement that may recur: from the second time on, PostgreSQL caches its plan under a name. */
export async function queryPrepared<Row extends QueryResultRow>(
  pool: Pool,
  { text, values }: { text: string; values: unknown[] },
): Promise<QueryResult<Row>> {
  const name = nameOf(text, MAX_READ_LENGTH);
  const client = await (pool instanceof SharedPool ? pool.connectForStatement() : pool.connect());
  try {
    return await client.query<Row>({ name, text, values });
  } finally {
    client.release(isFull(client, { name, text }));
  }
}
