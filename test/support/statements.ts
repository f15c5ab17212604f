import { Client, type Pool, type PoolClient } from 'pg';

/** What `countStatements` saw: every SQL text in the order sent, BEGIN and COMMIT included. */
export interface Statements<T> {
  readonly result: T;
  readonly statements: readonly string[];
  readonly count: number;
}

/**
 * Runs `work` and notes each statement that any connection of `pool` sends meanwhile, be it Prisma's, a
 * transaction's or raw. Not for concurrent use on one pool.
 */
export async function countStatements<T>(pool: Pool, work: () => Promise<T>): Promise<Statements<T>> {
  const statements: string[] = [];
  const watched = new Map<PoolClient, PoolClient['query']>();
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.set(client, client.query);
    client.query = ((...given: unknown[]) => {
      const [query] = given as [string | { text?: string }];
      statements.push(typeof query === 'string' ? query : (query.text ?? ''));
      return Reflect.apply(Client.prototype.query, client, given);
    }) as PoolClient['query'];
  };
  pool.on('acquire', watch);
  try {
    const result = await work();
    return { result, statements, count: statements.length };
  } finally {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
}
