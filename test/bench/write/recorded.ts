import { Client, type Pool } from 'pg';

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Every statement, with its values, that `work` sends through any connection of this process. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const original = Client.prototype.query;
  Client.prototype.query = function noted(this: Client, ...given: unknown[]) {
    const [query, values] = given as [string | Statement, unknown[] | undefined];
    const text = typeof query === 'string' ? query : query.text;
    statements.push({ text, values: (typeof query === 'string' ? values : query.values) ?? [] });
    return Reflect.apply(original, this, given);
  } as typeof original;
  try {
    await work();
    return statements;
  } finally {
    Client.prototype.query = original;
  }
}

/** The same statements by hand: one connection of the pool, one after the other. */
export async function replay(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) await client.query(text, values);
  } finally {
    client.release();
  }
}
