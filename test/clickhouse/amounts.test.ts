import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFacts } from '../../src/warehouse/load.ts';
import type { ReportPlan } from '../../src/warehouse/report-plan.ts';
import { makeReportPlan } from '../warehouse/report-plan.ts';
import { csvOf, makeWarehouse } from '../warehouse/support.ts';

/** The writer of these tests makes each report twice and refuses any difference (both-engines.ts). */

let warehouse: Awaited<ReturnType<typeof makeWarehouse>>;
const LARGEST = '999999999999.999999';
const rows = Array.from({ length: 600 }, (_, n) => ({
  hour: `${['1900-01', '1969-12', '1990-03', '2026-10', '2299-12'][n % 5]}-${String(1 + (n % 28)).padStart(2, '0')}T${String(n % 24).padStart(2, '0')}:00:00Z`,
  advertiserId: 1,
  lineId: 1 + (n % 50),
  country: n % 2 ? 'US' : 'DE',
  packageId: n % 3 ? '' : n + 1,
  ...(n % 4 && { adId: n }),
  impressions: n % 5 ? 8 : 0,
  clicks: n % 7 ? 1_000_000_000_000_000 : 3,
  // Halves of a millionth arise when these are divided by eight.
  spend: n % 11 ? (n * 0.000001).toFixed(6) : LARGEST,
  bidResponses: n % 2 ? 3 : 0,
}));

beforeAll(async () => {
  warehouse = await makeWarehouse();
  await loadFacts(warehouse, { file: await warehouse.write('a.csv', csvOf(rows)) });
});
afterAll(() => warehouse.remove());

const HOSTILE = [
  `'); DROP TABLE fact; --`,
  `\\' \\\\ {p0:String}`,
  'a "b", c\r\nd',
  '\t\u0001\u2028é 漢 🚀',
  '',
];
const METRICS = [
  'impressions',
  'clicks',
  'spend',
  'winRate',
  'clickRate',
  'costPerMille',
  'costPerClick',
  'costPerAcquisition',
  'returnOnAdSpend',
] as const;

async function rowsOf(more: Partial<Omit<ReportPlan, 'metrics' | 'files' | 'scope'>>): Promise<number> {
  const target = await warehouse.files.draft();
  const plan = makeReportPlan({ advertiserIds: [1], metrics: [...METRICS], ...more });
  return warehouse.reports.write({ names: warehouse.factFiles.map(({ name }) => name), plan, target });
}

const byLine = {
  key: 'line' as const,
  headings: ['Line ID', 'Line'] as const,
  names: HOSTILE.map((name, at): [number, string] => [at + 1, name]),
};
const byPackage = { key: 'package' as const, headings: ['P', 'Q "q"'] as const, names: [] };
const byAd = { key: 'ad' as const, headings: ['A', 'B'] as const, names: [] };
const byCountry = {
  key: 'country' as const,
  headings: ['C', 'D'] as const,
  names: [['US', 'O’Hara, "U.S."']] as [string, string][],
};

test.each(['cumulative', 'hour', 'day', 'week', 'month'] as const)(
  'large and halved amounts, NULLs, ties and hostile names at interval %s',
  async (interval) => {
    const zone = [
      { before: '1990-03-25T01:00:00', offsetSeconds: 3600 },
      { before: '2100-10-25T01:00:00', offsetSeconds: -34_200 },
      { before: null, offsetSeconds: 45_900 },
    ];
    expect(await rowsOf({ interval, zone, dimensions: [byLine] })).toBeGreaterThan(49);
    expect(await rowsOf({ interval, zone, dimensions: [byPackage, byAd, byCountry] })).toBeGreaterThan(49);
    expect(await rowsOf({ interval, zone })).toBeGreaterThan(0);
  },
);

test.each([
  ['ascending', false],
  ['descending', true],
])('limits cut ties and rows without a value at the same place, %s', async (_, descending) => {
  for (const metric of METRICS.keys())
    for (const limit of [1, 7, 49])
      expect(await rowsOf({ dimensions: [byPackage, byLine], order: [{ metric, descending }], limit })).toBe(
        limit,
      );
});

test('conditions hold at the bounds', async () => {
  for (const value of ['0', '0.000001', '-999999999999999999.999999', '999999999999999999.999999'])
    for (const type of ['equalTo', 'greaterThan', 'lessThan'] as const)
      for (const metric of [1, 2, 5])
        await rowsOf({ dimensions: [byLine], having: { type: 'not', parts: [{ type, metric, value }] } });
});

test('periods beyond what ClickHouse can hold, and filters of nothing', async () => {
  expect(await rowsOf({ first: '0001-01-01T00:00:00', last: '9999-12-31T23:59:59' })).toBe(1);
  for (const excluded of [true, false])
    expect(await rowsOf({ filters: [{ key: 'package', excluded, ids: [] }] })).toBe(excluded ? 1 : 0);
  expect(await rowsOf({ filters: [{ key: 'country', excluded: false, ids: HOSTILE }] })).toBe(0);
});

test('money is exchanged day by day and rounded alike', async () => {
  const target = await warehouse.files.draft();
  const days = [...new Set(rows.map(({ hour }) => hour.slice(0, 10)))];
  const plan = makeReportPlan({
    advertiserIds: [1],
    metrics: [...METRICS],
    interval: 'month',
    dimensions: [byLine],
    rates: days.flatMap((day, at) => [
      { day, currency: 'USD', usdPerUnit: '1' },
      { day, currency: 'JPY', usdPerUnit: `0.00${67 + (at % 9)}1234567` },
    ]),
  });
  const inYen = (places: string[]): ReportPlan => {
    const made = plan(places);
    return { ...made, scope: made.scope.map((one) => ({ ...one, currency: 'JPY' })) };
  };
  const names = warehouse.factFiles.map(({ name }) => name);
  expect(await warehouse.reports.write({ names, plan: inYen, target })).toBeGreaterThan(49);
});
