import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/actors.ts';
import { bearerHeaders, testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
afterAll(() => app.close());
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = browser, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers });

const PAGES = ['/graphql', '/docs/rest', '/dashboard', '/docs', '/docs/getting-started'];
/** The files that a page loads, by their absolute paths. */
const assetsOf = (page: string, html: string) =>
  [...html.matchAll(/(?:href|src)="([./]*assets\/[^"]+)"/g)].map(
    ([, path = '']) => new URL(path, `http://x${page}`).pathname,
  );
const assets = (await Promise.all(PAGES.map(async (page) => assetsOf(page, (await get(page)).body)))).flat();
const files = [...PAGES, ...new Set(assets)];

describe('the pages', () => {
  test.each(PAGES)('%s runs its own scripts only, and loads nothing from elsewhere', async (page) => {
    const { statusCode, headers, body } = await get(page);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
    expect(body).not.toMatch(/<script(?![^>]*(?: src=| type="application\/json"))/);
    expect(body).not.toMatch(/ (?:src|on\w+)="(?:https?:|\/\/|javascript:)/);
    for (const path of assetsOf(page, body)) expect((await get(path)).statusCode).toBe(200);
  });

  test.each(files)('%s is sent compressed, and the same in each form', async (path) => {
    const plain = await get(path, { accept: 'text/html' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    for (const [coding, decode] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
      const sent = await get(path, { ...browser, 'accept-encoding': `${coding}, *;q=0` });
      expect(sent.headers['content-encoding']).toBe(coding);
      expect(sent.headers.vary).toBe('accept-encoding');
      expect(decode(sent.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });

  test.each([...files, '/openapi.json'])(
    '%s is sent once to a client that caches it, and never to HEAD',
    async (path) => {
      for (const coding of ['br', 'gzip', 'identity']) {
        const headers = { ...browser, 'accept-encoding': coding };
        const { headers: had, rawPayload } = await get(path, headers);
        const again = await get(path, { ...headers, 'if-none-match': String(had.etag) });
        expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
        const other = await get(path, { ...headers, 'if-none-match': '"other"' });
        expect(other.statusCode).toBe(200);
        if (path === '/graphql') continue;
        const head = await get(path, headers, 'HEAD');
        expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
        expect(head.headers['content-length']).toBe(String(rawPayload.length));
        expect(head.headers.etag).toBe(had.etag);
      }
    },
  );

  test('a file whose name changes with its content is cached for good, a page is revalidated each time', async () => {
    expect(assets.length).toBeGreaterThan(5);
    for (const path of assets) expect((await get(path)).headers['cache-control']).toMatch(/immutable/);
    for (const page of PAGES) expect((await get(page)).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/assets/nothing.js',
    '/assets/..%2Fdashboard.html',
    '/assets/..%2F..%2Fpackage.json',
    '/assets/%2e%2e%2fdocs.html',
    '/docs/nothing',
    '/docs/..%2f..%2f..%2fpackage',
    '/docs/docs%00',
  ])('404: %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  test('a slash at the end leads to the page itself, so that its relative links hold under any path', async () => {
    for (const page of PAGES) {
      const { statusCode, headers } = await get(`${page}/?query=%7Ba%7D`);
      expect(statusCode).toBe(308);
      const target = new URL(String(headers.location), `http://x/behind${page}/`);
      expect(target.pathname + target.search).toBe(`/behind${page}?query=%7Ba%7D`);
    }
  });

  test('every link between them leads somewhere', async () => {
    const documents = [...readdirSync('docs'), ...readdirSync('docs/interfaces')].filter(isPage);
    for (const page of ['/dashboard', '/docs', ...documents.map(pathOf)]) {
      const { body } = await get(page);
      for (const [, link = ''] of body.matchAll(/<a href="([^"#]+)/g)) {
        if (/^https?:/.test(link)) continue;
        const { pathname } = new URL(link, `http://x${page}`);
        expect([page, link, (await get(pathname)).statusCode]).toEqual([page, link, 200]);
      }
    }
  });
});
const isPage = (name: string) => name.endsWith('.md');
const pathOf = (name: string) => `/docs/${name.slice(0, -3)}`;

describe('a browser', () => {
  test('that opens GET /graphql gets GraphiQL, a reload and a shared link too', async () => {
    for (const url of ['/graphql', '/graphql?query=%7B__typename%7D&variables=%7B%7D'])
      expect((await get(url)).body).toContain('Flightline GraphiQL');
  });

  test('gets a GraphiQL that requests the schema without a token only if that is allowed', async () => {
    expect((await get('/graphql')).body).not.toContain('name="schema"');
    const open = await testApp({ ...system, config: { ...system.config, introspection: 'on' } });
    const { body } = await open.app.inject({ method: 'GET', url: '/graphql', headers: browser });
    await open.app.close();
    expect(body).toContain('<meta name="schema" content="open">');
  });

  test('that sends a token is a client', async () => {
    const headers = { ...browser, ...(await bearerHeaders(system, await createClient(system))) };
    const { body } = await get('/graphql?query=%7B__typename%7D', headers);
    expect(JSON.parse(body).data).toEqual({ __typename: 'Query' });
    expect((await get('/', headers)).statusCode).toBe(401);
  });

  test('that visits / is sent to the dashboard, which leads on without a script too', async () => {
    const { statusCode, headers } = await get('/');
    expect([statusCode, headers.location]).toEqual([302, 'dashboard']);
    const { body } = await get('/dashboard');
    for (const link of ['graphql', 'docs/rest', 'docs']) expect(body).toContain(`href="${link}"`);
  });

  test.each([
    ['with a query', '/?vmcid=1', browser],
    ['that takes no page', '/', { accept: '*/*' }],
    ['with a token', '/', { ...browser, authorization: 'x' }],
  ] as const)('%s posts a conversion', async (_name, url, headers) => {
    const { statusCode, body } = await get(url, headers);
    expect([statusCode, typeof JSON.parse(body).message]).toEqual([401, 'string']);
  });

  test('finds the dashboard where conversions are not served', async () => {
    const env = { FLIGHTLINE_SERVICES: 'identity' };
    const other = await testApp(await testSystem({ env }));
    expect((await other.app.inject({ url: '/', headers: browser })).headers.location).toBe('dashboard');
    expect((await other.app.inject({ url: '/' })).statusCode).toBe(404);
  });

  test('gets no dashboard with FLIGHTLINE_DASHBOARD=off, and is sent to the documentation', async () => {
    const { app } = await testApp(await testSystem({ env: { FLIGHTLINE_DASHBOARD: 'off' } }));
    expect((await app.inject({ url: '/dashboard', headers: browser })).statusCode).toBe(404);
    expect((await app.inject({ url: '/', headers: browser })).headers.location).toBe('docs');
  });

  test('gets no GraphiQL with FLIGHTLINE_GRAPHIQL=off, nor a link to it', async () => {
    const { app } = await testApp(await testSystem({ env: { FLIGHTLINE_GRAPHIQL: 'off' } }));
    const { statusCode, body } = await app.inject({ url: '/graphql', headers: browser });
    expect([statusCode, JSON.parse(body).errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect((await app.inject({ url: '/dashboard', headers: browser })).body).not.toContain('graphql');
  });
});

describe('the first screen of GraphiQL', () => {
  const folder = 'src/http/browser/examples';
  test.each(readdirSync(folder))('%s runs unchanged', async (name) => {
    const headers = await bearerHeaders(system, await createClient(system));
    const query = readFileSync(`${folder}/${name}`, 'utf8');
    const { body } = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
    expect(JSON.parse(body)).toMatchObject({ data: expect.anything() });
    expect(JSON.parse(body)).not.toHaveProperty('errors');
  });

  test('shows them, and says how to get a token', async () => {
    const { body } = await get('/graphql');
    for (const text of ['Advertisers', 'validateOnly', 'flightline -- token']) expect(body).toContain(text);
  });
});
