import type pg from 'pg';
import type { Logger } from 'pino';
import { causeOf } from '../../log/cause.ts';
import { noteCause } from '../../log/outage-log.ts';
import { currentTracer } from '../../tracing/span.ts';
import { traceStatements } from '../../tracing/statements.ts';
import { lowerBackends } from '../embedded/backend-priority.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { RUN_MS, usePool } from '../transaction/transaction.ts';
import { TransactionAdapter } from '../transaction/transaction-adapter.ts';
import { Pipeline } from './pipeline.ts';
import { cancelByKey } from './pooler.ts';
import { ServerSilent, ServerWatch } from './server-watch.ts';
import { SharedPool, type SharedPoolConfig, type StatementLimit } from './share.ts';

export { Prisma, PrismaClient } from '../generated/prisma/client.ts';
export { afterCommit, type Db, query, sql, transaction } from '../transaction/transaction.ts';

/** The database connections of a process. `prisma` and `pool` share them. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** The default of FLIGHTLINE_DATABASE_POOL. */
const CONNECTIONS = 16;
/** Connections that bypass a pooler: one that listens, and those of work that holds session locks. */
const DIRECT = 4;
/** How long a call waits for a free connection. After that, the database counts as unavailable. */
const WAIT_MS = 5_000;
const COMMON = {
  application_name: 'flightline',
  connectionTimeoutMillis: WAIT_MS,
  // A frozen server cannot enforce its own limit, so the client closes the connection.
  query_timeout: RUN_MS + WAIT_MS,
  keepAlive: true,
};
const LIMITS = { statement_timeout: RUN_MS, idle_in_transaction_session_timeout: RUN_MS };

/** Opens a pool lazily. An unreachable server causes an error at the first statement, not here. */
export function openDatabase(options: {
  url: string;
  /** The address of the server itself, if `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined;
  log?: Pick<Logger, 'warn'>;
  connections?: number;
  limit?: StatementLimit | undefined;
  /** Whether the server is the embedded one, which stops after this process. */
  isEmbedded?: boolean;
}): Database {
  const { url, directUrl, log, connections = CONNECTIONS, limit, isEmbedded = false } = options;
  const direct = { ...COMMON, ...LIMITS };
  // A pooler rejects session settings. They are configured on its own connections (docs/scaling.md).
  const settings = { ...(directUrl === undefined ? direct : COMMON), connectionString: url };
  const watch = new ServerWatch({ config: settings, log, isPooled: directUrl !== undefined });
  const pool = new SharedPool({ ...settings, max: connections, watch, limit }, cancelStatement);
  closeWith(pool, async () => watch.close());
  if (directUrl !== undefined) {
    const config = { ...direct, connectionString: directUrl };
    const directWatch = new ServerWatch({ config, log });
    closeWith(pool, async () => directWatch.close());
    directPools.set(pool, openBeside(pool, { ...config, max: DIRECT, watch: directWatch }));
  }
  // Some poolers do not support pipelining, and a trace shows each statement separately.
  else if (!currentTracer())
    openPipeline(pool, { ...direct, connectionString: url, application_name: 'flightline reads' });
  // Without a listener, losing an idle connection would end the process. The pool replaces it.
  pool.on('error', (error) => {
    if (pool.ending || !log || error instanceof ServerSilent) return;
    // The pool adds the connection, with the key that cancels its statements.
    Reflect.deleteProperty(error, 'client');
    if (noteCause(log, causeOf(error)))
      log.warn({ cause: causeOf(error), err: error }, 'lost an idle database connection');
  });
  // The same applies to a connection that is lost while in use. Its statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (currentTracer()) pool.on('connect', traceStatements);
  if (isEmbedded) lowerBackends(pool);
  const prisma = new PrismaClient({
    adapter: new TransactionAdapter(pool),
    transactionOptions: { maxWait: WAIT_MS, timeout: RUN_MS },
  });
  usePool(prisma, pool);
  return {
    prisma,
    pool,
    close: async () => {
      // Close in reverse order: a later resource may depend on an earlier one.
      for (const close of (closers.get(pool) ?? []).toReversed()) await close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

const closers = new WeakMap<pg.Pool, (() => Promise<unknown>)[]>();

/** Runs `close` when the pool is closed. For separate connections that belong to the pool. */
export function closeWith(pool: pg.Pool, close: () => Promise<unknown>): void {
  closers.set(pool, [...(closers.get(pool) ?? []), close]);
}

/**
 * Returns a pool of connections to the same database, outside the limit of `pool`. It is closed with
 * `pool`.
 */
export const poolBeside = (pool: pg.Pool, options: pg.PoolConfig): pg.Pool =>
  openBeside(pool, { ...pool.options, ...options });

const directPools = new WeakMap<pg.Pool, pg.Pool>();

/**
 * Returns connections with a session of the caller's own, for LISTEN and for locks that outlast a
 * transaction.
 */
export const directPool = (pool: pg.Pool): pg.Pool => directPools.get(pool) ?? pool;

/** Whether a pooler shares the server's sessions among the connections of the pool. */
export const isPooled = (pool: pg.Pool): boolean => directPools.has(pool);

const cancellers = new WeakMap<pg.Pool, pg.Pool>();

/**
 * Cancels the statement that a connection runs. Uses another connection outside the pool, because all
 * connections of the pool may be held by statements to cancel.
 */
export function cancelStatement(
  pool: pg.Pool,
  client: pg.PoolClient & { processID?: number },
): Promise<unknown> {
  if (isPooled(pool)) return cancelByKey(client);
  const canceller =
    cancellers.get(pool) ?? poolBeside(pool, { max: 1, application_name: 'flightline cancel' });
  cancellers.set(pool, canceller);
  return canceller.query('SELECT pg_cancel_backend($1)', [client.processID]);
}

/** Returns a connection for one statement of a seat. The statement is cancelled when it takes too long. */
export const connectForStatement = (
  pool: pg.Pool,
  bounds?: Parameters<SharedPool['connectForStatement']>[0],
): Promise<pg.PoolClient> => (pool instanceof SharedPool ? pool.connectForStatement(bounds) : pool.connect());

const pipelines = new WeakMap<pg.Pool, Pipeline>();

/** Returns the pipeline that small reads share, or undefined if there is none. */
export const pipelineOf = (pool: pg.Pool): Pipeline | undefined => pipelines.get(pool);

function openPipeline(pool: pg.Pool, config: pg.ClientConfig): void {
  const pipeline = new Pipeline(config);
  pipelines.set(pool, pipeline);
  closeWith(pool, () => {
    pipelines.delete(pool);
    return pipeline.close();
  });
}

function openBeside(pool: pg.Pool, options: SharedPoolConfig): pg.Pool {
  const separatePool = openQuietly(options);
  closeWith(pool, () => separatePool.end());
  return separatePool;
}

/**
 * Opens a pool that replaces lost connections without an error event. The running statement reports the
 * error.
 */
function openQuietly(options: SharedPoolConfig): pg.Pool {
  const pool = new SharedPool(options, cancelStatement);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Opens a pool to another server, with the same limits. */
export function openPool(url: string, settings: pg.PoolConfig): pg.Pool {
  const pool = openQuietly({ ...COMMON, ...LIMITS, connectionString: url, ...settings });
  if (currentTracer()) pool.on('connect', traceStatements);
  return pool;
}
