import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Postgres } from '../faults/postgres.ts';
import { testSystem } from '../support/system.ts';
import { expectCause, expectInRunbook, start } from './support.ts';

const system = await testSystem();
vi.setConfig({ testTimeout: 120_000 });

test('the database password was changed under it', async () => {
  // One that requires passwords, whatever the server of the tests does.
  const server = await Postgres.create();
  onTestFinished(() => server.remove());
  await server.run(`CREATE ROLE service LOGIN SUPERUSER PASSWORD 'before'`);
  const url = Object.assign(new URL(server.url), { username: 'service', password: 'before' }).href;
  const broken = await start(system, { DATABASE_URL: url });
  expect((await broken.verbose()).status).toBe('ready');
  await server.run(`ALTER ROLE service PASSWORD 'after'`);
  await server.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'`);

  await vi.waitFor(
    async () => {
      const { checks } = await broken.verbose();
      expect(checks[0]?.cause).toMatch(/password/);
    },
    { timeout: 20_000 },
  );
  await expectCause(broken, {
    check: 'database',
    cause: /^(database: )?the password is wrong, or the user unknown$/,
    runbook: '`the password is wrong, or the user unknown`',
  });
  expect(await broken.figure('flightline_ready')).toBe(0);
});

test('PostgreSQL was killed: each part that needs it says so once, and everything works again when it is back', async () => {
  const server = await Postgres.create();
  onTestFinished(() => server.remove());
  const broken = await start(system, { DATABASE_URL: server.url });
  expect((await broken.verbose()).status).toBe('ready');
  await server.crash();
  // It is read every 10 s.
  const isSaid = () => broken.lines.some(({ msg }) => msg === 'statistics could not be read');
  await vi.waitFor(() => expect(isSaid()).toBe(true), { timeout: 30_000 });
  await sleep(11_000);
  await expectCause(broken, {
    check: 'database',
    cause: /nothing listens there/,
    runbook: '`nothing listens there`',
  });
  const said = broken.lines
    .filter(({ level }) => level >= 40)
    .map(({ msg, cause, err }) => `${msg}: ${cause ?? (err as Error | undefined)?.message}`);
  expect(said.filter((line, index) => said.indexOf(line) < index)).toEqual([]);
  await server.start();
  await vi.waitFor(async () => expect((await broken.verbose()).status).toBe('ready'), { timeout: 20_000 });
});

test('the master key is another', async () => {
  await (await start(system)).verbose();
  const wrong = { FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64') };
  await expect(start(system, wrong)).rejects.toThrow(
    /^FLIGHTLINE_MASTER_KEY: it is not the key that this database was set up with/,
  );
  expectInRunbook('`FLIGHTLINE_MASTER_KEY` is not the one of this database');
});

test.each([
  [600, 'ahead of'],
  [-600, 'behind'],
])('the clock is %i s off', async (offsetS, words) => {
  const { now } = Date;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offsetS * 1000);
  onTestFinished(() => clock.mockRestore());
  const broken = await start(system);
  await expectCause(broken, {
    check: 'clock',
    cause: new RegExp(`the clock of this machine is (600|599|601) s ${words} that of the database`),
    runbook: '`the clock of this machine is 600 s behind that of the database`',
  });
  expect(await broken.figure('flightline_check_failing{check="clock"}')).toBe(1);
});

test('the standby is a day behind', async () => {
  const primary = await Postgres.create();
  onTestFinished(() => primary.remove());
  const standby = await primary.standby({ recovery_min_apply_delay: '1d' });
  onTestFinished(() => standby.remove());
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query('CREATE TABLE written_today ()');
  await client.end();

  const broken = await start(system, {
    DATABASE_URL: primary.url,
    FLIGHTLINE_DATABASE_REPLICA_URL: standby.url,
  });
  const { status, checks } = await broken.verbose();
  expect([status, checks.find(({ name }) => name === 'replica')]).toEqual([
    'ready',
    {
      name: 'replica',
      status: 'failing',
      reason: 'The replica of the database does not answer, or is too far behind.',
      cause: expect.stringContaining('The replica is too far behind'),
    },
  ]);
  await vi.waitFor(
    async () => expect(await broken.figure('flightline_replica_lag_seconds')).toBeGreaterThan(1),
    { timeout: 20_000, interval: 500 },
  );
  expectInRunbook('`The replica is too far behind. It lacks …`');
});
