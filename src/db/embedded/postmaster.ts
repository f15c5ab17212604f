import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

export type Settings = Readonly<Record<string, string | number>>;

/** Nothing acknowledged is lost, and statements (which carry values) stay out of the log. */
const DURABLE: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: 100,
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
};

const START_MS = 60_000;

/** Starts the server process and waits until it takes connections. */
export async function startPostmaster(
  cluster: Cluster,
  port: number,
  settings: Settings,
): Promise<ChildProcess> {
  const { binaries, as, pgData, logFile } = cluster;
  const given = Object.entries({ ...DURABLE, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openSync(logFile, 'w', 0o600);
  // Its own session: Ctrl-C in a terminal must reach the service alone, which stops the database last.
  const child = spawn(
    binaries.postgres,
    ['-D', pgData, '-p', `${port}`, '-h', '127.0.0.1', '-k', '', ...given],
    { cwd: pgData, env: { LC_ALL: 'C' }, stdio: ['ignore', log, log], detached: true, ...as },
  );
  closeSync(log);
  let failed: Error | undefined;
  child.once('error', (error) => {
    failed = error;
  });
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(10)) {
    if (failed) throw failed;
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await isReady(pgData, child.pid)) return child;
  }
  child.kill('SIGQUIT');
  const text = await readFile(logFile, 'utf8').catch(() => '');
  throw new Error(`PostgreSQL did not start:\n${text.trim().split('\n').slice(-10).join('\n')}`);
}

/** As pg_ctl does: line 1 of the pid file is the process, line 8 its state. */
async function isReady(pgData: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || address === null) throw new Error('No free port.');
  return address.port;
}

/** Fast shutdown: open transactions end, everything committed is kept. Escalates when that takes too long. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const patience = AbortSignal.timeout(6_000);
  patience.addEventListener('abort', () => child.kill('SIGQUIT'));
  await gone;
}
