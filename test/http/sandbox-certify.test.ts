import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { ahead, moveClock } from '../../src/domain/sandbox/clock.ts';
import { startWorker } from '../../src/worker/worker.ts';
import { createClient, type TestClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { cliOn } from '../support/cli.ts';
import { sandboxSystem } from '../support/sandbox.ts';
import { advertiserInput } from '../support/traffic.ts';

const system = await sandboxSystem();
const worker = await startWorker({ system });
const { app } = await testApp(system);
const cli = cliOn(system);
let origin = '';

beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

/** A partner's client: whether it behaves is up to `isGood`. */
async function live(client: TestClient, { isGood }: { isGood: boolean }) {
  let token = await tokenFor(system, client);
  async function call(path: string, body?: object, extra: Record<string, string> = {}): Promise<Response> {
    const headers = {
      'x-auth-method': 'OAuth2',
      'x-auth-token': token,
      'content-type': 'application/json',
      ...extra,
    };
    const init = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
    return await fetch(`${origin}${path}`, init);
  }
  async function retried(path: string, body: object, fault: string): Promise<void> {
    const key = (number: number) => ({ 'idempotency-key': isGood ? fault : `${fault}${number}` });
    const first = await call(path, body, { 'x-flightline-fault': fault, ...key(1) }).catch(() => undefined);
    if (isGood) await sleep(Number(first?.headers.get('retry-after') ?? 0) * 1000);
    await call(path, body, key(2));
  }
  await retried('/traffic/advertisers', advertiserInput(), 'status=503;times=1');
  await retried('/traffic/advertisers', advertiserInput(), 'lose-answer;times=1');
  const payload = { dateTypeId: 10, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } };
  const created = await call('/extreport/', payload);
  const { customerReportId } = (await created.json()) as { customerReportId: string };
  for (let url: string | undefined; !url; ) {
    const status = await call(`/extreport/${customerReportId}`);
    ({ url } = (await status.json()) as { url?: string });
    if (url) await (await fetch(url.replace(/^https?:\/\/[^/]+/, origin))).text();
    await sleep(isGood ? 600 : 5);
    if (!isGood) await call(`/extreport/${customerReportId}`);
  }
  await moveClock(system, ahead('1h'));
  for (let tries = isGood ? 1 : 3; tries > 0; tries -= 1) await call('/traffic/deals');
  token = await tokenFor(system, client);
  await call('/traffic/deals');
}

async function certificateOf({ clientId }: TestClient) {
  const { code, stdout } = await cli('sandbox', 'certify', '--client', clientId, '--json');
  return { code, ...JSON.parse(stdout) };
}

it('a client that behaves passes all checks, in JSON and as text', async () => {
  const client = await createClient(system);
  await live(client, { isGood: true });
  await expect
    .poll(async () => (await certificateOf(client)).checks, { timeout: 5000 })
    .toSatisfy((checks: { passed: boolean }[]) => checks.every(({ passed }) => passed));
  const certificate = await certificateOf(client);
  expect(certificate).toMatchObject({ code: 0, clientId: client.clientId, passed: true });
  expect(certificate.checks.length).toBe(6);
  const { stdout } = await cli('sandbox', 'certify', '--client', client.clientId);
  expect(stdout).toMatch(/passed: true[\s\S]*name: polls gently, passed: true, detail: /);
});

it('a client that does not behave is told each thing', async () => {
  const client = await createClient(system);
  await live(client, { isGood: false });
  await expect
    .poll(async () => {
      const { passed, checks } = await certificateOf(client);
      const failed = checks.filter((check: { passed: boolean }) => !check.passed);
      return { passed, failed: failed.map(({ name }: { name: string }) => name) };
    })
    .toEqual({
      passed: false,
      failed: [
        'renews tokens in time',
        'retries with the same key',
        'honours Retry-After',
        'polls gently',
        'survives a lost answer',
      ],
    });
});

it('a client that nobody knows has no certificate', async () => {
  expect(await certificateOf({ clientId: 'nobody' } as TestClient)).toMatchObject({ code: 1 });
});

it('a call that cannot be recorded is logged, and nothing else comes of it', async () => {
  const away = () => Promise.reject(new Error('The database is away.'));
  const db = new Proxy(system.db, { get: () => new Proxy({}, { get: () => away }) });
  const other = await buildApp({ system: { ...system, db } });
  const address = await other.listen({ host: '127.0.0.1', port: 0 });
  const header = Buffer.from('{"typ":"at+jwt","kid":"x"}').toString('base64url');
  await fetch(`${address}/healthz`, { headers: { 'x-auth-token': `${header}.e30.AA` } });
  await expect.poll(() => system.logged()).toMatch(/calls could not be recorded/);
  await other.close();
});
