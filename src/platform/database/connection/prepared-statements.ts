import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ClientBase, Pool, QueryResult, QueryResultRow } from 'pg';
import { SharedPool } from './share.ts';

/**
 * Named statements of one connection, and the characters of their texts: each takes up memory in PostgreSQL, a
 * multiple of its text, until the connection is closed.
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

  /** Whether there may be one more without there being too many. */
  hasRoom(text: string): boolean {
    return this.#names.size < MAX_NAMES - 1 && this.#characters + text.length < MAX_CHARACTERS;
  }
}

function statementsOf(client: ClientBase): NamedStatements {
  const statements = named.get(client) ?? new NamedStatements();
  named.set(client, statements);
  return statements;
}

/** Whether a connection should be closed because, with this one, it has prepared too many statements. */
export function isFull(
  client: ClientBase,
  { name, text }: { readonly name: string | undefined; readonly text: string },
): boolean {
  if (name === undefined) return false;
  const statements = statementsOf(client);
  statements.add(name, text);
  return statements.areMany;
}

/** Texts that were asked lately; a text that comes again is worth a name. */
const MAX_SEEN = 1_000;
const MAX_SEEN_BYTES = 16 * 2 ** 20;
const seen = new LRUCache<string, string>({
  max: MAX_SEEN,
  maxSize: MAX_SEEN_BYTES,
  sizeCalculation: (name, text) => 100 + 2 * (name.length + text.length),
});
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
export function preparedNameWithin(client: ClientBase, text: string): string | undefined {
  const name = nameOf(text, LONGEST_WRITTEN);
  if (name === undefined) return undefined;
  const statements = statementsOf(client);
  if (!statements.has(name) && !statements.hasRoom(text)) return undefined;
  statements.add(name, text);
  return name;
}

/** Runs a statement that may come again: from the second time on PostgreSQL keeps its plan under a name. */
export async function queryPrepared<Row extends QueryResultRow>(
  pool: Pool,
  { text, values }: { text: string; values: unknown[] },
): Promise<QueryResult<Row>> {
  const name = nameOf(text, LONGEST_ASKED);
  const client = await (pool instanceof SharedPool ? pool.connectForStatement() : pool.connect());
  try {
    return await client.query<Row>({ name, text, values });
  } finally {
    client.release(isFull(client, { name, text }));
  }
}
