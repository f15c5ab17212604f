import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../src/platform/database/migration/migrate.ts';
import { readMigrations } from '../../src/platform/database/migration/migration-files.ts';
import { migrationState } from '../../src/platform/database/migration/migration-state.ts';
import { COMMAND_LINE } from '../support/processes/built.ts';
import { requireInstalled } from '../support/processes/installed.ts';
import { testSystem } from '../support/system.ts';

/** A command that needs a newer database prompts the operator on a terminal, and only there. */

const system = await testSystem();

/** `drain status` reads a table that it makes. */
const NEEDED = '20261126124000_operation';
vi.setConfig({ testTimeout: 120_000 });

/** A database of the version before the migration. */
async function olderDatabase(): Promise<string> {
  const name = `older_${randomUUID().replaceAll('-', '')}`;
  await system.pool.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  onTestFinished(async () => void (await system.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  const url = Object.assign(new URL(system.database.url), { pathname: `/${name}` }).href;
  const only = (await readMigrations()).map((one) => one.name).filter((one) => one < NEEDED);
  await migrate({ url, only });
  return url;
}

/** What `drain status` prints on a terminal of its own when this is typed there. */
async function drainStatus(url: string, typed: string): Promise<{ said: string; code: number }> {
  requireInstalled('script', 'bsdutils');
  const command = `${process.execPath} ${COMMAND_LINE} drain status --json`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      FLIGHTLINE_DATA_DIR: system.config.dataDir,
      FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  let isAsked = false;
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
    if (isAsked || !said.includes('[y/N]')) return;
    isAsked = true;
    child.stdin.write(typed);
  });
  const [code] = await once(child, 'close');
  return { said, code };
}

const pendingOf = async (url: string) => (await migrationState({ url })).pending;

test('an operator who agrees has the database migrated, and the command continues', async () => {
  const url = await olderDatabase();
  const before = await pendingOf(url);
  expect(before).toContain(NEEDED);

  const refused = await drainStatus(url, '\n');
  expect(refused.said).toContain(
    `The command needs a migration that the database lacks. Apply ${before.length} migration`,
  );
  expect(refused.said).toContain('Run `flightline database migrate` first.');
  expect([refused.code, await pendingOf(url)]).toEqual([1, before]);

  const agreed = await drainStatus(url, 'y\n');
  expect(agreed.said).toContain('{"processes":[]}');
  expect([agreed.code, await pendingOf(url)]).toEqual([0, []]);
});
