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
import type { ResourceContext } from '../context.ts';
import type { Call } from '../define/expression.ts';
import { UnavailableError } from '../errors.ts';
import type { Compiled } from './compile.ts';

/** A statement that is run again and again: from the second time on PostgreSQL keeps its plan under a name. */
export interface Prepared extends Compiled {
  /** It may share a connection with others (`bound.ts`). */
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

/** By its text: plans that are made again find the statement that their connections have prepared. */
function nameOf(statement: Prepared): string | undefined {
  statement.uses += 1;
  if (statement.uses === 2)
    statement.name = `read ${createHash('sha256').update(statement.text).digest('base64url')}`;
  return statement.name;
}

/** What reads need of an AbortSignal. Its listeners run once. */
export interface AbortSource {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A read that takes longer is logged, with its statement. */
const SLOW_MS = 1_000;

/**
 * Runs a compiled read: its answer is the text of one JSON object. A small one shares a connection with others
 * (docs/adr/0020). When `signal` says that nobody waits for another any more, it is cancelled in PostgreSQL.
 */
export async function read(options: {
  ctx: ResourceContext;
  statement: Prepared;
  values: Omit<Call, 'ctx'>;
  signal?: AbortSource | undefined;
  /** How long the statement may take; ten seconds unless it says less. */
  limitMs?: number | undefined;
  /** What the log calls a slow one. */
  operation?: string | undefined;
}): Promise<string> {
  const { ctx, statement, values, signal, limitMs, operation } = options;
  if (isTransaction(ctx.db)) return readWithin(ctx, statement, values);
  const requested: Query = {
    name: nameOf(statement),
    text: statement.text,
    values: statement.bind({ ctx, ...values }),
    rowMode: 'array',
  };
  const shared = statement.isSmall ? await readCoalesced(ctx, requested) : undefined;
  const { rows } = shared ?? (await readAlone(ctx, requested, { signal, limitMs, operation }));
  const [row] = rows;
  if (!row) throw new Error('A read answered no row.');
  return row[0];
}

/** In the transaction of `ctx`, which sees what it wrote. */
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
    // A server that cannot be told ends the statement when its time is over.
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
    // The connection must not serve another while it may still be told to cancel.
    await cancelling;
    client.release(isFull(client, query));
    const ms = Math.round(performance.now() - begun);
    if (ms >= SLOW_MS)
      ctx.log.warn({ requestId: ctx.requestId, operation, ms, sql: query.text }, 'slow read');
  }
}

/** Rows that a statement reads, as PostgreSQL counts them when it runs it once more. */
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
