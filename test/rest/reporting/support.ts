import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { startWorker } from '../../../src/operations/worker/worker.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { createClient, createSeat, type TestClient, tokenFor } from '../../support/actors.ts';
import { documented } from '../../support/documented.ts';
import { testSystem } from '../../support/system.ts';
import { csvOf, type FactRow } from '../../warehouse/support.ts';

/** A service with files of its own, and a worker unless the test drives the queue itself. */
export async function reportingService({
  worker = true,
  env = {},
}: {
  worker?: boolean;
  env?: Record<string, string>;
} = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reports-'));
  const system = await testSystem({ env: { ...env, FLIGHTLINE_DATA_DIR: dataDir } });
  const app = await buildApp({ system });
  const running = worker ? await startWorker({ system }) : undefined;
  const warehouse = await openWarehouse(system);
  // Before the database goes, which the hook of testSystem drops: hooks run last in, first out.
  afterAll(async () => {
    await running?.stop();
    await app.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  });

  const call = async (client: TestClient, method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, client) };
    const response = documented(await app.inject({ method, url, headers, ...(payload && { payload }) }));
    return { status: response.statusCode, body: response.json() };
  };
  const settle = async (client: TestClient, customerReportId: string) => {
    for (let round = 0; round < 300; round += 1) {
      const { body } = await call(client, 'GET', `/extreport/${customerReportId}`);
      if (body.status === 'SUCCESS' || body.status === 'FAILED') return body;
      await sleep(50);
    }
    throw new Error('the report never finished');
  };
  const fetchCsv = async (url: string, headers: Record<string, string> = {}) =>
    documented(await app.inject({ method: 'GET', url: url.replace(/^https?:\/\/[^/]+/, ''), headers }));

  return {
    app,
    system,
    warehouse,
    dataDir,
    call,
    settle,
    fetchCsv,
    load: async (rows: Partial<FactRow>[]) => {
      const file = path.join(dataDir, `${randomUUID()}.csv`);
      await writeFile(file, csvOf(rows));
      return loadFacts(warehouse, { file });
    },
    /** Creates a report, waits, and answers its cells with the header. */
    run: async (client: TestClient, payload: object) => {
      const created = await call(client, 'POST', '/extreport/', payload);
      if (created.status !== 200) throw new Error(JSON.stringify(created));
      const report = await settle(client, created.body.customerReportId);
      const cells: string[][] = report.url ? parse((await fetchCsv(report.url)).body) : [];
      return { report, cells };
    },
    client: (options: Parameters<typeof createClient>[1] = {}) => createClient(system, options),
    seat: (overrides: Parameters<typeof createSeat>[1] = {}) => createSeat(system, overrides),
    /** An advertiser of the seat with one campaign and one line in a package. */
    advertiser: (
      client: TestClient,
      overrides: { name?: string; timezone?: string; currency?: string } = {},
    ) => makeAdvertiser(system.db, client.seatId, overrides),
  };
}

async function makeAdvertiser(
  db: Awaited<ReturnType<typeof testSystem>>['db'],
  seatId: number,
  overrides: { name?: string; timezone?: string; currency?: string },
) {
  const { id: accountGroupId } = await db.accountGroup.findFirstOrThrow({ where: { seatId } });
  const advertiser = await db.advertiser.create({
    data: {
      seatId,
      accountGroupId,
      name: `Advertiser ${randomUUID()}`,
      status: 'ACTIVE',
      landingPageUrl: 'https://example.com',
      iabCategoryId: 1,
      timezone: 'America/New_York',
      currency: 'USD',
      billingPrice: 10,
      contact: {},
      ...overrides,
    },
  });
  const owner = { seatId, advertiserId: advertiser.id };
  const campaign = await db.campaign.create({ data: { ...owner, name: 'Spring, "early"' } });
  const pack = await db.package.create({ data: { seatId, campaignId: campaign.id, name: 'Bundle' } });
  const line = await db.line.create({
    data: { ...owner, campaignId: campaign.id, packageId: pack.id, name: '=cmd', status: 'PAUSED' },
  });
  const ids = { advertiserId: advertiser.id, campaignId: campaign.id, lineId: line.id, packageId: pack.id };
  return { advertiser, ids };
}
