import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { COMMAND_LINE, SERVICE } from '../support/processes/built.ts';
import { freePort } from '../support/processes/start.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** `master-key rotate` is killed, as kill -9 does, at moments spread over all that it does; the service runs on. */
const KILLS = 12;

const dataDir = await mkdtemp(join(tmpdir(), 'flightline-master-key-'));
// Else root's server, which runs as nobody, would have to keep its files elsewhere.
await chmod(dataDir, 0o711);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const env = {
  PATH: process.env.PATH,
  FLIGHTLINE_DATA_DIR: dataDir,
  FLIGHTLINE_DEMO: 'off',
  FLIGHTLINE_DASHBOARD: 'off',
  PORT: String(port),
};
let client = { clientId: '', clientSecret: '' };
const keyFile = () => readFile(join(dataDir, 'master.key'), 'utf8');
const run = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND_LINE, ...args, '--json'], {
    env: { ...env, FLIGHTLINE_CLIENT_SECRET: client.clientSecret },
  });
  return JSON.parse(stdout);
};

let service: ChildProcess;
const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200;

async function start(): Promise<void> {
  service = spawn(process.execPath, [SERVICE], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 60_000, interval: 100 });
}

async function stop(): Promise<void> {
  if (service.exitCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

beforeAll(async () => {
  await start();
  const { seatId } = await run('seat', 'create', '--name', 'seat');
  client = await run('client', 'create', '--seat', String(seatId));
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
});

/** A token for the client's stored secret, and a call with it. */
async function expectService(): Promise<void> {
  const args = ['--client', client.clientId, '--realm', 'dsp', '--scope', 'dsp-api-access', '--url', origin];
  const { access_token: token } = await run('token', ...args);
  const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  expect((await fetch(`${origin}/traffic/advertisers`, { headers })).status).toBe(200);
}

test('a killed rotation leaves a service that works, starts again, and whose rotation can be finished', async () => {
  const before = await keyFile();
  const whole = performance.now();
  await run('master-key', 'rotate');
  const lengthMs = performance.now() - whole;
  expect(await keyFile()).not.toBe(before);
  await expectService();

  let killed = 0;
  for (let n = 1; n <= KILLS; n += 1) {
    const command = spawn(process.execPath, [COMMAND_LINE, 'master-key', 'rotate'], { env, stdio: 'ignore' });
    const exited = once(command, 'exit');
    setTimeout(() => command.kill('SIGKILL'), (lengthMs * n) / KILLS);
    const [, signal] = await exited;
    if (signal === 'SIGKILL') killed += 1;
    await expectService();
    if (n % 4 === 0) {
      await stop();
      await start();
      await expectService();
    }
  }
  expect(killed).toBeGreaterThan(KILLS / 2);
  const old = await keyFile();
  await run('master-key', 'rotate');
  expect(await keyFile()).not.toBe(old);
  expect(existsSync(join(dataDir, 'master.key.next'))).toBe(false);
  await expectService();
  await stop();
  await start();
  await expectService();
});
