import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type RunningService, startService } from '../../src/operations/service/service.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { tokenFor } from '../support/actors.ts';
import { Swift } from './swift.ts';

/** Two services with a data directory each, on one database and one bucket. */

const swift = await Swift.start();
for (const [name, value] of Object.entries(swift.env('services'))) vi.stubEnv(name, value);
const loader = await reportingService({ worker: false, env: swift.env('services') });
const { system } = loader;
const client = await loader.client();
const { ids } = await loader.advertiser(client);
const services: RunningService[] = [];
const folders: string[] = [];
const ROWS = 2_000;

async function start(env: Record<string, string> = {}): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'));
  folders.push(dataDir);
  const config = loadConfig({
    ...swift.env('services'),
    PORT: '0',
    DATABASE_URL: system.database.url,
    FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
    FLIGHTLINE_DATA_DIR: dataDir,
    FLIGHTLINE_DEMO: 'off',
    ...env,
  });
  const service = await startService({ config, log: system.log });
  services.push(service);
  return service;
}

beforeAll(async () => {
  await loader.load(
    Array.from({ length: ROWS }, (_, n) => ({
      ...ids,
      hour: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString().replace('.000', ''),
      impressions: n,
    })),
  );
  await start();
  await start({ FLIGHTLINE_DOWNLOADS: 'redirect' });
});
// What one test took away is there for the next, also if it failed.
afterEach(async () => {
  swift.freeze(false);
  await swift.resume();
});
afterAll(async () => {
  for (const service of services) await service.stop();
  vi.unstubAllEnvs();
  await swift.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

const PAYLOAD = {
  dateTypeId: 10,
  intervalTypeId: 5,
  reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [6], metricTypeIds: [1, 10003] },
};

const originOf = (index: number) => (services[index] as RunningService).origin;

async function call(index: number, path: string, body?: object): Promise<Response> {
  return fetch(`${originOf(index)}${path}`, {
    headers: {
      'x-auth-method': 'OAuth2',
      'x-auth-token': await tokenFor(system, client),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

async function create(index: number): Promise<string> {
  const answer = await call(index, '/extreport/', PAYLOAD);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { customerReportId: string }).customerReportId;
}

async function settled(
  index: number,
  id: string,
): Promise<{ status: string; url: string; errorMsg?: string }> {
  for (let round = 0; round < 600; round += 1) {
    const report = (await (await call(index, `/extreport/${id}`)).json()) as Awaited<
      ReturnType<typeof settled>
    >;
    if (report.status === 'SUCCESS' || report.status === 'FAILED') return report;
    await sleep(100);
  }
  throw new Error('The report never finished.');
}

const download = (index: number, url: string, init?: RequestInit) =>
  fetch(url.replace(/^https?:\/\/[^/]+/, originOf(index)), init);

const totalOf = (csv: string, column: number) =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .reduce((sum, line) => sum + Number(line.split(',').at(column)), 0);

test('a report made by either is read by both, sent through the service or from the store itself', async () => {
  const reports = [await create(0), await create(1)];
  const texts = new Set<string>();
  for (const id of reports)
    for (const index of [0, 1]) {
      const { status, url } = await settled(index, id);
      expect(status).toBe('SUCCESS');
      const answer = await download(index, url);
      expect([answer.status, answer.redirected]).toEqual([200, index === 1]);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      texts.add(await answer.text());
      const part = await download(index, url, { headers: { range: 'bytes=0-9' } });
      expect([part.status, await part.text()]).toEqual([206, [...texts][0]?.slice(0, 10)]);
      const zipped = await download(index, url, { headers: { 'accept-encoding': 'gzip' } });
      texts.add(await zipped.text());
    }
  expect(texts.size).toBe(1);
  expect(totalOf([...texts][0] ?? '', -2)).toBe((ROWS * (ROWS - 1)) / 2);
});

test('a redirect is not cached, and its URL expires soon', async () => {
  const { url } = await settled(1, await create(1));
  const answer = await download(1, url, { redirect: 'manual' });
  const address = new URL(answer.headers.get('location') ?? '');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
  expect(address.searchParams.get('X-Amz-Expires')).toBe('300');
});

test('while the store is unavailable the rest is served, and reports are late or FAILED with a reason', async () => {
  const done = await settled(0, await create(0));
  const waiting = await Promise.all(Array.from({ length: 6 }, (_, n) => create(n % 2)));
  await sleep(100);
  await swift.kill();
  await insertConversions(40);
  await sleep(6_000);

  for (const index of [0, 1]) {
    const ready = await fetch(`${originOf(index)}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        away: [expect.stringMatching(/^The object store of facts and reports does not answer/)],
      },
    ]);
    expect((await call(index, '/traffic/advertisers')).status).toBe(200);
    expect((await download(index, done.url)).status).toBe(503);
  }

  await swift.resume();
  for (const id of waiting) {
    const { status, url, errorMsg } = await settled(0, id);
    if (status === 'FAILED') expect(errorMsg).toMatch(/three attempts/);
    else expect(totalOf(await (await download(0, url)).text(), -2)).toBe((ROWS * (ROWS - 1)) / 2);
  }
  const { status } = await settled(1, await create(1));
  expect(status).toBe('SUCCESS');
  await vi.waitFor(async () => expect(await conversionsReported()).toBe(40), {
    timeout: 60_000,
    interval: 2_000,
  });
  await vi.waitFor(
    async () => expect(await (await fetch(`${originOf(0)}/readyz`)).json()).toEqual({ status: 'ready' }),
    { timeout: 20_000, interval: 500 },
  );
});

test('a store that pauses makes reports late, and what is written meanwhile counts once', async () => {
  await insertConversions(7);
  const reports = [await create(0), await create(1)];
  swift.freeze(true);
  await sleep(5_000);
  swift.freeze(false);
  for (const id of reports) expect((await settled(0, id)).status).toBe('SUCCESS');
  await vi.waitFor(async () => expect(await conversionsReported()).toBe(47), {
    timeout: 60_000,
    interval: 2_000,
  });
});

test.each([
  ['a store that is slow', async () => swift.slowDown()],
  [
    'one device that is slow and one that is gone',
    async () => {
      const hurry = swift.slowDown('d1');
      await swift.takeDevice('d2');
      return async () => {
        hurry();
        await swift.giveDevice('d2');
      };
    },
  ],
])('with %s, facts are loaded and reports made and read, late', async (what, disturb) => {
  const mend = await disturb();
  try {
    // No impressions, so that the sum of each report is the same.
    const { loaded } = await loader.load([{ ...ids, clicks: what.length, impressions: 0 }]);
    expect(loaded).toBe(true);
    for (const index of [0, 1]) {
      const { status, url } = await settled(index, await create(index));
      expect(status).toBe('SUCCESS');
      const text = await (await download(1 - index, url)).text();
      expect(totalOf(text, -2)).toBe((ROWS * (ROWS - 1)) / 2);
    }
  } finally {
    await mend();
  }
});

test('expired credentials are reported with the reason, and new ones take effect', async () => {
  await swift.revoke(true);
  const { status, errorMsg } = await settled(0, await create(0));
  expect([status, errorMsg]).toEqual(['FAILED', expect.stringMatching(/three attempts/)]);
  expect(system.logged()).toMatch(/InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden/);
  await swift.revoke(false);
  expect((await settled(0, await create(0))).status).toBe('SUCCESS');
});

test('a service whose bucket holds the files of another database does not start', async () => {
  const other = await reportingService({ worker: false, env: swift.env('other') });
  await expect(
    start({
      DATABASE_URL: other.system.database.url,
      FLIGHTLINE_MASTER_KEY: other.system.masterKey.toString('base64'),
    }),
  ).rejects.toThrow(
    /^FLIGHTLINE_FILES: the facts and reports of this database are not in s3:|holds the files of another/,
  );
});

async function insertConversions(count: number): Promise<void> {
  await system.pool.query(
    `INSERT INTO conversion (receipt_id, seat_id, dp, event_id, received_at, client_id, vmcid, advertiser_id,
       campaign_id, line_id, et, gv, gc)
     SELECT $1, $2, 'dp', $7 || n, '2026-02-01T10:00:00Z', 'c', 'v', $3, $4, $5, '2026-02-01T10:00:00Z', 1, 'USD'
     FROM generate_series(1, $6::int) n`,
    [randomUUID(), client.seatId, ids.advertiserId, ids.campaignId, ids.lineId, count, randomUUID()],
  );
}

async function conversionsReported(): Promise<number> {
  const { url } = await settled(0, await create(0));
  return totalOf(await (await download(0, url)).text(), -1);
}
