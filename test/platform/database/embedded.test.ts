import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { PRIORITY, SESSION_PRIORITY } from '../../../src/platform/database/embedded/backend-priority.ts';
import { prepareCluster } from '../../../src/platform/database/embedded/cluster.ts';
import {
  type EmbeddedOptions,
  embeddedUrl,
  startEmbedded,
  withDatabaseUrl,
} from '../../../src/platform/database/embedded/embedded.ts';
import { freePort, startPostmaster } from '../../../src/platform/database/embedded/postmaster.ts';
import { canReach, type RunAs, runAs } from '../../../src/platform/database/embedded/run-as.ts';
import { isUnavailable } from '../../../src/platform/database/errors.ts';
import { WITH_BUILT } from '../../support/processes/built.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newDataDir({ mode = 0o711 } = {}): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'flightline-embedded-'));
  cleanups.push(async () => {
    await rm(await realpath(join(dir, 'data', 'postgres')).catch(() => dir), {
      recursive: true,
      force: true,
      maxRetries: 20,
    });
    await rm(dir, { recursive: true, force: true, maxRetries: 20 });
  });
  await chmod(dir, mode);
  return join(dir, 'data');
}

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}) {
  const server = await startEmbedded({ dataDir, settings: FORGETFUL, ...options });
  cleanups.push(() => server.stop());
  return server;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** A service in a process of its own, as the given user. */
async function startChild(dataDir: string, as?: RunAs): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    [...WITH_BUILT, resolve('test/support/processes/embedded.ts'), dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'], ...as },
  );
  cleanups.push(async () => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
  throw new Error('The child did not start.');
}

/** Ends it as a crash would. */
async function killed(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + 15_000; !(await condition()); await sleep(20))
    if (Date.now() > deadline) throw new Error('It never came to that.');
}

