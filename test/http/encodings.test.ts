import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { parseRange } from '../../src/rest/reporting/range.ts';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

/** Compressed bodies, connections that are closed by half, requests in a row, and ranges of many parts. */

const system = await testSystem();
const { app } = await testApp(system);
const client = await createClient(system);
const oauth = { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, client) };
const bearer = { authorization: `Bearer ${await tokenFor(system, client)}` };
const events = { authorization: `Bearer ${await tokenFor(system, client, { realm: 'events' })}` };
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const port = Number(new URL(address).port);
afterAll(() => app.close());

const ROUTES: Record<string, [url: string, headers: Record<string, string>, envelope: object]> = {
  traffic: ['/traffic/lines', oauth, { response: null, errors: { httpStatusCode: 415 } }],
  native: [
    '/v3/rest/campaign',
    oauth,
    { response: null, errors: [{ code: 'E40008_UNSUPPORTED_MEDIA_TYPE' }] },
  ],
  reporting: ['/extreport/', oauth, { responseCode: 415, errorCode: 'E0078' }],
  graphql: ['/graphql', bearer, { errors: [{ message: expect.stringContaining('Content-Encoding') }] }],
  intake: ['/v1/pixels/1/events', events, { success: false, errors: [] }],
  identity: ['/identity/oauth2/access_token', {}, { error: 'invalid_request' }],
};

test.each(Object.entries(ROUTES))(
  '%s answers a compressed body 415 in its own envelope',
  async (_name, route) => {
    const [url, headers, envelope] = route;
    for (const encoding of ['gzip', 'GZIP', 'deflate', 'br', 'gzip, gzip', 'identity, gzip', 'x-unknown'])
      for (const payload of [gzipSync('{}'), gzipSync(Buffer.alloc(10 * 2 ** 20))]) {
        const answer = await fetch(`${address}${url}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'content-encoding': encoding },
          body: payload,
        });
        expect([encoding, answer.status]).toEqual([encoding, 415]);
        expect(await answer.json()).toMatchObject(envelope);
      }
  },
);

/** Sends text on a separate connection, half-closes it, and returns everything that is received. */
const exchange = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(received));
    socket.end(text);
  });

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: h\r\n${more}\r\n`;
const head = Object.entries(oauth)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

test('a connection that is closed by half is closed: what is answered of its requests is answered in order', async () => {
  const all = await Promise.all(
    Array.from({ length: 50 }, () =>
      exchange(
        get('/traffic/advertisers', head) + get('/traffic/lines/1', head) + get('/traffic/nothing', head),
      ),
    ),
  );
  for (const text of all) {
    const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '404', '404'].slice(0, statuses.length));
  }
  await expect
    .poll(() => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count))))
    .toBeLessThan(20);
});

test('a body that ends with the sending half stores nothing and is answered or closed', async () => {
  const before = await system.db.advertiser.count();
  const text = await exchange(
    `POST /traffic/advertisers HTTP/1.1\r\nHost: h\r\n${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name":`,
  );
  expect(text === '' || /^HTTP\/1\.1 4\d\d/.test(text)).toBe(true);
  expect(await system.db.advertiser.count()).toBe(before);
});

test('a range of thousands of parts is no range: the file is answered whole, at no cost', () => {
  const before = process.cpuUsage();
  for (const header of [
    `bytes=${Array.from({ length: 5_000 }, (_, n) => `${n}-${n}`).join(',')}`,
    `bytes=${'0-,'.repeat(5_000)}`,
    `bytes=${'-'.repeat(15_000)}`,
    `bytes=${' '.repeat(15_000)}0-1,`,
    `bytes=${'9'.repeat(15_000)}-`,
  ])
    expect([null, 'unsatisfiable']).toContain(parseRange(header, 1_000_000));
  const { user, system: kernel } = process.cpuUsage(before);
  expect((user + kernel) / 1000).toBeLessThan(50);
});
