import { Client, type Pool, type PoolClient, type QueryArrayConfig } from 'pg';
import { pipelineOf } from '../../src/platform/database/connection/client.ts';
import type { Pipeline } from '../../src/platform/database/connection/pipeline.ts';

/** What `countStatements` saw: every SQL text in the order sent, BEGIN and COMMIT included. */
export interface Statements<T> {
  readonly result: T;
  readonly statements: readonly string[];
  readonly count: number;
  /** Those of transactions, without what other connections sent meanwhile. */
  readonly inTransactions: readonly string[];
}

/**
 * Runs `work` and notes each statement that any connection of `pool` sends meanwhile, be it Prisma's, a
 * transaction's or raw, and those of its pipeline. Not for concurrent use on one pool.
 */
export async function countStatements<T>(pool: Pool, work: () => Promise<T>): Promise<Statements<T>> {
  const statements: string[] = [];
  const inTransactions: string[] = [];
  const open = new Set<PoolClient>();
  const watched = new Map<PoolClient, PoolClient['query']>();
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return;
    watched.set(client, client.query);
    client.query = ((...given: unknown[]) => {
      const [query] = given as [string | { text?: string }];
      const sent = typeof query === 'string' ? query : (query.text ?? '');
      // A transaction is named as it begins, in the same round trip.
      const text = sent.startsWith('BEGIN;') ? 'BEGIN' : sent;
      statements.push(text);
      if (text === 'BEGIN') open.add(client);
      if (open.has(client)) inTransactions.push(text);
      if (text === 'COMMIT' || text === 'ROLLBACK') open.delete(client);
      return Reflect.apply(Client.prototype.query, client, given);
    }) as PoolClient['query'];
  };
  pool.on('acquire', watch);
  const pipeline = pipelineOf(pool);
  const shared = pipeline?.ask;
  if (pipeline)
    pipeline.ask = (async (query: QueryArrayConfig) => {
      const answer = await shared?.call(pipeline, query);
      if (answer) statements.push(query.text);
      return answer;
    }) as Pipeline['ask'];
  try {
    const result = await work();
    return { result, statements, count: statements.length, inTransactions };
  } finally {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
    if (pipeline && shared) pipeline.ask = shared;
  }
}