const isUp = (url: string) =>
  ask(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

it('goes after the process that it serves, also where sessions share the processors', async () => {
  const { url } = await start(await newDataDir());
  const { pool, close } = openDatabase({ url, isEmbedded: true });
  cleanups.push(close);
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid ?? 0;
  expect(getPriority(pid)).toBe(PRIORITY);
  const sessionOf = (process: number | string) =>
    readFile(`/proc/${process}/autogroup`, 'utf8').then(
      (text) => Number(text.split('nice ')[1]),
      () => undefined,
    );
  if ((await sessionOf('self')) !== undefined)
    await until(async () => (await sessionOf(pid)) === SESSION_PRIORITY);
});

describe('the first start', () => {
  it('makes a durable UTF-8 database behind a password that only its owner can read', async () => {
    const dataDir = await newDataDir();
    const { url } = await start(dataDir, { settings: {} });
    const settings = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'server_encoding',
      'listen_addresses',
    ];
    const values = await ask(
      url,
      `SELECT current_setting(name) FROM unnest('{${settings}}'::text[]) AS name`,
    );
    expect(values).toEqual(['on', 'on', 'on', 'UTF8', '127.0.0.1']);
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    const wrong = Object.assign(new URL(url), { password: 'guess' }).href;
    await expect(ask(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await ask(url, 'CREATE EXTENSION pg_trgm');
    expect(await ask(url, `SELECT show_trgm('a')`)).toHaveLength(1);
  });

  it('works where only root may look: the files then lie where PostgreSQL can reach them', async () => {
    const dataDir = await newDataDir({ mode: 0o700 });
    const { url, stop } = await start(dataDir);
    await ask(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await stop();
    expect(await ask((await start(dataDir)).url, 'SELECT n FROM kept')).toEqual([42]);
  });
});

describe('an ordinary user', () => {
  it('starts it, and PostgreSQL runs as that user; root may take over later', async () => {
    const dataDir = await newDataDir();
    // Root tries this as nobody, where nobody can read the checkout; an ordinary user is one already.
    const nobody = await runAs(dataDir);
    const as = nobody && (await canReach(process.cwd(), nobody)) ? nobody : undefined;
    await mkdir(dataDir);
    if (as) await chown(dataDir, as.uid, as.gid);
    const { child, url } = await startChild(dataDir, as);
    await ask(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    const { uid } = await stat(join(dataDir, 'postgres/data/PG_VERSION'));
    expect(uid).toBe(as?.uid ?? nobody?.uid ?? process.getuid?.());
    await killed(child);
    await until(async () => !(await isUp(url)));
    expect(await ask((await start(dataDir)).url, 'SELECT n FROM kept')).toEqual([42]);
  });
});

describe('a second start', () => {
  it('on a directory in use says who holds it, and disturbs nothing', async () => {
    const dataDir = await newDataDir();
    const { url } = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`is held by process ${process.pid} on`);
    expect(await ask(url, 'SELECT 1')).toEqual([1]);
  });

  it('on a copy of a directory in use says so, and no command takes it for the original', async () => {
    const dataDir = await newDataDir();
    await start(dataDir);
    const copy = await newDataDir();
    await cp(dataDir, copy, { recursive: true });
    const copied = /^FLIGHTLINE_DATA_DIR: .* was copied while process \d+ on .* used the original/;
    await expect(start(copy)).rejects.toThrow(copied);
    expect(await embeddedUrl(copy)).toBeUndefined();
    const config = { databaseUrl: undefined, dataDir: copy };
    await expect(withDatabaseUrl({ config, work: async (url) => url })).rejects.toThrow(copied);
  });

  it('at the same moment: exactly one of five serves', async () => {
    const dataDir = await newDataDir();
    const starts = await Promise.allSettled(Array.from({ length: 5 }, () => start(dataDir)));
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
  });

  it('takes over a lock whose process number now belongs to another process', async () => {
    const dataDir = await newDataDir();
    const { stop } = await start(dataDir);
    const lock = JSON.parse(await readFile(join(dataDir, 'server.lock'), 'utf8'));
    await stop();
    await writeFile(join(dataDir, 'server.lock'), JSON.stringify({ ...lock, processStart: '1' }));
    expect(await ask((await start(dataDir)).url, 'SELECT 1')).toEqual([1]);
  });

  it('after a stop finds the data, at the same address', async () => {
    const dataDir = await newDataDir();
    const first = await start(dataDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await first.stop();
    expect(await embeddedUrl(dataDir)).toBeUndefined();
    const second = await start(dataDir);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'SELECT n FROM kept')).toEqual([42]);
    expect(await readdir(dataDir)).not.toContain('server.lock.takeover');
  });
});

describe('a crash', () => {
  it('of PostgreSQL: it is started again, statements meanwhile fail as unavailable, the pool recovers', async () => {
    const dataDir = await newDataDir();
    const server = await start(dataDir, { settings: {} });
    const { prisma, pool, close } = openDatabase({ url: server.url });
    cleanups.push(close);
    await pool.query('CREATE TABLE kept AS SELECT 42 AS n');
    const before = await postmasterOf(dataDir);
    process.kill(before, 'SIGKILL');
    const errors: unknown[] = [];
    await until(async () => {
      const results = await Promise.allSettled([pool.query('SELECT 1'), prisma.$queryRaw`SELECT 1`]);
      for (const result of results) if (result.status === 'rejected') errors.push(result.reason);
      return server.state() === 'running' && (await postmasterOf(dataDir).catch(() => before)) !== before;
    });
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter((error) => !isUnavailable(error))).toEqual([]);
    await until(() => isUp(server.url));
    expect((await pool.query('SELECT n FROM kept')).rows).toEqual([{ n: 42 }]);
    expect(await prisma.$queryRaw`SELECT n FROM kept`).toEqual([{ n: 42 }]);
  });

  it('of the service takes PostgreSQL along, and the next start finds what was committed', async () => {
    const dataDir = await newDataDir();
    const { child, url } = await startChild(dataDir);
    await ask(url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await killed(child);
    await until(async () => !(await isUp(url)));
    expect(await ask((await start(dataDir)).url, 'SELECT n FROM kept')).toEqual([42]);
  });

  it('that leaves PostgreSQL running: the next start ends it and serves', async () => {
    const dataDir = await newDataDir();
    await (await start(dataDir)).stop();
    const orphan = await startPostmaster(await prepareCluster(dataDir), await freePort(), FORGETFUL);
    expect(await ask((await start(dataDir)).url, 'SELECT 1')).toEqual([1]);
    expect(orphan.exitCode).toBe(0);
  });
});

const TABLES = `SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public'`;

describe('a command', () => {
  it('uses the running server of another process', async () => {
    const dataDir = await newDataDir();
    const { url } = await startChild(dataDir);
    expect(await withDatabaseUrl({ config: { dataDir }, work: async (found) => found })).toBe(url);
    expect(await isUp(url)).toBe(true);
  });

  it('starts the server when none runs, as it is, and stops it; commands at once take turns', async () => {
    const dataDir = await newDataDir();
    const run = () =>
      withDatabaseUrl({
        config: { dataDir },
        work: async (url) => ({ url, tables: await ask(url, TABLES) }),
      });
    const results = await Promise.all([run(), run(), run()]);
    expect(results.map(({ tables }) => tables)).toEqual([[0], [0], [0]]);
    expect(await isUp(results[0]?.url ?? '')).toBe(false);
    expect(await embeddedUrl(dataDir)).toBeUndefined();
  });

  it('a service that starts meanwhile waits for it', async () => {
    const dataDir = await newDataDir();
    const command = withDatabaseUrl({ config: { dataDir }, work: () => sleep(3_000) });
    await until(async () => (await embeddedUrl(dataDir)) !== undefined);
    expect(await ask((await start(dataDir)).url, 'SELECT 1')).toEqual([1]);
    await command;
  });
});
