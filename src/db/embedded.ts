import { resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Cluster, prepareCluster, USER } from './embedded/cluster.ts';
import { acquireLock, type Lock, type Purpose } from './embedded/lock.ts';
import { freePort, type Settings, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';

export { DataDirHeldError } from './embedded/lock.ts';

export interface EmbeddedDatabase {
  /** A connection string with its password. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The service's data directory; made when missing. */
  dataDir: string;
  log?: Pick<Logger, 'info' | 'warn' | 'error'>;
  purpose?: Purpose;
  /** Of PostgreSQL, over the durable ones; for tests. */
  settings?: Settings;
}

/** Serves the PostgreSQL in the data directory, made on the first start. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const lock = await acquireLock(dataDir, options.purpose ?? 'server');
  try {
    return await serve(await prepareCluster(dataDir), lock, options.settings ?? {});
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function serve(cluster: Cluster, lock: Lock, settings: Settings): Promise<EmbeddedDatabase> {
  const port = await freePort();
  const postmaster = await startPostmaster(cluster, port, settings);
  const url = urlOf({ port, password: cluster.password });
  await ensureDatabase(urlOf({ port, password: cluster.password, database: 'postgres' }));
  await lock.publish(port);
  return {
    url,
    stop: async () => {
      await stopPostmaster(postmaster);
      await lock.release();
    },
  };
}

const urlOf = ({ port, password, database = USER }: { port: number; password: string; database?: string }) =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [USER]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${USER}`);
  } finally {
    await client.end();
  }
}
