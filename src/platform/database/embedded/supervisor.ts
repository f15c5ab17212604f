import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cluster } from './cluster.ts';
import { type Settings, startPostmaster, startWatchdog, stopOrphan, stopPostmaster } from './postmaster.ts';

export type State = 'running' | 'restarting' | 'stopped';
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

interface Supervised {
  state(): State;
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 5_000;

/** Keeps PostgreSQL running on one port until it is stopped: a crashed server is started again. */
export async function supervise({
  cluster,
  port,
  settings,
  log,
}: {
  cluster: Cluster;
  port: number;
  settings: Settings;
  log?: Log | undefined;
}): Promise<Supervised> {
  let state: State = 'running';
  let watchdog: ChildProcess | undefined;
  let restarting: Promise<void> | undefined;

  const start = async (): Promise<ChildProcess> => {
    await stopOrphan(cluster.pgData);
    const child = await startPostmaster(cluster, port, settings);
    watchdog = startWatchdog(child, cluster.as);
    child.once('exit', (code, signal) => {
      watchdog?.kill();
      if (state === 'stopped') return;
      state = 'restarting';
      log?.error({ code, signal }, 'PostgreSQL ended and is being restarted');
      restarting = restart();
    });
    return child;
  };

  const restart = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE_MS; state === 'restarting'; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        postmaster = await start();
        if (state === 'restarting') state = 'running';
        log?.info({ port }, 'PostgreSQL was restarted');
        return;
      } catch (error) {
        log?.error({ err: error }, 'PostgreSQL could not be restarted');
        await sleep(pause);
      }
    }
  };

  let postmaster = await start();
  return {
    state: () => state,
    stop: async () => {
      state = 'stopped';
      await restarting;
      await stopPostmaster(postmaster);
    },
  };
}
