import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lowerPriority } from '../../process/priority.ts';
import { PRIORITY } from './backend-priority.ts';
import type { Cluster } from './cluster.ts';
import { isZombie } from './process-table.ts';
import type { RunAs } from './run-as.ts';

export type Settings = Readonly<Record<string, string | number>>;

/** No acknowledged write is lost, and statements, which contain values, are not logged. */
const DURABLE: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: 100,
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: 1.1,
  jit: 'off',
  // A statement uses one processor: parallel workers would take all of them from other callers.
  max_parallel_workers_per_gather: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
};

const START_MS = 60_000;
/** How long the processes of a killed server may take to exit; long on a busy machine. */
const EXIT_MS = 15_000;
/** PostgreSQL's own message, in the locale that it is started with. */
const IN_USE = /shared memory block .* still in use/;

/** Starts the server process and waits until it accepts connections. */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
  settings: Settings,
  { startMs = START_MS }: { startMs?: number } = {},
): Promise<ChildProcess> {
  for (const deadline = Date.now() + EXIT_MS; ; await sleep(100))
    try {
      return await tryToStart({ cluster, port, settings, startMs });
    } catch (error) {
      if (!IN_USE.test(String(error)) || Date.now() > deadline) throw error;
    }
}

async function tryToStart(options: {
  cluster: Cluster;
  port: number;
  settings: Settings;
  startMs: number;
}): Promise<ChildProcess> {
  const { cluster, port, settings, startMs } = options;
  const { binaries, as, pgData, logFile } = cluster;
  const given = Object.entries({ ...DURABLE, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openSync(logFile, 'w', 0o600);
  // A separate session: Ctrl-C in a terminal must reach only the service, which stops the database last.
  const child = spawn(
    binaries.postgres,
    ['-D', pgData, '-p', `${port}`, '-h', '127.0.0.1', '-k', '', ...given],
    {
      cwd: pgData,
      env: { LC_ALL: 'C', ...(await disregardZombie(pgData)) },
      stdio: ['ignore', log, log],
      detached: true,
      ...as,
    },
  );
  closeSync(log);
  if (child.pid !== undefined) lowerPriority(child.pid, PRIORITY);
  let failed: Error | undefined;
  child.once('error', (error) => {
    failed = error;
  });
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(10)) {
    if (failed) throw failed;
    const ready = await isReady(pgData, child.pid);
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (ready) return child;
  }
  child.kill('SIGQUIT');
  const text = await readFile(logFile, 'utf8').catch(() => '');
  throw new Error(`PostgreSQL did not start:\n${text.trim().split('\n').slice(-10).join('\n')}`);
}

/**
 * PostgreSQL refuses to start while its pid file names a killed process that was not reaped yet. It ignores
 * the process in this variable, which is meant for wrapper scripts, and still looks for running backends.
 */
async function disregardZombie(pgData: string): Promise<NodeJS.ProcessEnv> {
  const pid = await recordedPid(pgData);
  return pid > 0 && (await isZombie(pid)) ? { PG_GRANDPARENT_PID: `${pid}` } : {};
}

/** Returns the process ID in the cluster's pid file, or 0 without one. */
async function recordedPid(pgData: string): Promise<number> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || 0;
}

/** Like pg_ctl: line 1 of the pid file is the process ID, line 8 its state. */
async function isReady(pgData: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** Returns the preferred port if it is free, else any free one. */
export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  const port = await new Promise<number | undefined>((done) => {
    server.once('error', () => done(undefined));
    server.listen(preferred, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' ? address?.port : undefined);
    });
  });
  await new Promise((done) => server.close(done));
  if (port !== undefined) return port;
  if (preferred === 0) throw new Error('There is no free port on 127.0.0.1.');
  return freePort();
}

const FAST_MS = 6_000;

/**
 * Fast shutdown: open transactions are aborted, committed data is not lost. Escalates if that takes too
 * long.
 */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), FAST_MS);
  await gone;
  clearTimeout(hurry);
}

/**
 * Stops a server that outlived the process that started it, and whose watchdog has not stopped it. The
 * caller holds the lock of the directory, so no other process can be using the server.
 */
export async function stopOrphan(pgData: string): Promise<void> {
  const pid = await recordedPid(pgData);
  if (!(pid > 0) || !(await isPostgres(pid, pgData))) return;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    for (const deadline = Date.now() + FAST_MS; Date.now() < deadline; await sleep(20))
      if (!(await isPostgres(pid, pgData))) return;
  }
}

/** The process ID in the file may belong to another process by now. */
async function isPostgres(pid: number, pgData: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(async () => {
    if (process.platform === 'linux') return '';
    const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', `${pid}`]).catch(() => undefined);
    return ps?.stdout ?? '';
  });
  return command.includes('postgres') && command.includes(pgData);
}

/** Stops the server when this process exits without stopping it, even by SIGKILL, because the pipe closes. */
export function startWatchdog(postmaster: ChildProcess, as: RunAs | undefined): ChildProcess | undefined {
  if (process.platform === 'win32' || postmaster.pid === undefined) return undefined;
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', `${postmaster.pid}`], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...as,
  });
  watchdog.on('error', () => undefined);
  watchdog.unref();
  return watchdog;
}
