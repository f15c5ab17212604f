import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { loadConfig } from '../../../src/config.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { SERVICE } from '../../support/processes/built.ts';
import { freePort } from '../../support/processes/start.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const DRAIN_S = 6;

async function start(): Promise<{ child: ChildProcess; origin: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [SERVICE], {
    env: {
      PATH: process.env.PATH ?? '',
      FLIGHTLINE_DEMO: 'off',
      PORT: String(port),
      DATABASE_URL: system.database.url,
      FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
      FLIGHTLINE_DATA_DIR: system.config.dataDir,
      FLIGHTLINE_SERVICES: 'graphql,identity,traffic',
      FLIGHTLINE_DRAIN_SECONDS: String(DRAIN_S),
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  await vi.waitFor(isReady, { timeout: 120_000, interval: 100 });
  return { child, origin };
}

test('on SIGTERM it is not ready at once, responds until it has drained, closes streams with a reason, and exits with 0', async () => {
  const token = await tokenFor(system, await createClient(system));
  const authorization = `Bearer ${token}`;
  const { child, origin } = await start();
  const query = 'subscription { conversionReceipts { id } }';

  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  await once(socket, 'message');
  const closed = once(socket, 'close');
  const stream = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { authorization, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('event-stream'),
  ]);
  const streamed = stream.text();

  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const signalled = performance.now();
  await vi.waitFor(
    async () => {
      const ready = await fetch(`${origin}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: 'not ready', reasons: ['The service is stopping.'] },
      ]);
    },
    { timeout: 1_000, interval: 50 },
  );
  let answered = 0;
  while (performance.now() - signalled < (DRAIN_S - 4) * 1000) {
    const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
    expect((await fetch(`${origin}/traffic/advertisers`, { headers })).status).toBe(200);
    answered += 1;
    await sleep(100);
  }
  expect(answered).toBeGreaterThan(1);
  expect(socket.readyState).toBe(WebSocket.OPEN);

  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([1001, 'Going away']);
  expect(performance.now() - signalled).toBeGreaterThan(DRAIN_S * 1000 - 100);
  const text = await streamed;
  expect(text).toContain('The service is stopping.');
  expect(text).toMatch(/\nretry: \d+\n\n$/);
  expect(await exited).toEqual([0, null]);
}, 180_000);

test('an embedded database is not drained by default, one of several processes is for 5 s', () => {
  expect(loadConfig({}).drainSeconds).toBe(0);
  expect(
    loadConfig({ DATABASE_URL: 'postgresql://db/flightline', FLIGHTLINE_MASTER_KEY: `${'x'.repeat(43)}=` })
      .drainSeconds,
  ).toBe(5);
  expect(loadConfig({ FLIGHTLINE_DRAIN_SECONDS: '7' }).drainSeconds).toBe(7);
});
