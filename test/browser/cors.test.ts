import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { serve } from '../client/service.ts';
import { tokenFor } from '../support/actors.ts';
import { openBrowser } from './chromium.ts';

/** A dashboard on a port of its own: an empty page, in which the tests run their calls. */
async function pageServer(): Promise<string> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const [allowed, stranger] = [await pageServer(), await pageServer()];
const service = await serve({ worker: true, env: { FLIGHTLINE_CORS_ORIGINS: allowed } });
const client = await service.register();
const token = await tokenFor(service.system, client);
const report = await service
  .connect(client)
  .reports.run({ reportOption: { metricTypeIds: [1] }, dateTypeId: 2, intervalTypeId: 1 });
const { open } = await openBrowser();

/** What a page of the origin learns of four calls: status, body and the headers that it may read. */
async function callsFrom(origin: string) {
  const { page } = await open();
  await page.goto(origin);
  return page.evaluate(
    async ({ url, token, download }) => {
      const call = async (path: string, init: RequestInit = {}) => {
        try {
          const response = await fetch(new URL(path, url), init);
          return {
            status: response.status,
            body: await response.text(),
            headers: Object.fromEntries(response.headers),
          };
        } catch (error) {
          return { error: (error as Error).name };
        }
      };
      const json = { 'content-type': 'application/json' };
      const traffic = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
      return {
        graphql: await call('/graphql', {
          method: 'POST',
          headers: { ...json, authorization: `Bearer ${token}`, 'idempotency-key': 'k' },
          body: JSON.stringify({ query: '{ __typename }' }),
        }),
        rest: await call('/traffic/advertisers', { headers: traffic }),
        refused: await call('/traffic/advertisers', { headers: { ...traffic, 'x-auth-token': 'x' } }),
        identity: await call('/identity/oauth2/access_token', {
          method: 'POST',
          body: new URLSearchParams(),
        }),
        download: await call(download),
        large: await call('/traffic/advertisers', {
          method: 'POST',
          headers: { ...json, ...traffic },
          body: 'x'.repeat(2_000_000),
        }),
      };
    },
    { url: service.origin, token, download: report.url ?? '' },
  );
}

it('a page on an allowed port reads responses, refusals and their headers', async () => {
  const { graphql, rest, refused, identity, download, large } = await callsFrom(allowed);
  expect(graphql).toMatchObject({ status: 200, body: expect.stringContaining('"Query"') });
  expect(rest).toMatchObject({
    status: 200,
    headers: { 'ratelimit-remaining': expect.any(String), 'x-request-id': expect.any(String) },
  });
  expect(refused).toMatchObject({ status: 401, headers: { 'x-request-id': expect.any(String) } });
  expect(identity).toMatchObject({ status: 400, body: expect.stringContaining('invalid_request') });
  expect(download).toMatchObject({ status: 200, body: 'Impressions\r\n' });
  expect(large).toMatchObject({ status: 413 });
});

it('a page on any other port reads nothing', async () => {
  const answers = Object.values(await callsFrom(stranger));
  expect(answers).toEqual(answers.map(() => ({ error: 'TypeError' })));
});
