import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { startService } from '../../../src/operations/service/service.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const PATHS = ['/healthz', '/readyz', '/metrics'];

/** The service with an operations port: its two origins. */
async function start(): Promise<{ origin: string; operations: string }> {
  const config = loadConfig({
    PORT: '0',
    FLIGHTLINE_OPERATIONS_PORT: '0',
    FLIGHTLINE_DEMO: 'off',
    FLIGHTLINE_SERVICES: 'identity,traffic,native',
    DATABASE_URL: system.database.url,
    FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
    FLIGHTLINE_DATA_DIR: system.config.dataDir,
  });
  const service = await startService({ config, log: pino({ level: 'silent' }) });
  onTestFinished(() => service.stop());
  return { origin: service.origin, operations: service.operationsOrigin ?? '' };
}

async function ask(url: string, method = 'GET'): Promise<[status: number, body: string]> {
  const answer = await fetch(url, { method });
  return [answer.status, await answer.text()];
}

test('with an operations port, health and metrics are unknown paths on the public port', async () => {
  const { origin, operations } = await start();
  const unknown = await ask(`${origin}/unknown`);
  expect(unknown[0]).toBe(404);
  for (const path of PATHS) {
    expect(await ask(origin + path), path).toEqual(unknown);
    expect((await ask(operations + path))[0], path).toBe(200);
    expect((await ask(operations + path, 'POST'))[0], path).toBe(405);
  }
  for (const path of ['/', '/traffic/advertisers', '/identity/oauth2/jwks', '/dashboard'])
    expect((await ask(operations + path))[0], path).toBe(404);
});

test('connections to the operations port are bounded separately from those of clients', async () => {
  const { origin, operations } = await start();
  const { hostname, port } = new URL(operations);
  const sockets = Array.from({ length: 70 }, () => connect({ host: hostname, port: Number(port) }));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  let dropped = 0;
  for (const socket of sockets) socket.on('error', () => {}).once('close', () => (dropped += 1));
  await vi.waitFor(() => expect(dropped).toBe(6), { timeout: 10_000 });
  expect((await ask(`${origin}/identity/oauth2/jwks`))[0]).toBe(200);
  sockets[0]?.destroy();

  const openSocket = sockets.find((socket) => !socket.destroyed);
  openSocket?.write('GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  let text = '';
  openSocket?.on('data', (chunk) => {
    text += String(chunk);
  });
  if (openSocket) await once(openSocket, 'close');
  const [, clients] = /^flightline_http_connections (\d+)$/m.exec(text) ?? [];
  // The connection of the call for the keys, which fetch keeps alive, and those of other services in this process.
  expect(Number(clients)).toBeLessThan(64 - dropped);
});
