import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/platform/database/migration/migrate.ts';
import { readMigrations } from '../../src/platform/database/migration/migration-files.ts';
import { createSeat } from '../support/actors.ts';
import { cliOn } from '../support/cli.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const cli = cliOn(system);
const names = (await readMigrations()).map(({ name }) => name);
const newest = names.at(-1) ?? '';

const recorded = async () =>
  (await system.pool.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')).rows.map(
    ({ name }) => name,
  );
const record = (name: string) =>
  system.pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, '', $2, now(), 1)`,
    [randomUUID(), name],
  );
const forget = (name: string) =>
  system.pool.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [name]);

async function asOlder(): Promise<void> {
  await forget(newest);
  onTestFinished(async () => {
    await forget(newest);
    await record(newest);
  });
}
async function asNewer(): Promise<void> {
  await record('99990101000000_future');
  onTestFinished(async () => void (await forget('99990101000000_future')));
}

test('a command says that the database is older, does what it can, and migrates nothing', async () => {
  await createSeat(system, { name: 'Old' });
  await asOlder();
  const list = await cli('seat', 'list', '--json');
  expect(list.code).toBe(0);
  expect(JSON.parse(list.stdout).seats).toContainEqual(expect.objectContaining({ name: 'Old' }));
  expect(list.stderr).toContain(`lacks 1 migration (${newest}).`);
  expect(await recorded()).not.toContain(newest);
});

test('a command that needs what the database lacks is refused in a sentence', async () => {
  await asOlder();
  await system.pool.query('ALTER TABLE seat RENAME COLUMN read_only TO read_only_later');
  onTestFinished(async () => {
    await system.pool.query('ALTER TABLE seat RENAME COLUMN read_only_later TO read_only');
  });
  const list = await cli('seat', 'list', '--json');
  expect([list.code, JSON.parse(list.stdout)]).toEqual([
    1,
    {
      error:
        'The command needs a migration that the database lacks. Run `flightline database migrate` first.',
    },
  ]);
});

test('a database of a newer version is refused in a sentence, by commands and by a start', async () => {
  await asNewer();
  const sentence =
    /^The database belongs to a newer version: this one does not know 1 migration \(99990101000000_future\)\. Use the newer version/;
  const list = await cli('seat', 'list');
  expect([list.code, list.stdout]).toEqual([1, '']);
  expect(list.stderr).toMatch(sentence);
  const { url } = system.database;
  await expect(migrate({ url })).rejects.toThrow(sentence);
  expect(await migrate({ url, allowsNewer: true })).toEqual([]);
});

test('database status compares, and database migrate --dry-run names what would be applied', async () => {
  const status = async () => JSON.parse((await cli('database', 'status', '--json')).stdout);
  expect(await status()).toMatchObject({
    state: 'current',
    applied: names.length,
    pending: [],
    unknown: [],
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    postgres: expect.stringMatching(/^\d+/),
  });
  await asOlder();
  expect(await status()).toMatchObject({ state: 'older', pending: [newest] });
  const dry = await cli('database', 'migrate', '--dry-run', '--json');
  expect([dry.code, JSON.parse(dry.stdout)]).toEqual([0, { pending: [newest] }]);
  expect(await recorded()).not.toContain(newest);
  await asNewer();
  expect(await status()).toMatchObject({ state: 'newer', unknown: ['99990101000000_future'] });
  expect((await cli('database', 'migrate')).code).toBe(1);
});

test('an empty database is set up by what begins an installation, and by no command that reads', async () => {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await system.pool.query(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(system.database.url), { pathname: `/${name}` }).href;
  onTestFinished(async () => void (await system.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  const onEmpty = cliOn({ ...system, database: { ...system.database, url } });
  const list = await onEmpty('seat', 'list');
  expect([list.code, list.stderr]).toEqual([
    1,
    'The database is empty. Start the service, or run `flightline database migrate`, to set it up.\n',
  ]);
  expect(JSON.parse((await onEmpty('database', 'status', '--json')).stdout)).toMatchObject({
    state: 'empty',
  });
  expect((await onEmpty('seat', 'create', '--name', 'First')).code).toBe(0);
});
