import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { FORGETFUL } from '../../scripts/scratch-server.ts';
import { seedReferenceData } from '../../src/domain/audiences/dictionary/seed.ts';
import { createPartitions, DAYS_AHEAD } from '../../src/domain/events/intake/partitions.ts';
import { daysTaken } from '../../src/domain/events/intake/request-key.ts';
import { startEmbedded } from '../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../src/platform/database/migration/migrate.ts';
import { DAY_MS } from '../../src/platform/database/rows/partition-names.ts';
import { createRunFolder } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that this run makes its databases on, and the migrated one to clone. */
    databaseServer: { url: string; template: string; socket?: string };
  }
}

/** One server for the whole run: the one at TEST_DATABASE_URL (its user may create databases), or our own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWhatIsOld();
  project.onTestsRerun(buildWhatIsOld);
  const folder = createRunFolder();
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder.path;
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? undefined : await startOwn(folder.path);
  const url = given ?? own?.url ?? '';
  const template = `flightline_template_${process.pid}`;
  try {
    await admin(url, `DROP DATABASE IF EXISTS ${template}`, `CREATE DATABASE ${template} TEMPLATE template0`);
    await fill(Object.assign(new URL(url), { pathname: `/${template}` }).href);
  } catch (error) {
    await own?.stop();
    folder.remove();
    throw error;
  }
  project.provide('databaseServer', { url, template, ...(own?.socket && { socket: own.socket }) });
  return async () => {
    if (own) await own.stop();
    else await admin(url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    folder.remove();
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  };
}

/** Tests import and start what is built, as it is deployed. The web pages only where there are none; `npm run build` makes them. */
async function buildWhatIsOld(): Promise<void> {
  const build = (script: string) => execFileSync(process.execPath, [`scripts/${script}.mjs`]);
  const builtAt = existsSync('dist/build.json') ? statSync('dist/build.json').mtimeMs : 0;
  const isNewer = (name: string) => statSync(join('src', name)).mtimeMs > builtAt;
  if (readdirSync('src', { encoding: 'utf8', recursive: true }).some(isNewer)) build('build-service');
  if (!existsSync('dist/pages/docs.html')) build('build-pages');
}

/** Tables, reference data and the partitions of the coming days, as every installation has them. */
async function fill(url: string): Promise<void> {
  await migrate({ url });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await seedReferenceData(pool);
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1)
      for (const day of daysTaken(new Date(Date.now() + ahead * DAY_MS))) await createPartitions(pool, day);
  } finally {
    await pool.end();
  }
}

/** A server of this run's own. Its socket is a folder, which Windows does not have. */
async function startOwn(folder: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-test-'));
  // Else root's server, which runs as nobody, would have to keep its files elsewhere.
  await chmod(dataDir, 0o711);
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  const socket = process.platform === 'win32' ? undefined : join(folder, 'socket');
  if (socket !== undefined) {
    await mkdir(socket);
    await chmod(socket, 0o777);
  }
  const settings = {
    ...FORGETFUL,
    // Four workers, some with two processes of sixteen connections each.
    max_connections: 400,
    ...(socket !== undefined && { unix_socket_directories: socket }),
  };
  const server = await startEmbedded({ dataDir, settings }).catch(async (error) => {
    await remove();
    throw error;
  });
  // Thousands of connections are opened during a run, each of which derives a key from the password.
  const { password } = new URL(server.url);
  await admin(server.url, 'SET scram_iterations = 1', `ALTER ROLE CURRENT_USER PASSWORD '${password}'`);
  return { url: server.url, socket, stop: () => server.stop().finally(remove) };
}

async function admin(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
