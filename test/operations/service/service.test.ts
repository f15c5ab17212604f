import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient, tokenFor } from '../../support/actors.ts';
import { SERVICE } from '../../support/processes/built.ts';
import { freePort } from '../../support/processes/start.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();

/** The service itself, in a process of its own. */
function run(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [SERVICE], {
    env: { PATH: process.env.PATH ?? '', FLIGHTLINE_DEMO: 'off', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  const read = (chunk: unknown) => {
    text += String(chunk);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return { child, output: () => text };
}

async function startOnTestDatabase(): Promise<{ child: ChildProcess; origin: string; output: () => string }> {
  const port = await freePort();
  const started = run({
    PORT: String(port),
    DATABASE_URL: system.database.url,
    FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
    FLIGHTLINE_SERVICES: 'graphql,identity,traffic',
    FLIGHTLINE_DRAIN_SECONDS: '0',
  });
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 100,
  });
  return { ...started, origin };
}

test('every bad setting is named at once, and nothing starts', async () => {
  const { child, output } = run({ PORT: 'abc', LOG_LEVEL: 'loud', FLIGHTLINE_SERVICES: 'graphql,mail' });
  expect((await once(child, 'exit'))[0]).toBe(2);
  for (const name of ['PORT', 'LOG_LEVEL', 'FLIGHTLINE_SERVICES']) expect(output()).toContain(`${name}: `);
  // A process that has never run compiles what it loads.
}, 120_000);

test('of 250 calls at once over two processes exactly 60 pass; both then stop in order', async () => {
  const { userId, ...client } = await createClient(system, { quotas: { getPerMin: 60, getPerHr: 8000 } });
  const token = await tokenFor(system, { userId, ...client });
  const services = await Promise.all([startOnTestDatabase(), startOnTestDatabase()]);

  const statuses = await Promise.all(
    Array.from({ length: 250 }, async (_, i) => {
      const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
      return (await fetch(`${services[i % 2]?.origin}/traffic/advertisers`, { headers })).status;
    }),
  );
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  expect([count(200), count(429), statuses.filter((status) => ![200, 429].includes(status))]).toEqual([
    60,
    190,
    [],
  ]);

  for (const { origin, output } of services) {
    expect(output()).toContain(`Flightline is up at ${origin}`);
    expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(
      /flightline_quota_refusals_total\{limit="GET_PER_MINUTE"\} \d+/,
    );
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' });
  }
  for (const { child } of services) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  }
}, 120_000);

test('on SIGTERM it responds to the request in flight, accepts no other, and exits with 0', async () => {
  const { userId, ...client } = await createClient(system);
  const token = await tokenFor(system, { userId, ...client });
  const { child, origin } = await startOnTestDatabase();
  const exited = once(child, 'exit');

  const blocker = await system.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE advertiser IN ACCESS EXCLUSIVE MODE');
  const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  const answer = fetch(`${origin}/traffic/advertisers`, { headers });
  try {
    await vi.waitFor(
      async () => {
        const { rowCount } = await system.pool.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'advertiser'::regclass`,
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 20_000 },
    );
    child.kill('SIGTERM');
    await vi.waitFor(() => expect(fetch(`${origin}/healthz`)).rejects.toThrow(), { timeout: 5_000 });
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }

  const { status, body } = await answer.then(async (r) => ({ status: r.status, body: await r.json() }));
  expect([status, body.response]).toEqual([200, []]);
  expect(await exited).toEqual([0, null]);
}, 120_000);

test('503 at /readyz while the database is unavailable or lacks a migration', async () => {
  const { testApp } = await import('../../support/app.ts');
  const other = await testSystem();
  const { send } = await testApp(other);
  expect((await send('GET', '/readyz')).status).toBe(200);
  await other.pool.query(`UPDATE _prisma_migrations SET rolled_back_at = now()
                          WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`);
  expect(await send('GET', '/readyz')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  await other.pool.query('UPDATE _prisma_migrations SET rolled_back_at = NULL');
  expect((await send('GET', '/readyz')).status).toBe(200);
});
