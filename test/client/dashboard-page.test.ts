import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { DashboardPageDocument, type DashboardPageQuery } from '../../src/client/documents.ts';
import { fences } from '../docs/shell.ts';
import { reportingService } from '../rest/reporting/support.ts';
import { tokenFor } from '../support/actors.ts';
import { createAd, createPixel } from '../support/traffic/intake.ts';

/** The page that docs/graphql.md shows is one query, and each of its figures is a report's. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOUR_MS = 3_600_000;
const service = await reportingService();
const { system } = service;
const client = await service.client();
const START = new Date(Math.floor(system.now().getTime() / 1000) * 1000 - 20 * 24 * HOUR_MS);
let page: DashboardPageQuery;
let errors: unknown;
let plan: object;

beforeAll(async () => {
  const rows = [];
  let pixelId = 0;
  for (const [at, timezone] of ['America/New_York', 'Asia/Tokyo', 'Europe/London'].entries()) {
    const { ids } = await service.advertiser(client, { timezone });
    const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
    pixelId = await createPixel(system, owner);
    for (let n = 0; n < 4; n += 1) {
      const { campaignId, lineId, adId } = await createAd(system, owner);
      const flight = { startDate: START, budget: 500 };
      await system.db.line.update({ where: { id: lineId }, data: { status: 'ACTIVE' } });
      await system.db.lineSchedule.create({
        data: { ...flight, lineId, endDate: new Date(system.now().getTime() + 20 * 24 * HOUR_MS) },
      });
      for (let hours = 1; hours < 40 * 24; hours += 7 + n)
        rows.push({
          advertiserId: ids.advertiserId,
          campaignId,
          lineId,
          adId,
          hour: new Date(Math.floor(system.now().getTime() / HOUR_MS - hours) * HOUR_MS)
            .toISOString()
            .replace('.000', ''),
          impressions: 100 + ((hours * 13 + n) % 900),
          clicks: (hours * (at + 2) + n) % 40,
          spend: (((hours * 7919) % 1_000_003) / 1_000_000).toFixed(6),
        });
    }
  }
  await service.load(rows);
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}`, 'x-explain': 'true' },
    payload: { query: String(DashboardPageDocument), variables: { pixelId } },
  });
  let extensions: { plan: typeof plan };
  ({ data: page, errors, extensions } = response.json());
  plan = extensions.plan;
});

/** The rows of a report, by the first ID in each. */
async function reported(reportOption: object, dates: object): Promise<Map<string, string[]>> {
  const { cells, report } = await service.run(client, {
    intervalTypeId: 1,
    ...dates,
    reportOption: { currency: 2, ...reportOption },
  });
  expect(report.errorMsg ?? null).toBeNull();
  return new Map(cells.slice(1).map((row) => [row[0] as string, row]));
}
const numberOf = (id: string) => id.split(':')[1] as string;
const LAST_7_DAYS = { dateTypeId: 4 };
const LAST_30_DAYS = { dateTypeId: 8 };

test('docs/graphql.md shows this query', async () => {
  const shown = await fences('graphql.md', 'graphql');
  expect(shown).toContain(await readFile('src/client/documents/dashboard-page.graphql', 'utf8'));
});

describe('the page', () => {
  test('is answered by one request without an error', () => {
    expect(errors).toBeUndefined();
    expect(page.advertisers.nodes).toHaveLength(3);
  });

  test('is answered by graphql-js, since receipts are no rows of a resource', () => {
    expect(plan).toEqual({ compiled: false, reason: 'Query.eventReceipts' });
  });

  test('orders advertisers by their spend of seven days, which is the report’s, day by day', async () => {
    const spends = page.advertisers.nodes.map(({ delivery }) => Number(delivery.spend.amount));
    expect(spends).toEqual(spends.toSorted((a, b) => b - a));
    for (const { id, delivery, deliverySeries } of page.advertisers.nodes) {
      const { timezone } = await system.db.advertiser.findUniqueOrThrow({
        where: { id: Number(numberOf(id)) },
      });
      const option = { timezone, metricTypeIds: [10002], accountIds: [numberOf(id)] };
      const whole = await reported({ ...option, dimensionTypeIds: [4] }, LAST_7_DAYS);
      expect(whole.get(numberOf(id))?.[2]).toBe(delivery.spend.amount);
      const days = await reported(
        { ...option, dimensionTypeIds: [4] },
        { ...LAST_7_DAYS, intervalTypeId: 2 },
      );
      expect([...days.values()].map((row) => row.at(-1))).toEqual(
        deliverySeries.map((point) => point.delivery.spend.amount),
      );
    }
  });

  test('shows for each line what it spent of its flight', async () => {
    const spent = await reported(
      {
        timezone: 'Etc/GMT',
        metricTypeIds: [10002],
        dimensionTypeIds: [6],
      },
      {
        dateTypeId: 11,
        startDate: START.toISOString().slice(0, 19),
        endDate: system.now().toISOString().slice(0, 19),
      },
    );
    const lines = page.advertisers.nodes.flatMap(({ lines }) => lines.nodes);
    expect(lines).toHaveLength(12);
    for (const { id, pacing } of lines)
      expect([id, pacing?.delivered.amount]).toEqual([id, spent.get(numberOf(id))?.[2]]);
  });

  test('shows the ten best ads by click rate', async () => {
    const rates = new Map<string, string>();
    for (const { id } of page.advertisers.nodes) {
      const { timezone } = await system.db.advertiser.findUniqueOrThrow({
        where: { id: Number(numberOf(id)) },
      });
      const option = {
        timezone,
        metricTypeIds: [10006],
        dimensionTypeIds: [10001],
        accountIds: [numberOf(id)],
      };
      for (const [ad, row] of await reported(option, LAST_30_DAYS)) rates.set(ad, row[2] as string);
    }
    const best = [...rates].toSorted(([, a], [, b]) => Number(b) - Number(a)).slice(0, 10);
    expect(page.bestAds.nodes.map(({ id, delivery }) => [numberOf(id), delivery.ctr?.toFixed(6)])).toEqual(
      best,
    );
  });
});
