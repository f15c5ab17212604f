import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { advanceBy, moveClock } from '../../src/domain/sandbox/clock.ts';
import { startWorker } from '../../src/operations/worker/worker.ts';
import { createClient, type TestClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { cliOn } from '../support/cli.ts';
import { sandboxSystem } from '../support/sandbox.ts';
import { tokenForm } from '../support/token-service.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';

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
  await moveClock(system, advanceBy('1h'));
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

it('every violation of a client is reported', async () => {
  const client = await createClient(system);
  await live(client, { isGood: false });
  await expect
    .poll(async () => {
      const { code, passed, checks } = await certificateOf(client);
      const failed = checks.filter((check: { passed: boolean }) => !check.passed);
      return { code, passed, failed: failed.map(({ name }: { name: string }) => name) };
    })
    .toEqual({
      code: 1,
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

describe('retries with the same key', () => {
  type Try = { body: object; path?: string; fault?: string; key?: string };
  /** What the check says after these POSTs. */
  async function verdictOf(tries: readonly Try[]): Promise<{ passed: boolean; detail: string }> {
    const client = await createClient(system);
    const token = await tokenFor(system, client);
    for (const { body, path = '/traffic/advertisers', fault, key } of tries) {
      const headers = {
        authorization: `Bearer ${token}`,
        'x-auth-method': 'OAuth2',
        'x-auth-token': token,
        'content-type': 'application/json',
        ...(fault && { 'x-flightline-fault': fault }),
        ...(key && { 'idempotency-key': key }),
      };
      await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    }
    const recorded = 'SELECT count(*)::int AS calls FROM sandbox_call WHERE client_id = $1';
    await expect
      .poll(async () => (await system.pool.query(recorded, [client.clientId])).rows[0].calls)
      .toBe(tries.length);
    const { checks } = await certificateOf(client);
    return checks.find(({ name }: { name: string }) => name === 'retries with the same key');
  }
  const body = advertiserInput();
  const fault = 'status=503;times=1';

  it('a write that was refused before it was read counts as sent again', async () => {
    expect(
      await verdictOf([
        { body, fault, key: 'a' },
        { body, key: 'a' },
      ]),
    ).toMatchObject({
      passed: true,
      detail: 'Sent 1 failed write again with the same Idempotency-Key.',
    });
    expect(await verdictOf([{ body, fault }, { body }])).toMatchObject({
      passed: false,
      detail: expect.stringMatching(/^1 write was sent again without the Idempotency-Key/),
    });
  });

  it('another write to the same path is not counted as a repetition', async () => {
    const other = advertiserInput({ name: 'Another' });
    for (const next of [{ body: other }, { body: other, fault: 'status=503' }])
      expect((await verdictOf([{ body, fault: 'status=503' }, next])).detail).toMatch(/^Not seen/);
  });

  it('a GraphQL query needs no key, a mutation does', async () => {
    const path = '/graphql';
    const query = { query: '{ viewer { role } }' };
    expect(
      (
        await verdictOf([
          { path, body: query, fault },
          { path, body: query },
        ])
      ).detail,
    ).toMatch(/^Not seen/);
    const mutation = { query: 'mutation { deleteWebhook(input: {id: "1"}) { __typename } }' };
    const { detail } = await verdictOf([
      { path, body: mutation, fault },
      { path, body: mutation },
    ]);
    expect(detail).toMatch(/^1 write was sent again without/);
  });
});

it('a client that nobody knows has no certificate', async () => {
  expect(await certificateOf({ clientId: 'nobody' } as TestClient)).toMatchObject({ code: 1 });
});

it('a call that only claims to be from a client is no evidence', async () => {
  const client = await createClient(system);
  const ask = (secret: string) =>
    fetch(`${origin}/identity/oauth2/access_token`, {
      method: 'POST',
      body: new URLSearchParams(tokenForm(system, { ...client, clientSecret: secret })),
    });
  const recorded = async () => {
    const text = 'SELECT status FROM sandbox_call WHERE client_id = $1 OR path LIKE $2 ORDER BY id';
    const { rows } = await system.pool.query(text, [client.clientId, '/extreport/nobody-knows/%']);
    return rows.map(({ status }) => status);
  };
  expect((await ask('wrong')).status).toBe(401);
  expect((await fetch(`${origin}/extreport/nobody-knows/download`)).status).toBeGreaterThanOrEqual(400);
  expect((await ask(client.clientSecret)).status).toBe(200);
  await expect.poll(recorded).toEqual([200]);
});

it('a call that cannot be recorded is logged, with no other effect', async () => {
  const away = () => Promise.reject(new Error('The database is away.'));
  const db = new Proxy(system.db, { get: () => new Proxy({}, { get: () => away }) });
  const other = await buildApp({ system: { ...system, db } });
  const address = await other.listen({ host: '127.0.0.1', port: 0 });
  const header = Buffer.from('{"typ":"at+jwt","kid":"x"}').toString('base64url');
  await fetch(`${address}/healthz`, { headers: { 'x-auth-token': `${header}.e30.AA` } });
  await expect.poll(() => system.logged()).toMatch(/calls could not be recorded/);
  await other.close();
});
