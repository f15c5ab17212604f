import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { observedRouteTable, routeTable } from '../../src/http/route-table.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';
import { directPosts, routedDuring, type Way } from '../support/traffic/direct-posts.ts';

/** Routes whose responses are the same for everybody; all others depend on the caller. */
const PUBLIC = [
  /^GET \/(healthz|readyz|metrics)$/,
  /^GET \/openapi(-observed)?\.json$/,
  /^GET \/(dashboard|docs|docs\/rest|docs\/:page|assets\/:file)$/,
  /^GET \/identity\/oauth2\/jwks$/,
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
const PRIVATE = 'private, no-store';

const system = await testSystem({ env: { FLIGHTLINE_WIRE: 'observed' } });
const { app } = await testApp(system);
const { port, hostname } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());
const client = await createClient(system);

const ROUTES = [...routeTable(app), ...observedRouteTable(app)];
const isPublic = (route: string) => PUBLIC.some((pattern) => pattern.test(route));
/** The token service says what OAuth 2.0 prescribes (RFC 6749, 5.1). */
const expected = (url: string) => (/^\/(identity|zts)\//.test(url) ? 'no-store' : PRIVATE);
const targetOf = (url: string) => url.replace(/:\w+/g, '1').replace('*', 'x');

async function headersIn(realm: 'dsp' | 'events' | 'aaca') {
  const token = await tokenFor(system, client, { realm });
  return { authorization: `Bearer ${token}`, 'x-auth-method': 'OAuth2', 'x-auth-token': token };
}
const known = {
  dsp: await headersIn('dsp'),
  events: await headersIn('events'),
  aaca: await headersIn('aaca'),
};
const headersOf = (url: string) => known[url === '/' ? 'aaca' : url.startsWith('/v1/') ? 'events' : 'dsp'];

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Over the network, as caches see it. */
async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const sent = request({ agent, port, hostname, method, path, headers }).end(body);
  const signal = AbortSignal.timeout(5_000);
  const [answer] = await once(sent, 'response', { signal });
  // A stream has no end.
  if (answer.headers['content-type']?.startsWith('text/event-stream')) answer.destroy();
  else await once(answer.resume(), 'end', { signal });
  return { status: Number(answer.statusCode), cacheControl: answer.headers['cache-control'] };
}

describe('no cache stores a response that belongs to a caller', () => {
  const statuses = new Set<number>();

  test.each([...new Set(ROUTES.map(({ url }) => url))])('%s', async (url) => {
    for (const method of METHODS) {
      if (isPublic(`${method} ${url}`) || isPublic(`${method.replace('HEAD', 'GET')} ${url}`)) continue;
      const target = targetOf(url);
      for (const headers of [{}, { authorization: 'Bearer no' }, headersOf(url)])
        for (const body of method === 'GET' || method === 'HEAD' ? [undefined] : [undefined, '{', '{}']) {
          const type = body === undefined ? undefined : { 'content-type': 'application/json' };
          const answer = await ask(method, target, { ...headers, ...type }, body);
          statuses.add(answer.status);
          expect({ method, ...answer }).toEqual({ ...answer, method, cacheControl: expected(url) });
        }
    }
  });

  test('the routes above were answered in every way', () => {
    expect(ROUTES.length).toBeGreaterThan(60);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405]));
  });

  test('every path of openapi.json, whatever a parameter is', async () => {
    const { paths } = (await app.inject('/openapi.json')).json();
    for (const [path, operations] of Object.entries<object>(paths))
      for (const method of Object.keys(operations).filter((name) =>
        METHODS.includes(name.toUpperCase() as 'GET'),
      )) {
        if (path.endsWith('/jwks')) continue;
        const target = path.replace(/\{\w+\}/g, '%20');
        const { cacheControl } = await ask(method.toUpperCase(), target, headersOf(path));
        expect([method, path, cacheControl]).toEqual([method, path, expected(path)]);
      }
  });

  test.each([
    '/nowhere',
    '/traffic/nowhere',
    '/v3/rest/x/y/z',
    '/docs/nowhere',
    '/assets/x.js',
    '/traffic/%',
  ])('a path that nobody has: %s', async (path) =>
    expect((await ask('GET', path)).cacheControl).toBe(PRIVATE),
  );

  test('what the HTTP parser refuses', async () => {
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /graphql HTTP/1.1\r\nbad\r\n\r\n'),
    );
    const [head] = await once(socket, 'data');
    expect(String(head)).toContain(`cache-control: ${PRIVATE}\r\n`);
  });

  test('the session of a dashboard', async () => {
    const { clientId, clientSecret } = client;
    const headers = {
      'x-flightline-dashboard': '1',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const opened = await ask(
      'POST',
      '/dashboard/session',
      headers,
      JSON.stringify({ clientId, clientSecret }),
    );
    expect(opened).toEqual({ status: 200, cacheControl: PRIVATE });
  });
});

