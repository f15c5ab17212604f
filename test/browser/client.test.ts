import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve } from '../client/service.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';

const { CHROMIUM = 'chromium' } = process.env;

interface Result {
  readonly name: string;
  readonly names: string[];
  readonly status: string;
  readonly csv: string;
}

let resolveResult: (result: Result | { error: string }) => void;
const result = new Promise<Result | { error: string }>((resolve) => {
  resolveResult = resolve;
});

const folder = await mkdtemp(join(tmpdir(), 'flightline-browser-'));
const service = await serve({
  worker: true,
  // The page is served from the service's own origin, as an operator would do.
  extend: (app) => {
    app.get('/page', async (_request, reply) =>
      // The page is the operator's own, and so is its policy.
      reply.header('content-security-policy', '').type('text/html').send(page),
    );
    app.get<{ Params: { '*': string } }>('/client/*', async (request, reply) =>
      reply.type('text/javascript').send(await readFile(join(folder, request.params['*']), 'utf8')),
    );
    app.post('/result', async (request) => {
      resolveResult(request.body as Result);
      return {};
    });
  },
});
const { clientId, clientSecret } = await service.register();

const page = `<!doctype html><title>client</title><script type="module">
import { createClient, unwrap } from '/client/index.js';
import { AdvertisersDocument, CreateAdvertiserDocument } from '/client/documents.js';
const send = (body) =>
  fetch('/result', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
try {
  const client = createClient({ url: location.origin, ...${JSON.stringify({ clientId, clientSecret })} });
  const input = ${JSON.stringify(advertiserInput({ name: 'From a browser' }))};
  const { name } = unwrap((await client.request(CreateAdvertiserDocument, { input })).createAdvertiser).advertiser;
  const names = [];
  for await (const node of client.pages(AdvertisersDocument, { first: 1 }, (data) => data.advertisers))
    names.push(node.name);
  const report = await client.reports.run(
    { reportOption: { metricTypeIds: [1] }, dateTypeId: 2, intervalTypeId: 1 });
  await send({ name, names, status: report.status, csv: await report.text() });
} catch (error) {
  await send({ error: String(error) });
}
</script>`;

let browser: ChildProcess;
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/client-package.mjs', folder], { stdio: 'inherit' });
  const profile = `--user-data-dir=${join(folder, 'profile')}`;
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', profile];
  browser = execFile(CHROMIUM, [...flags, `${service.origin}/page`]);
});
afterAll(async () => {
  const gone = new Promise((resolve) => browser.once('exit', resolve));
  browser.kill();
  await gone;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('the client package runs in a browser: tokens, a mutation, pages, and a report by subscription', async () => {
  expect(await result).toEqual({
    name: 'From a browser',
    names: ['From a browser'],
    status: 'SUCCESS',
    csv: 'Impressions\r\n',
  });
});
