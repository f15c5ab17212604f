import type { Pool, PoolClient } from 'pg';
import { poolBeside } from '../../db/client.ts';
import type { DomainContext } from '../context.ts';
import { UnavailableError } from '../errors.ts';
import type { Compiled } from './compile.ts';
import type { Call } from './expression.ts';

/**
 * Runs a compiled read: its answer is the text of one JSON object. When `signal` says that nobody waits for it any
 * more, the statement is cancelled in PostgreSQL.
 */
export async function read(options: {
  ctx: DomainContext;
  statement: Compiled & {
    /** PostgreSQL keeps the plan of a named statement. */
    readonly name?: string | undefined;
  };
  values: Omit<Call, 'ctx'>;
  signal?: AbortSignal | undefined;
}): Promise<string> {
  const { ctx, statement, values, signal } = options;
  const client = await ctx.pool.connect();
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = cancelStatement(ctx, client);
  };
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel, { once: true });
    const { rows } = await client.query<[string]>({
      ...(statement.name !== undefined && { name: statement.name }),
      text: statement.text,
      values: statement.bind({ ctx, ...values }),
      rowMode: 'array',
    });
    const [row] = rows;
    if (!row) throw new Error('A read answered no row.');
    return row[0];
  } catch (error) {
    throw signal?.aborted ? new UnavailableError('The caller went away.') : error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    // The connection must not serve another while it may still be told to cancel.
    await cancelling?.catch(() => undefined);
    client.release();
  }
}

const cancellers = new WeakMap<Pool, Pool>();

/** Over a connection of its own: those of the pool may all be held by statements that are to be cancelled. */
function cancelStatement({ pool }: DomainContext, client: PoolClient & { processID?: number }) {
  const canceller =
    cancellers.get(pool) ?? poolBeside(pool, { max: 1, application_name: 'flightline cancel' });
  cancellers.set(pool, canceller);
  return canceller.query('SELECT pg_cancel_backend($1)', [client.processID]);
}
