import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, prepareCluster, USER } from '../../src/db/embedded/cluster.ts';
import { freePort, type Settings, startPostmaster } from '../../src/db/embedded/postmaster.ts';
import { migrate } from '../../src/db/migrate.ts';

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
    const dataDir = await mkdtemp(join(tmpdir(), 'flightline-faults-'));
    await chmod(dataDir, 0o711);
    const cluster = await prepare(dataDir);
    const postgres = new Postgres(dataDir, cluster, await freePort(), settings);
    await postgres.start();
    await migrate({ url: postgres.url });
    return postgres;
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
    await this.#run('CHECKPOINT');
  }

  /** Stops the processes that serve connections; the sockets stay open and nobody answers. */
  async freeze(): Promise<() => void> {
    const { rows } = await this.#run<{ pid: number }>(
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

  async #run<Row extends pg.QueryResultRow>(statement: string): Promise<pg.QueryResult<Row>> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return await client.query<Row>(statement);
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await this.crash();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}
