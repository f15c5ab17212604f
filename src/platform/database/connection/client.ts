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
import { SharedPool, type SharedPoolConfig } from './share.ts';

export { Prisma, PrismaClient } from '../generated/prisma/client.ts';
export { afterCommit, type Db, query, sql, transaction } from '../transaction/transaction.ts';

/** The database connections of a process. `prisma` and `pool` share them. */
export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** As FLIGHTLINE_DATABASE_POOL unless it is set. */
const CONNECTIONS = 16;
/** Past a pooler: one that listens, and work that holds a lock of its session. */
const DIRECT = 4;
/** How long a call waits for a free connection before the database counts as unavailable. */
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
  /** If a pooler in transaction mode is at `url`: the server itself. */
  directUrl?: string | undefined;
  log?: Pick<Logger, 'warn'>;
  connections?: number;
  /** The most statements of seats that run at a time, as of now. Default: as many as there are connections. */
  statements?: (() => number | undefined) | undefined;
  /** Whether the server is the embedded one, which goes after this process. */
  isEmbedded?: boolean;
}): Database {
  const { url, directUrl, log, connections = CONNECTIONS, statements, isEmbedded = false } = options;
  const direct = { ...COMMON, ...LIMITS };
  // A pooler refuses settings of the session. Its own connections have them (docs/scaling.md).
  const settings = { ...(directUrl === undefined ? direct : COMMON), connectionString: url };
  const watch = new ServerWatch({ config: settings, log, isPooled: directUrl !== undefined });
  const pool = new SharedPool({ ...settings, max: connections, watch, statements }, cancelStatement);
  closeWith(pool, async () => watch.close());
  if (directUrl !== undefined) {
    const config = { ...direct, connectionString: directUrl };
    const directWatch = new ServerWatch({ config, log });
    closeWith(pool, async () => directWatch.close());
    directPools.set(pool, openBeside(pool, { ...config, max: DIRECT, watch: directWatch }));
  }
  // Not all poolers know pipelines well, and a trace shows each statement by itself.
  else if (!currentTracer())
    openPipeline(pool, { ...direct, connectionString: url, application_name: 'flightline reads' });
  // Without a listener, losing an idle connection would end the process. The pool replaces it.
  pool.on('error', (error) => {
    if (pool.ending || !log || error instanceof ServerSilent) return;
    if (noteCause(log, causeOf(error)))
      log.warn({ cause: causeOf(error), err: error }, 'lost an idle database connection');
  });
  // The same for a connection that is lost while in use. Its statement fails anyway.
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
      // What was opened last may need what was opened before it.
      for (const close of (closers.get(pool) ?? []).toReversed()) await close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

const closers = new WeakMap<pg.Pool, (() => Promise<unknown>)[]>();

/** Runs `close` when the pool is closed, for separate connections that belong to it. */
export function closeWith(pool: pg.Pool, close: () => Promise<unknown>): void {
  closers.set(pool, [...(closers.get(pool) ?? []), close]);
}

/** Connections to the same database that do not count among those of `pool`, and are closed with it. */
export const poolBeside = (pool: pg.Pool, options: pg.PoolConfig): pg.Pool =>
  openBeside(pool, { ...pool.options, ...options });

const directPools = new WeakMap<pg.Pool, pg.Pool>();

/** Connections whose session is the caller’s own, to listen or to hold a lock beyond a transaction. */
export const directPool = (pool: pg.Pool): pg.Pool => directPools.get(pool) ?? pool;

/** Whether a pooler shares the server's sessions among the connections of the pool. */
export const isPooled = (pool: pg.Pool): boolean => directPools.has(pool);

const cancellers = new WeakMap<pg.Pool, pg.Pool>();

/** Cancels what a connection runs, over another one: those of the pool may all be held by what is to be cancelled. */
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

/** A connection for one statement of a seat, which is cancelled when it takes too long. */
export const connectForStatement = (
  pool: pg.Pool,
  bounds?: Parameters<SharedPool['connectForStatement']>[0],
): Promise<pg.PoolClient> => (pool instanceof SharedPool ? pool.connectForStatement(bounds) : pool.connect());

const pipelines = new WeakMap<pg.Pool, Pipeline>();

/** What small reads share, if they do. */
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
  const beside = openQuietly(options);
  closeWith(pool, () => beside.end());
  return beside;
}

/** Connections that are lost are replaced, and whoever was using one is told by its statement. */
function openQuietly(options: SharedPoolConfig): pg.Pool {
  const pool = new SharedPool(options, cancelStatement);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Connections to another server, within the same limits. */
export function openPool(url: string, settings: pg.PoolConfig): pg.Pool {
  const pool = openQuietly({ ...COMMON, ...LIMITS, connectionString: url, ...settings });
  if (currentTracer()) pool.on('connect', traceStatements);
  return pool;
}
