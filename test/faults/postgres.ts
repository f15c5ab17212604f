import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Cluster, prepareCluster, USER } from '../../src/platform/database/embedded/cluster.ts';
import { freePort, type Settings, startPostmaster } from '../../src/platform/database/embedded/postmaster.ts';
import { migrate } from '../../src/platform/database/migration/migrate.ts';

async function newFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-faults-'));
  await chmod(dataDir, 0o711);
  return dataDir;
}

/** A durable PostgreSQL that a fault can be done to. */
export class Postgres {
  readonly url: string;
  readonly dataDir: string;
  readonly #cluster: Cluster;
  readonly #port: number;
  readonly #settings: Settings;
  #process: ChildProcess | undefined;

  private constructor(dataDir: string, cluster: Cluster, port: number, settings: Settings) {
    this.dataDir = dataDir;
    this.#cluster = cluster;
    this.#port = port;
    this.#settings = settings;
    this.url = `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/postgres`;
  }

  static async create(
    options: { settings?: Settings; prepare?: (dataDir: string) => Promise<Cluster> } = {},
  ): Promise<Postgres> {
    const { settings = {}, prepare = prepareCluster } = options;
    const dataDir = await newFolder();
    const cluster = await prepare(dataDir);
    const postgres = new Postgres(dataDir, cluster, await freePort(), settings);
    await postgres.start();
    await migrate({ url: postgres.url });
    return postgres;
  }

  /** A streaming standby of it, on PostgreSQL's own functions: the embedded server ships no pg_basebackup. */
  async standby(settings: Settings = {}): Promise<Postgres> {
    const dataDir = await newFolder();
    const { as, pgData: source, password, binaries } = this.#cluster;
    const pgData = join(dataDir, 'postgres', 'data');
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query(`SELECT pg_backup_start('standby', true)`);
    const isLeftOut = (path: string) =>
      path.endsWith('postmaster.pid') || path.startsWith(`${source}/pg_wal/`);
    await cp(source, pgData, { recursive: true, filter: (path) => !isLeftOut(path) });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await client.end();
    await writeFile(join(pgData, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(pgData, 'standby.signal'), '');
    if (as) await promisify(execFile)('chown', ['-R', `${as.uid}:${as.gid}`, join(dataDir, 'postgres')]);
    const cluster = { binaries, as, pgData, password, logFile: join(dataDir, 'postgres.log') };
    const primary_conninfo = `host=127.0.0.1 port=${this.#port} user=${USER} password=${password} application_name=standby`;
    const standby = new Postgres(dataDir, cluster, await freePort(), {
      ...settings,
      primary_conninfo,
      wal_retrieve_retry_interval: '200ms',
    });
    await standby.start();
    return standby;
  }

  async start(): Promise<void> {
    this.#process = await startPostmaster(this.#cluster, this.#port, this.#settings);
  }

  /** As if the power went: no checkpoint, nothing written that was not written yet. */
  async crash(): Promise<void> {
    const stopped = this.#process;
    this.#process = undefined;
    stopped?.kill('SIGQUIT');
    if (stopped && stopped.exitCode === null && stopped.signalCode === null) await once(stopped, 'exit');
  }

  async checkpoint(): Promise<void> {
    await this.run('CHECKPOINT');
  }

  /** Stops the processes that serve connections; the sockets stay open and nobody answers. */
  async freeze(): Promise<() => void> {
    const { rows } = await this.run<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'flightline' AND pid <> pg_backend_pid()`,
    );
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const { pid } of rows)
        try {
          process.kill(pid, 'SIGCONT');
        } catch {
          // It has gone meanwhile.
        }
    };
  }

  async run<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return await client.query<Row>(statement);
    } finally {
      await client.end();
    }
  }

  /** All of it stops: sockets stay open, and nobody answers. */
  async hang(): Promise<() => void> {
    const { rows } = await this.run<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    const pids = [...rows.map(({ pid }) => pid), this.#process?.pid ?? 0].filter(Boolean);
    const sendAll = (signal: NodeJS.Signals) => {
      for (const pid of pids)
        try {
          process.kill(pid, signal);
        } catch {
          // It has gone meanwhile.
        }
    };
    sendAll('SIGSTOP');
    return () => sendAll('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.crash();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}
