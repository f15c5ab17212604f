import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { routeTable } from '../../src/http/route-table.ts';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
const { port } = new URL(await app.listen({ host: '0.0.0.0', port: 0 }));
afterAll(() => app.close());

/** The answer to a request line as it stands: clients of HTTP would rewrite it. */
async function ask(
  target: string,
  { method = 'GET', headers = '', host = '127.0.0.1' } = {},
): Promise<string> {
  const socket = connect(Number(port), host);
  socket.write(`${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close', { signal: AbortSignal.timeout(5_000) });
  return text;
}
const statusOf = (answer: string) => Number(answer.split(' ', 2)[1]);

const encoded = (text: string) => `%${text.charCodeAt(0).toString(16)}`;
/** A path in ways that a client, a proxy or an attacker may write it. */
const spellings = (path: string): string[] => {
  const name = path.slice(1);
  const all = name.replace(/[a-z]/g, encoded);
  return [
    path,
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//x${path}`,
    `${path}?x`,
    `${path}/?x=/y`,
    `${path}#x`,
    `${path};x`,
    `${path}%20`,
    `${path}%00`,
    `${path}%2f`,
    `${path}%3fx`,
    `/${encoded(name[0] ?? '')}${name.slice(1)}`,
    `/${encoded(name[0] ?? '').toUpperCase()}${name.slice(1)}/`,
    `/${all}`,
    `/${all}/?x`,
    `/%25${encoded(name[0] ?? '').slice(1)}${name.slice(1)}`,
    `/.${path}`,
    `/x/..${path}`,
    `/%2e${path}`,
    `/x/%2e%2e${path}`,
    `/${path.toUpperCase().slice(1)}`,
    `http://127.0.0.1${path}`,
    `http://x${path}/`,
    `\\${name}`,
  ];
};
const METRICS = 'flightline_http_request_seconds';
const FOREIGN = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe('metrics are for callers on this machine', () => {
  test('who read them by their path, and by every path that the router takes for it', async () => {
    const answered = await Promise.all(spellings('/metrics').map((target) => ask(target)));
    expect(statusOf(answered[0] ?? '')).toBe(200);
    expect(answered.filter((answer) => answer.includes(METRICS)).length).toBeGreaterThan(5);
  });

  test.each([
    'Forwarded: for=1.2.3.4',
    'X-Forwarded-For: 127.0.0.1',
    'X-Real-IP: 127.0.0.1',
    'Via: 1.1 proxy',
  ])('not through a proxy, however the path is spelled (%s)', async (header) => {
    for (const method of ['GET', 'HEAD'])
      for (const target of spellings('/metrics')) {
        const answer = await ask(target, { method, headers: `${header}\r\n` });
        expect([target, statusOf(answer) >= 400, answer.includes(METRICS)]).toEqual([target, true, false]);
      }
  });

  test.each(['10.0.0.9', '192.0.2.1', '::ffff:10.0.0.9', '2001:db8::1', '128.0.0.1'])(
    'not from %s',
    async (remoteAddress) => {
      for (const url of ['/metrics', '/metrics/', '/%6detrics', '/metrics?x', '/%6d%65trics/?x'])
        expect((await app.inject({ method: 'GET', url, remoteAddress })).statusCode).toBe(404);
      expect((await app.inject({ method: 'GET', url: '/healthz', remoteAddress })).statusCode).toBe(200);
    },
  );

  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('from %s', async (remoteAddress) => {
    expect((await app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200);
  });

  test.runIf(FOREIGN)('not by another address of this machine', async () => {
    for (const target of spellings('/metrics'))
      expect(await ask(target, { host: FOREIGN ?? '' })).not.toContain(METRICS);
  });
});

describe('no spelling of a path is answered without a token', () => {
  test.each(
    [...new Set(routeTable(app).map(({ url }) => url))].filter((url) =>
      /^\/(traffic|v3|graphql|extreport)/.test(url),
    ),
  )('%s', async (url) => {
    for (const target of spellings(url.replace(/:\w+/g, '1').replace('*', 'x'))) {
      const status = statusOf(await ask(target, { headers: 'accept: application/json\r\n' }));
      expect([target, [400, 401, 403, 404, 405, 406].includes(status)]).toEqual([target, true]);
    }
  });
});

test('a refusal has the envelope of the route that was found, however its path is spelled', async () => {
  const client = await createClient(system);
  const token = await tokenFor(system, client);
  for (const target of [
    '/traffic/advertisers/0',
    '/%74raffic/advertisers/0',
    '/%74%72affic/advertisers/0/',
  ]) {
    const { headers, body } = await app
      .inject({ url: target, headers: { 'x-auth-method': 'OAuth2', 'x-auth-token': token } })
      .then(({ headers, payload }) => ({ headers, body: JSON.parse(payload) }));
    expect([target, Object.keys(body)]).toEqual([target, expect.arrayContaining(['errors'])]);
    expect(headers['cache-control']).toBe('private, no-store');
  }
  for (const target of ['/identity/oauth2/introspect', '/%69dentity/oauth2/introspect'])
    expect(statusOf(await ask(target, { method: 'POST' }))).toBe(401);
});
