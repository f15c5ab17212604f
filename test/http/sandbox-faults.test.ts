import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeClient } from '../../src/domain/access/identity/clients/revoke-client.ts';
import { advanceBy, moveClock } from '../../src/domain/sandbox/clock.ts';
import { parseFault } from '../../src/domain/sandbox/faults/fault.ts';
import { addFault, removeFault } from '../../src/domain/sandbox/faults/registered-faults.ts';
import { clearOutdated } from '../../src/operations/health/maintenance.ts';
import { createClient, type TestClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { sandboxSystem } from '../support/sandbox.ts';
import { testSystem } from '../support/system.ts';
import { tokenForm } from '../support/token-service.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';

const system = await sandboxSystem();
const { app } = await testApp(system);
const client = await createClient(system);
let origin = '';

beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

interface Sent {
  readonly method?: string;
  readonly body?: object;
  readonly fault?: string;
  readonly key?: string;
  readonly by?: TestClient;
}

const headersFor = async ({ fault, key, by = client }: Sent) => ({
  'x-auth-method': 'OAuth2',
  'x-auth-token': await tokenFor(system, by),
  'content-type': 'application/json',
  ...(fault && { 'x-flightline-fault': fault }),
  ...(key && { 'idempotency-key': key }),
});

async function call(path: string, sent: Sent = {}): Promise<Response> {
  const { method = sent.body ? 'POST' : 'GET', body } = sent;
  const headers = await headersFor(sent);
  return await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
const named = async (name: string) => system.db.advertiser.count({ where: { name } });
const ADVERTISERS = '/traffic/advertisers';

describe('a status', () => {
  it('is answered in the envelope of each interface, and marked', async () => {
    const bearer = { authorization: `Bearer ${await tokenFor(system, client)}` };
    const expected: [string, RequestInit, object][] = [
      [ADVERTISERS, {}, { errors: { httpStatusCode: 503 } }],
      ['/v3/rest/campaign/1', {}, { errors: [{ code: 'E50003_SERVICE_UNAVAILABLE' }] }],
      ['/extreport/abc', {}, { errorCode: 'E0059', responseCode: 503 }],
      ['/graphql?query={__typename}', {}, { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] }],
      ['/v1/pixels/1/events', { method: 'POST', body: '[]' }, { success: false }],
      ['/?vmcid=1&id=2&dp=3', {}, { message: expect.stringContaining('unavailable') }],
    ];
    for (const [path, init, body] of expected) {
      const headers = { ...(await headersFor({ fault: 'status=503' })), ...bearer };
      const response = await fetch(`${origin}${path}`, { ...init, headers });
      expect([path, response.status, response.headers.get('x-flightline-fault-applied')]).toEqual([
        path,
        503,
        'status=503',
      ]);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await response.json()).toMatchObject(body);
    }
  });

  it('429 says when to come back, as a quota does', async () => {
    const response = await call(ADVERTISERS, { fault: '429' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
    const { errors } = (await response.json()) as { errors: { validationErrors: unknown[] } };
    expect(errors.validationErrors).toMatchObject([{ propertyName: 'GET_PER_MINUTE' }]);
  });

  it('429 names the limit of the interface that was called', async () => {
    const authorization = `Bearer ${await tokenFor(system, client)}`;
    const expected: [string, RequestInit, string][] = [
      [ADVERTISERS, { method: 'POST' }, 'POST_PER_MINUTE'],
      ['/extreport/', { method: 'POST' }, 'REPORT_POST_PER_MINUTE'],
      ['/extreport/abc', {}, 'REPORT_GET_PER_MINUTE'],
      ['/v3/rest/campaign/1', {}, 'NATIVE_PER_HOUR'],
      ['/graphql?query={__typename}', {}, 'GRAPHQL_PER_HOUR'],
      ['/identity/oauth2/jwks', {}, 'REQUESTS_PER_MINUTE'],
    ];
    for (const [path, init, limit] of expected) {
      const headers = { ...(await headersFor({ fault: '429' })), authorization };
      const response = await fetch(`${origin}${path}`, { ...init, headers });
      expect(response.status).toBe(429);
      expect(await response.text()).toContain(`Rate limit exceeded: ${limit} is used up.`);
    }
  });

  it('that the service itself never sends looks like that of a proxy in front of it', async () => {
    const response = await call(ADVERTISERS, { fault: 'status=502' });
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html']);
  });

  it('is returned before anything is stored', async () => {
    const body = advertiserInput({ name: 'Never stored' });
    expect((await call(ADVERTISERS, { body, fault: '500' })).status).toBe(500);
    expect(await named('Never stored')).toBe(0);
  });

  it('is in the log', async () => {
    await call(ADVERTISERS, { fault: 'status=409' });
    expect(system.logged()).toMatch(/"fault":"status=409"/);
  });
});

describe('times', () => {
  it('counts the calls of one client to one path, and starts again after ten minutes', async () => {
    const [own, other] = [await createClient(system), await createClient(system)];
    const statuses = async (path: string, by: TestClient, count: number) => {
      const found: number[] = [];
      for (let index = 0; index < count; index += 1)
        found.push((await call(path, { fault: 'status=503;times=2', by })).status);
      return found;
    };
    expect(await statuses(ADVERTISERS, own, 3)).toEqual([503, 503, 200]);
    expect(await statuses(ADVERTISERS, other, 1)).toEqual([503]);
    expect(await statuses('/traffic/deals', own, 1)).toEqual([503]);
    await moveClock(system, advanceBy('9m'));
    expect(await statuses(ADVERTISERS, own, 1)).toEqual([200]);
    await moveClock(system, advanceBy('2m'));
    expect(await statuses(ADVERTISERS, own, 3)).toEqual([503, 503, 200]);
  });
});

describe('without a valid token', async () => {
  const own = await createClient(system);
  const revoked = await createClient(system);
  const revokedToken = await tokenFor(system, revoked);
  await revokeClient({ system, clientId: revoked.clientId });
  const expired = await tokenFor({ ...system, now: () => new Date(system.now().getTime() - 7_200_000) }, own);
  const valid = await tokenFor(system, own);
  const tokens: Readonly<Record<string, string | undefined>> = {
    'no token': undefined,
    'a token of nobody': 'abc',
    'a token with a wrong signature': `${valid.slice(0, -8)}AAAAAAAA`,
    'an expired token': expired,
    'a token of a revoked client': revokedToken,
  };
  const faults = ['status=503;times=1', '429', 'reset', 'truncate', 'lose-answer', 'duplicate', 'explode'];
  const paths = [
    '/traffic/advertisers',
    '/v3/rest/campaign/1',
    '/extreport/abc',
    '/graphql',
    '/v1/pixels/1/events',
    '/?vmcid=1&id=2&dp=3',
  ];

  it.each(Object.entries(tokens))('the header does nothing: %s', async (_, token) => {
    for (const path of paths)
      for (const fault of [undefined, ...faults]) {
        const response = await fetch(`${origin}${path}`, {
          method: /traffic|campaign|abc|vmcid/.test(path) ? 'GET' : 'POST',
          headers: {
            ...(token && {
              authorization: `Bearer ${token}`,
              'x-auth-method': 'OAuth2',
              'x-auth-token': token,
            }),
            ...(fault && { 'x-flightline-fault': fault }),
          },
        });
        expect([path, fault, response.status]).toEqual([
          path,
          fault,
          path.startsWith('/extreport') ? response.status : 401,
        ]);
        expect(response.headers.get('x-flightline-fault-applied')).toBeNull();
        await response.text();
      }
  });

  it.each(['slow=60000', 'timeout'])('no call is held: %s', async (fault) => {
    const response = await fetch(`${origin}${ADVERTISERS}`, {
      headers: { 'x-flightline-fault': fault },
      signal: AbortSignal.timeout(30_000),
    });
    expect(response.status).toBe(401);
  });

  it('a request for a token meets faults only if the client has signed its assertion', async () => {
    const { faultId } = await addFault({ system, clientId: own.clientId, fault: '503;times=1' });
    const ask = async (secret: string, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams(tokenForm(system, { ...own, clientSecret: secret }));
      return (await fetch(`${origin}/identity/oauth2/access_token`, { method: 'POST', body, headers }))
        .status;
    };
    const header = { 'x-flightline-fault': 'status=500' };
    expect([await ask('wrong'), await ask('wrong', header)]).toEqual([401, 401]);
    expect([
      await ask(own.clientSecret, header),
      await ask(own.clientSecret),
      await ask(own.clientSecret),
    ]).toEqual([500, 503, 200]);
    await removeFault({ system, id: faultId });
  });

  it('a caller of a path that a fault stands for is counted once, whatever it calls below', async () => {
    const { faultId } = await addFault({ system, path: '/traffic', fault: '503;times=2' });
    const before = await system.db.sandboxFaultCount.count();
    for (const _ of 'abcdef')
      await fetch(`${origin}/traffic/lines/${randomBytes(600).toString('base64url')}`);
    expect(await system.db.sandboxFaultCount.count()).toBe(before + 1);
    await removeFault({ system, id: faultId });
  });

  it('counts are forgotten when they start again', async () => {
    expect(await system.db.sandboxFaultCount.count()).toBeGreaterThan(0);
    await moveClock(system, advanceBy('11m'));
    await clearOutdated(system);
    expect(await system.db.sandboxFaultCount.count()).toBe(0);
  });
});

describe('a broken connection', () => {
  it('reset: nothing is answered and nothing is done', async () => {
    const body = advertiserInput({ name: 'Reset' });
    await expect(call(ADVERTISERS, { body, fault: 'reset' })).rejects.toThrow();
    expect(await named('Reset')).toBe(0);
  });

  it('lose-answer: it is done, and a repetition with the same key is answered with what was lost', async () => {
    const body = advertiserInput({ name: 'Lost' });
    await expect(call(ADVERTISERS, { body, fault: 'lose-answer', key: 'lost-1' })).rejects.toThrow();
    await expect.poll(() => named('Lost')).toBe(1);
    const again = await call(ADVERTISERS, { body, key: 'lost-1' });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await named('Lost')).toBe(1);
  });

  it('truncate: the head and a part of the answer arrive', async () => {
    const response = await call(ADVERTISERS, { fault: 'truncate' });
    expect(response.headers.get('x-flightline-fault-applied')).toBe('truncate');
    await expect(response.text()).rejects.toThrow();
  });

  it('timeout: the connection remains open without a response', async () => {
    const headers = Object.entries({ ...(await headersFor({ fault: 'timeout' })), host: 'sandbox' });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.write(
      `GET ${ADVERTISERS} HTTP/1.1\r\n${headers.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([received, socket.readyState]).toEqual(['', 'open']);
    socket.destroy();
  });

  it('slow: the answer takes its time', async () => {
    const began = performance.now();
    expect((await call(ADVERTISERS, { fault: 'slow=300' })).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(290);
  });
});

describe('duplicate', () => {
  it('carries the call out twice and returns the second response', async () => {
    const body = advertiserInput({ name: 'Twice' });
    const response = await call(ADVERTISERS, { body, fault: 'duplicate' });
    const { response: second } = (await response.json()) as { response: { id: number } };
    const stored = await system.db.advertiser.findMany({ where: { name: 'Twice' }, orderBy: { id: 'asc' } });
    expect([stored.length, stored[1]?.id]).toEqual([2, second.id]);
  });

  it('of a call with a key stores once, and returns the replay', async () => {
    const body = advertiserInput({ name: 'Twice with a key' });
    const response = await call(ADVERTISERS, { body, fault: 'duplicate', key: 'twice-1' });
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    expect(await named('Twice with a key')).toBe(1);
  });

  it('of an assertion is refused, since one is accepted once', async () => {
    const response = await fetch(`${origin}/identity/oauth2/access_token`, {
      method: 'POST',
      headers: { 'x-flightline-fault': 'duplicate' },
      body: new URLSearchParams(tokenForm(system, client)),
    });
    expect(response.status).toBe(401);
  });
});

describe('a registered fault', () => {
  it('meets the calls of its client below its path, until it is removed', async () => {
    const [own, other] = [await createClient(system), await createClient(system)];
    const { faultId } = await addFault({ system, clientId: own.clientId, path: '/traffic', fault: '503' });
    expect((await call(ADVERTISERS, { by: own })).status).toBe(503);
    expect((await call(ADVERTISERS, { by: other })).status).toBe(200);
    expect((await call('/extreport/none', { by: own })).status).toBe(422);
    await removeFault({ system, id: faultId });
    expect((await call(ADVERTISERS, { by: own })).status).toBe(200);
  });

  it('stands for whole parts of a path: /traffic/ad is not /traffic/advertisers', async () => {
    const own = await createClient(system);
    const { faultId } = await addFault({ system, clientId: own.clientId, path: '/traffic/ad', fault: '503' });
    expect((await call(ADVERTISERS, { by: own })).status).toBe(200);
    expect((await call('/traffic/ad/1', { by: own })).status).toBe(503);
    await removeFault({ system, id: faultId });
  });

  it('of a client meets its requests for tokens', async () => {
    const own = await createClient(system);
    const { faultId } = await addFault({ system, clientId: own.clientId, fault: '503;times=1' });
    const ask = async () => {
      const body = new URLSearchParams(tokenForm(system, own));
      return (await fetch(`${origin}/identity/oauth2/access_token`, { method: 'POST', body })).status;
    };
    expect([await ask(), await ask()]).toEqual([503, 200]);
    await removeFault({ system, id: faultId });
  });

  it('is refused where it cannot be read, or names nobody', async () => {
    await expect(addFault({ system, fault: 'explode' })).rejects.toMatchObject({
      issues: [{ path: 'fault' }, { path: 'client' }],
    });
    await expect(addFault({ system, clientId: 'nobody', fault: '503' })).rejects.toThrow('ID of a client');
  });
});

it('a header that cannot be read is refused', async () => {
  const response = await call(ADVERTISERS, { fault: 'explode' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    errors: { validationErrors: [{ propertyName: 'X-Flightline-Fault' }] },
  });
});

it.each(['', 'status=200', 'status=600', '503;times=0', '503;times=2;x', 'slow', 'slow=70000', 'times=2'])(
  '%j is no fault',
  (text) => {
    expect(parseFault(text)).toBeUndefined();
  },
);

it.each(['status=503', 'reset', 'lose-answer', 'duplicate', 'explode'])(
  'outside of a sandbox the header is ignored: %s',
  async (fault) => {
    const plain = await testSystem({ env: { FLIGHTLINE_SANDBOX: 'on' } });
    const { send } = await testApp(plain);
    const own = await createClient(plain);
    const headers = {
      'x-auth-method': 'OAuth2',
      'x-auth-token': await tokenFor(plain, own),
      'x-flightline-fault': fault,
    };
    const { status, headers: answered } = await send('POST', ADVERTISERS, {
      headers,
      body: advertiserInput(),
    });
    expect([status, answered['x-flightline-fault-applied']]).toEqual([200, undefined]);
    expect(await plain.db.advertiser.count()).toBe(1);
  },
);