describe('GraphQL', () => {
  const query = '{ advertisers { totalCount } }';

  test.each<Way>(['direct', 'routed'])('by POST, %s', async (way) => {
    const { post } = await directPosts(system);
    const headers = known.dsp;
    const send = () => post(way, { path: '/graphql', body: JSON.stringify({ query }), headers });
    const answers = [await send()];
    const routed = await routedDuring(async () => void answers.push(await send()));
    expect(routed).toBe(way === 'direct' ? 0 : 1);
    for (const { status, headers } of answers)
      expect([status, headers['cache-control']]).toEqual([200, PRIVATE]);
  });

  test('by GET, and what the executor returns', async () => {
    for (const text of [query, '{ __schema { queryType { name } } }', '{ nothing }'])
      expect((await ask('GET', `/graphql?query=${encodeURIComponent(text)}`, known.dsp)).cacheControl).toBe(
        PRIVATE,
      );
  });

  test('as a stream, of a query and of a subscription', async () => {
    for (const text of [query, `subscription { reportStatus(id: "Report:${randomUUID()}") { status } }`]) {
      const headers = {
        ...known.dsp,
        accept: 'text/event-stream',
        'content-type': 'application/json',
      };
      const { cacheControl } = await ask('POST', '/graphql', headers, JSON.stringify({ query: text }));
      expect(cacheControl).toBe(PRIVATE);
    }
  });
});

test('the file of a report, whole, in part, compressed, unchanged and spreadsheet-safe', async () => {
  const { client: make, advertiser, run, fetchCsv } = await reportingService();
  const owner = await make();
  await advertiser(owner);
  const { report } = await run(owner, {
    dateTypeId: 8,
    intervalTypeId: 2,
    reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [4], metricTypeIds: [1] },
  });
  const { headers } = await fetchCsv(report.url);
  for (const more of [
    {},
    { range: 'bytes=0-1' },
    { 'accept-encoding': 'gzip' },
    { 'if-none-match': String(headers.etag) },
  ]) {
    const answer = await fetchCsv(report.url, more);
    expect(answer.headers['cache-control']).toBe(`${PRIVATE}, no-transform`);
  }
  expect((await fetchCsv(`${report.url}x`)).headers['cache-control']).toBe(PRIVATE);
});

test('responses that are the same for everybody have their own header', async () => {
  const own = async (path: string) => (await ask('GET', path)).cacheControl;
  expect(await own('/identity/oauth2/jwks')).toBe('public, max-age=300');
  for (const path of ['/dashboard', '/docs', '/openapi.json']) expect(await own(path)).toBe('no-cache');
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(await own(path)).toBeUndefined();
  const [asset] = /\/?assets\/[a-z0-9-]+\.js/.exec((await app.inject('/dashboard')).body) ?? [];
  expect(await own(`/${asset?.replace(/^\//, '')}`)).toMatch(/^public, .*immutable$/);
});
