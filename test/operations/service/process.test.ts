import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createClient, tokenFor } from '../../support/actors.ts';
import { SERVICE } from '../../support/processes/built.ts';
import { freePort } from '../../support/processes/start.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();

/** On its way out, the process says on stderr which packages of OpenTelemetry it has loaded. */
const LIST_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  const { cache } = createRequire(${JSON.stringify(import.meta.url)});
  process.on('exit', () => {
    const names = Object.keys(cache).map((file) => /@opentelemetry\\/[^/]+/.exec(file)?.[0]);
    process.stderr.write('loaded: ' + JSON.stringify([...new Set(names.filter(Boolean))]) + '\\n');
  });
`)}`;

let stdout = '';
let stderr = '';
const kill = new AbortController();
afterAll(() => kill.abort());

/** The service is started, called by every interface, and stopped. */
beforeAll(async () => {
  const client = await createClient(system);
  const token = await tokenFor(system, client);
  const events = await tokenFor(system, client, { realm: 'events' });
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', LIST_LOADED, SERVICE], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      FLIGHTLINE_DEMO: 'on',
      LOG_LEVEL: 'trace',
      DATABASE_URL: system.database.url,
      FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
      FLIGHTLINE_DATA_DIR: system.config.dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: kill.signal,
  }).on('error', () => {});
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => expect(stdout).toContain('Flightline is up'), { timeout: 90_000, interval: 200 });

  const traffic = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  const bearer = { authorization: `Bearer ${token}` };
  const json = { 'content-type': 'application/json' };
  const calls: [path: string, init?: RequestInit][] = [
    ['/traffic/advertisers', { headers: traffic }],
    ['/v3/rest/campaign', { headers: bearer }],
    ['/v3/rest/campaign', { method: 'POST', headers: { ...bearer, ...json }, body: '{' }],
    ['/extreport', { method: 'POST', headers: { ...traffic, ...json }, body: '{}' }],
    ['/graphql', { method: 'POST', headers: { ...bearer, ...json }, body: '{"query":"{ viewer }"}' }],
    ['/v1/pixels/1/events', { method: 'POST', headers: { authorization: events, ...json }, body: '[{}]' }],
    ['/?vmcid=x', {}],
    ['/identity/oauth2/jwks'],
    ['/dashboard'],
    ['/openapi.json'],
    ['/metrics'],
    ['/nowhere'],
  ];
  for (const [path, init] of calls) await (await fetch(origin + path, init)).arrayBuffer();
  const url = `${origin.replace('http', 'ws')}/graphql`;
  const socket = createWsClient({ url, webSocketImpl: WebSocket, connectionParams: bearer });
  await socket.iterate({ query: '{ rateLimit { limit } }' }).next();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await socket.dispose();
}, 180_000);

test('all of stdout is JSON when it is no terminal, from the start to the stop', () => {
  const lines = stdout.trimEnd().split('\n');
  const broken = lines.filter((line) => {
    try {
      return typeof JSON.parse(line).level !== 'number';
    } catch {
      return true;
    }
  });
  expect(broken).toEqual([]);
  expect(stdout).toContain('"path":"/v1/pixels/1/events"');
  expect(stdout).toContain('"transport":"websocket"');
  expect(stdout).toContain('"msg":"stopping"');
});

test('without a collector nothing of OpenTelemetry is loaded but the interface that prom-client needs', () => {
  expect(stderr).toBe('loaded: ["@opentelemetry/api"]\n');
});
