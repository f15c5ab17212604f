import pg from 'pg';
import { type Cluster, USER } from './cluster.ts';
import { freePort, type Settings, startPostmaster, startWatchdog, stopPostmaster } from './postmaster.ts';

/** Recovering a week of a busy log takes hours. */
const RECOVERY_MS = 7 * 24 * 3_600_000;

/** Recovers a cluster that has a `recovery.signal`, and runs `work` on the recovered database. */
export async function recoverCluster<T>(
  { cluster, settings }: { cluster: Cluster; settings: Settings },
  work: (url: string, until: Date) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  // Queries are refused until recovery ends, so that the server reports that it is ready only then.
  const started = await startPostmaster(
    cluster,
    port,
    { hot_standby: 'off', ...settings },
    { startMs: RECOVERY_MS },
  );
  const watchdog = startWatchdog(started, cluster.as);
  try {
    const url = `postgresql://${USER}:${cluster.password}@127.0.0.1:${port}/${USER}`;
    return await work(url, await lastCommit(url));
  } finally {
    watchdog?.kill();
    await stopPostmaster(started);
  }
}

async function lastCommit(url: string): Promise<Date> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query<{ at: Date }>('SELECT coalesce(pg_last_xact_replay_timestamp(), now()) AS at')
    .finally(() => client.end());
  return rows[0]?.at ?? new Date();
}
