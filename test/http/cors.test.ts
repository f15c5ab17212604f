import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/actors.ts';
import { testApp, trafficHeaders } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const HOME = 'https://dashboard.example';
const PATHS = [
  '/graphql',
  '/identity/oauth2/access_token',
  '/traffic/advertisers',
  '/v3/rest/campaign',
  '/v1/pixels/1/events',
  '/extreport/some-report/download',
  '/extreport/',
  '/',
  '/openapi.json',
  '/nowhere',
];

const system = await testSystem({ env: { FLIGHTLINE_CORS_ORIGINS: `${HOME}, http://127.0.0.1:8080` } });
const { app, send } = await testApp(system);
const preflight = (url: string, origin = HOME, more: Record<string, string> = {}) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
      ...more,
    },
  });
afterAll(() => app.close());

describe('an origin of FLIGHTLINE_CORS_ORIGINS', () => {
  test.each(PATHS)('is let through by the preflight of %s, which browsers keep', async (path) => {
    const { statusCode, headers } = await preflight(path);
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': HOME,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      'access-control-max-age': '7200',
    });
    expect(headers.vary).toMatch(/origin/);
  });

  test.each(PATHS)('may read what %s answers, refusals included', async (path) => {
    const answer = await app.inject({ method: 'GET', url: path, headers: { origin: HOME } });
    expect(answer.headers['access-control-allow-origin']).toBe(HOME);
    expect(answer.headers.vary).toMatch(/origin/);
  });

  test('may read an answer and the headers that clients read', async () => {
    const headers = { ...(await trafficHeaders(system, await createClient(system))), origin: HOME };
    const answer = await send('GET', '/traffic/advertisers', { headers });
    expect(answer.status).toBe(200);
    const exposed = answer.headers['access-control-expose-headers']?.toLowerCase().split(', ');
    const own = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-request-id'];
    for (const name of own) expect(answer.headers).toHaveProperty(name);
    expect(exposed).toEqual(
      expect.arrayContaining([...own, 'retry-after', 'idempotency-replayed', 'x-ignored-fields']),
    );
  });

  test.each([
    ['413', 'POST', '/traffic/advertisers', { body: 'x'.repeat(1_100_000) }, 413],
    ['400: a path that does not parse', 'GET', '/traffic/%', {}, 400],
    ['405', 'DELETE', '/traffic/advertisers', {}, 405],
    ['414', 'GET', `/traffic/${'x'.repeat(16_400)}`, {}, 414],
  ] as const)('may read %s', async (_name, method, url, options, status) => {
    const auth = await trafficHeaders(system, await createClient(system));
    const answer = await send(method, url, { headers: { ...auth, origin: HOME }, ...options });
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(HOME);
  });

  test('may read what the HTTP parser refuses', async () => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const lines = ['GET /traffic/advertisers HTTP/1.1', 'Host: x', `Origin: ${HOME}`, 'no header'];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain(`access-control-allow-origin: ${HOME}\r\n`);
  });
});

describe('everyone else', () => {
  test.each([
    'https://dashboard.example.evil.example',
    'http://dashboard.example',
    'https://dashboard.example:8443',
    'null',
  ])('%s is not let through', async (origin) => {
    for (const path of PATHS) {
      const refused = await preflight(path, origin);
      expect(refused.statusCode).not.toBe(204);
      const answer = await app.inject({ method: 'GET', url: path, headers: { origin } });
      for (const { headers } of [refused, answer]) {
        expect(headers).not.toHaveProperty('access-control-allow-origin');
        // A cache that stored this response would deny it to an allowed origin.
        expect(headers.vary).toMatch(/origin/);
      }
    }
  });

  test('the metrics are for no page', async () => {
    for (const url of ['/metrics', '/readyz', '/healthz']) {
      const { headers } = await app.inject({ method: 'GET', url, headers: { origin: HOME } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('OPTIONS that is not a preflight is 405, with Allow', async () => {
    const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url: '/traffic/advertisers' });
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('the setting', () => {
  test('*: every origin, and never with credentials', async () => {
    const open = await testApp({ ...system, config: { ...system.config, corsOrigins: new Set(['*']) } });
    const { headers } = await open.send('GET', '/openapi.json', {
      headers: { origin: 'https://any.example' },
    });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('unset: no answer has a word of CORS', async () => {
    const closed = await testApp(await testSystem());
    const { headers } = await closed.send('GET', '/openapi.json', { headers: { origin: HOME } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    const preflight = { origin: HOME, 'access-control-request-method': 'POST' };
    const { statusCode } = await closed.app.inject({
      method: 'OPTIONS',
      url: '/graphql',
      headers: preflight,
    });
    expect(statusCode).toBe(405);
  });
});
