import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { type Cluster, prepareCluster } from '../../../src/platform/database/embedded/cluster.ts';
import { startEmbedded, withDatabaseUrl } from '../../../src/platform/database/embedded/embedded.ts';
import { freePort } from '../../../src/platform/database/embedded/postmaster.ts';
import type { RunAs } from '../../../src/platform/database/embedded/run-as.ts';
import { WITH_BUILT } from '../../support/processes/built.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newDataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'flightline-zombie-'));
  cleanups.push(() => rm(dir, { recursive: true, force: true, maxRetries: 20 }));
  await chmod(dir, 0o711);
  return dir;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await condition()); await sleep(20))
    if (Date.now() > deadline) throw new Error('It never came to that.');
}

/** Starts a command below a parent that never reaps its children; `lines` are its output. */
function belowNeglectfulParent(command: string[], as?: RunAs) {
  const parent = spawn('/bin/sh', ['-c', '"$@" & echo $!; exec sleep 600', 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...as,
  });
  cleanups.push(() => parent.kill('SIGKILL'));
  return createInterface({ input: (parent as ChildProcess).stdout as NodeJS.ReadableStream })[
    Symbol.asyncIterator
  ]();
}

const stateOf = async (pid: number): Promise<string> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.[0] ?? '';

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await until(async () => (await stateOf(pid)) === 'Z');
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end());
  return rows.flat();
}

async function expectStart(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, settings: FORGETFUL });
  try {
    expect(await ask(server.url, 'SELECT 1')).toEqual([1]);
  } finally {
    await server.stop();
  }
}

/** PostgreSQL itself below such a parent, as a service that was killed together with it leaves it behind. */
async function servePostgres({ binaries, pgData, as }: Cluster): Promise<number> {
  const settings = Object.entries(FORGETFUL).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const listening = ['-p', `${await freePort()}`, '-h', '127.0.0.1', '-k', ''];
  const lines = belowNeglectfulParent([binaries.postgres, '-D', pgData, ...listening, ...settings], as);
  const pid = Number((await lines.next()).value);
  const ready = () => readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  await until(async () => (await ready()).includes('ready'));
  return pid;
}

// Only Linux shows a process's state without a helper.
const linux = test.runIf(process.platform === 'linux');

linux('a killed service that its supervisor has not reaped holds the directory no more', async () => {
  const dataDir = await newDataDir();
  const child = [...WITH_BUILT, resolve('test/support/processes/embedded.ts')];
  const lines = belowNeglectfulParent([process.execPath, ...child, dataDir]);
  const pid = Number((await lines.next()).value);
  await lines.next();
  await kill(pid);
  expect(await withDatabaseUrl({ config: { dataDir }, work: (url) => ask(url, 'SELECT 1') })).toEqual([1]);
  await expectStart(dataDir);
});

linux('a killed PostgreSQL that nobody has reaped does not keep the next one from starting', async () => {
  const dataDir = await newDataDir();
  const cluster = await prepareCluster(dataDir, { sync: false });
  const pid = await servePostgres(cluster);
  await kill(pid);
  await expectStart(dataDir);
  expect(await stateOf(pid)).toBe('Z');
});

linux('processes that a killed PostgreSQL left are waited for', async () => {
  const dataDir = await newDataDir();
  const pid = await servePostgres(await prepareCluster(dataDir, { sync: false }));
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const left = Number(children.split(' ')[0]);
  process.kill(left, 'SIGSTOP');
  await kill(pid);
  const goesOn = sleep(1_000).then(() => process.kill(left, 'SIGCONT'));
  cleanups.push(() => goesOn);
  await expectStart(dataDir);
});

linux('a PostgreSQL that outlived its service is ended, also where nobody reaps it', async () => {
  const dataDir = await newDataDir();
  const pid = await servePostgres(await prepareCluster(dataDir, { sync: false }));
  await expectStart(dataDir);
  expect(await stateOf(pid)).toBe('Z');
});
