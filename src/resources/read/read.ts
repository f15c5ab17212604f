import { createHash } from 'node:crypto';
import type { QueryArrayConfig, QueryArrayResult } from 'pg';
import {
  cancelStatement,
  connectForStatement,
  pipelineOf,
} from '../../platform/database/connection/client.ts';
import { isFull } from '../../platform/database/connection/prepared-statements.ts';
import { isTransaction, query } from '../../platform/database/transaction/transaction.ts';
import { smallReads } from '../../platform/metrics/small-reads.ts';
import type { AbortSource } from '../../platform/process/abort-source.ts';
import type { ResourceContext } from '../context.ts';
import type { Call } from '../define/expression.ts';
import { UnavailableError } from '../errors.ts';
import type { Compiled } from './compile.ts';

/** A statement that is run repeatedly. From the second time on, PostgreSQL caches its plan under a name. */
export interface Prepared extends Compiled {
  /** Whether it may share a connection with others (`bound.ts`). */
  readonly isSmall: boolean;
  uses: number;
  name: string | undefined;
}

export const prepared = (compiled: Compiled, { isSmall = false } = {}): Prepared => ({
  ...compiled,
  isSmall,
  uses: 0,
  name: undefined,
});

/**
 * Named by the text, so that a plan that is compiled again finds the statement that the connection has
 * prepared.
 */
function nameOf(statement: Prepared): string | undefined {
  statement.uses += 1;
  if (statement.uses === 2)
    statement.name = `read ${createHash('sha256').update(statement.text).digest('base64url')}`;
  return statement.name;
}

/** Slower reads are logged with their statement. */
const SLOW_MS = 1_000;

/**
 * Runs a compiled read and returns the text of one JSON object. A small read shares a connection with
 * others (docs/adr/0020). When `signal` is aborted, another read is cancelled in PostgreSQL.
 */
export async function read(options: {
  ctx: ResourceContext;
  statement: Prepared;
  values: Omit<Call, 'ctx'>;
  signal?: AbortSource | undefined;
  /** The maximum duration of the statement. Default ten seconds. */
  limitMs?: number | undefined;
  /** The name of a slow read in the log. */
  operation?: string | undefined;
}): Promise<string> {
  const { ctx, statement, values, signal, limitMs, operation } = options;
  if (isTransaction(ctx.db)) return readWithin(ctx, statement, values);
  const query: Query = {
    name: nameOf(statement),
    text: statement.text,
    values: statement.bind({ ctx, ...values }),
    rowMode: 'array',
  };
  const shared = statement.isSmall ? await readCoalesced(ctx, query) : undefined;
  const { rows } = shared ?? (await readAlone(ctx, query, { signal, limitMs, operation }));
  const [row] = rows;
  if (!row) throw new Error('A read answered no row.');
  return row[0];
}

/** Reads in the transaction of `ctx`, and so sees its writes. */
async function readWithin(
  ctx: ResourceContext,
  { text, bind }: Prepared,
  values: Omit<Call, 'ctx'>,
): Promise<string> {
  const [row] = await query<{ data: string }>(ctx.db, { text, values: bind({ ctx, ...values }) });
  if (!row) throw new Error('A read answered no row.');
  return row.data;
}

type Query = QueryArrayConfig<unknown[]> & { name: string | undefined };
type Answer = QueryArrayResult<[string]>;

/** On the connection that small reads share. Undefined where the read is to have its own. */
async function readCoalesced({ pool }: ResourceContext, query: Query): Promise<Answer | undefined> {
  const answer = await pipelineOf(pool)?.ask<[string]>(query);
  smallReads.inc({ connection: answer ? 'shared' : 'own' });
  return answer;
}

async function readAlone(
  ctx: ResourceContext,
  query: Query,
  { signal, limitMs, operation }: Omit<Parameters<typeof read>[0], 'ctx' | 'statement' | 'values'>,
): Promise<Answer> {
  const client = await connectForStatement(ctx.pool, { seatId: ctx.seatId, limitMs });
  const begun = performance.now();
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    // If the request cannot be sent, the server ends the statement by its own limit.
    cancelling = cancelStatement(ctx.pool, client).catch(() => undefined);
  };
  try {
    if (signal?.aborted) throw new UnavailableError('The caller went away.');
    signal?.addEventListener('abort', cancel);
    return await client.query<[string]>(query);
  } catch (error) {
    throw signal?.aborted ? new UnavailableError('The caller went away.') : error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    // Wait for the cancel request to end before the connection is reused, or it would cancel the next
    // statement.
    await cancelling;
    client.release(isFull(client, query));
    const ms = Math.round(performance.now() - begun);
    if (ms >= SLOW_MS)
      ctx.log.warn({ requestId: ctx.requestId, operation, ms, sql: query.text }, 'slow read');
  }
}

/** Returns the number of rows that a statement reads. Runs it once more with EXPLAIN ANALYZE. */
export async function rowsRead(options: {
  ctx: ResourceContext;
  statement: Compiled;
  values: Omit<Call, 'ctx'>;
}): Promise<number> {
  const { ctx, statement, values } = options;
  const { rows } = await ctx.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement.text}`,
    statement.bind({ ctx, ...values }),
  );
  return rows[0] ? rowsOf(rows[0]['QUERY PLAN'][0].Plan) : 0;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

function rowsOf(node: PlanNode): number {
  const own = node['Relation Name'] === undefined ? 0 : node['Actual Rows'] * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), Math.round(own));
}
