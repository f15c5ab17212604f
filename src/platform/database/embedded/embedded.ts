import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkWritable } from '../../files/data-dir.ts';
import { SettingError } from '../../settings/setting-error.ts';
import { type Cluster, hasCluster, prepareCluster, readPassword, USER } from './cluster.ts';
import { acquireLock, DataDirHeldError, type Lock, type Purpose, readHolder } from './lock.ts';
import { freePort, type Settings } from './postmaster.ts';
import { type Log, type State, supervise } from './supervisor.ts';

export { DataDirHeldError } from './lock.ts';

export interface EmbeddedDatabase {
  /** A connection string with its password. Does not change when the server restarts. */
  readonly url: string;
  /** PGDATA */
  readonly pgData: string;
  /** Where PostgreSQL writes segments to be archived. */
  readonly spool: string;
  /** `restarting` while a crashed server is started again: statements fail as unavailable. */
  state(): State;
  /** Stops the server within a few seconds. No committed data is lost. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The service's data directory. It is created if it does not exist. */
  dataDir: string;
  log?: Log | undefined;
  purpose?: Purpose;
  /** Whether the write-ahead log is archived: PostgreSQL copies its segments to `spool`. */
  archives?: boolean;
  /** Overrides the durable settings of PostgreSQL, for tests. */
  settings?: Settings;
}

const SPOOL = 'wal-spool';
/**
 * PostgreSQL runs the command in PGDATA and repeats it until it succeeds. It may then overwrite the
 * segment.
 */
const ARCHIVING: Settings = {
  archive_mode: 'on',
  archive_command: `cp "%p" "../${SPOOL}/%f.part" && sync "../${SPOOL}/%f.part" && mv "../${SPOOL}/%f.part" "../${SPOOL}/%f"`,
  // A segment is archived at least every 60 s, so that everything older can be recovered, however little
  // was written.
  archive_timeout: 60,
};

/** How long a start waits for a command that holds the directory. */
const COMMAND_MS = 30_000;

/**
 * Starts the PostgreSQL of the data directory, which the first start creates, and recovers from an earlier
 * crash. Throws DataDirHeldError, which names the holder, while another service uses the directory.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, purpose = 'server', archives = false } = options;
  const settings = { ...(archives ? ARCHIVING : {}), ...options.settings };
  const dataDir = resolve(options.dataDir);
  await checkWritable(dataDir);
  const lock = await lockFor(dataDir, purpose);
  try {
    const cluster = await prepareCluster(dataDir, { sync: settings.fsync !== 'off' });
    const { pgData } = cluster;
    const spool = join(dirname(pgData), SPOOL);
    if (archives) await makeSpool(spool, cluster);
    const port = await choosePort(dataDir);
    const server = await supervise({ cluster, port, settings, log });
    const stop = () => server.stop().finally(() => lock.release());
    try {
      const { password } = cluster;
      await ensureDatabase(urlOf({ port, password, database: 'postgres' }));
      await lock.publish(port);
      return { url: urlOf({ port, password }), pgData, spool, state: server.state, stop };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw isDiskFull(error)
      ? new SettingError('FLIGHTLINE_DATA_DIR', `no space is left on the disk of ${dataDir}.`, {
          cause: error,
        })
      : error;
  }
}

/** PostgreSQL and initdb report a full disk in different words. */
const isDiskFull = (error: unknown): boolean => {
  const { code, message, stderr } = error as { code?: unknown; message?: string; stderr?: string };
  return code === 'ENOSPC' || /No space left on device/.test(`${message}${stderr}`);
};

/** Returns the connection string of the server that uses the directory, whichever process started it. */
export async function embeddedUrl(dataDir: string): Promise<string | undefined> {
  const holder = await readHolder(resolve(dataDir));
  if (holder?.port === undefined) return undefined;
  return urlOf({ port: holder.port, password: await readPassword(dataDir) });
}

/**
 * For commands that need the data directory exclusively: runs `work` with the configured database, or
 * starts the embedded one for it.
 */
export async function withDatabaseServer<T>({ config, work }: ForCommand<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  const own = await startEmbedded({ ...forCommand(config), purpose: 'command' });
  return await work(own.url).finally(() => own.stop());
}

interface CommandConfig {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** A command does not create a database in a directory that nobody named. */
  hasDefaultDataDir?: boolean;
  /** The log of what a command writes is archived, too. */
  walArchive?: unknown;
}

const forCommand = ({ dataDir, walArchive }: CommandConfig) => ({
  dataDir,
  archives: walArchive !== undefined,
});

interface ForCommand<T> {
  config: CommandConfig;
  work: (url: string) => Promise<T>;
}

/**
 * For commands: runs `work` with the configured database, or with the embedded one of the running service,
 * or else starts it for the duration of `work`. Does not migrate it. Concurrent commands wait for each
 * other. Throws SettingError if there is no database and no directory was named for one.
 */
export async function withDatabaseUrl<T>({ config, work }: ForCommand<T>): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  for (;;) {
    const holder = await readHolder(resolve(config.dataDir));
    if (!holder && config.hasDefaultDataDir && !(await hasCluster(config.dataDir)))
      throw new SettingError('FLIGHTLINE_DATA_DIR', noDatabase(config.dataDir));
    const url = holder?.purpose === 'server' ? await embeddedUrl(config.dataDir) : undefined;
    if (url !== undefined) return work(url);
    const own = holder ? undefined : await startForCommand(config);
    if (!own) {
      await sleep(50);
      continue;
    }
    try {
      return await work(own.url);
    } finally {
      await own.stop();
    }
  }
}

const noDatabase = (dataDir: string): string =>
  `is not set, and ${resolve(dataDir)} has no database. Set it to the data directory of the service, set DATABASE_URL, or start the service here first.`;

/** Returns undefined if another process was faster. */
async function startForCommand(config: CommandConfig): Promise<EmbeddedDatabase | undefined> {
  try {
    return await startEmbedded({ ...forCommand(config), purpose: 'command' });
  } catch (error) {
    if (error instanceof DataDirHeldError) return undefined;
    throw error;
  }
}

async function makeSpool(spool: string, { as }: Cluster): Promise<void> {
  if (process.platform === 'win32')
    throw new SettingError('FLIGHTLINE_WAL_ARCHIVE', 'cannot be used on Windows.');
  await mkdir(spool, { recursive: true, mode: 0o700 });
  if (as) await chown(spool, as.uid, as.gid);
}

async function lockFor(dataDir: string, purpose: Purpose): Promise<Lock> {
  for (const deadline = Date.now() + COMMAND_MS; ; await sleep(50)) {
    try {
      return await acquireLock(dataDir, purpose);
    } catch (error) {
      const waits = purpose === 'server' && error instanceof DataDirHeldError && Date.now() < deadline;
      if (!waits || (await readHolder(dataDir))?.purpose === 'server') throw error;
    }
  }
}

/** Returns the port of the last start if it is free, so that a saved connection string stays valid. */
async function choosePort(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres.port');
  const last = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = await freePort(last);
  if (port !== last) await writeFile(file, `${port}\n`);
  return port;
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
