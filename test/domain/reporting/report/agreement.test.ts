import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ZONES } from '../../../../src/domain/reporting/report/payload/catalogue.ts';
import { parseReport } from '../../../../src/domain/reporting/report/payload/parse.ts';
import { type ReportAdvertiser, reportPlan } from '../../../../src/domain/reporting/report/plan.ts';
import { loadFacts } from '../../../../src/warehouse/load.ts';
import type { DerivedDimension } from '../../../../src/warehouse/report-plan.ts';
import { csvOf, factRow, makeWarehouse } from '../../../warehouse/support.ts';
import {
  creativeOf,
  daysOf,
  idOf,
  localTime,
  ORACLE_RATES,
  type OracleFact,
  type OracleRow,
  totals,
  typeOf,
} from './oracle.ts';
import { randomFrom } from './random.ts';

// Hundreds of reports, each against the rows: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

const random = randomFrom(20_261_121);
// Spans around the days on which New York, Sao Paulo, London and Sydney change their clocks.
const AROUND = [
  '2018-11-04',
  '2019-02-17',
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
];
const CURRENCIES = Object.keys(ORACLE_RATES);
const ADVERTISERS: ReportAdvertiser[] = [1, 2, 3, 4, 5].map((id) => ({
  id,
  name: `Advertiser, ${id}`,
  currency: CURRENCIES[id % 4] ?? 'USD',
  seatId: id <= 3 ? 70 : 71,
  seatName: id <= 3 ? 'North' : 'South',
  seatCurrency: id <= 3 ? 'EUR' : 'USD',
  groupId: 80 + (id % 2),
  groupName: 'Group',
}));

const facts: OracleFact[] = Array.from({ length: 4000 }, () => {
  const start =
    Date.parse(`${random.pick(AROUND)}T00:00:00Z`) + (random.below(24 * 24) - 12 * 24) * 3_600_000;
  const advertiserId = 1 + random.below(6);
  const lineId = advertiserId * 10 + random.below(3);
  return {
    ...factRow({
      hour: new Date(start).toISOString().replace('.000', ''),
      advertiserId,
      campaignId: advertiserId * 100 + (lineId % 2),
      lineId,
      adId: random.chance(0.3) ? '' : lineId * 10 + random.below(3),
      packageId: random.chance(0.5) ? '' : 900 + random.below(3),
      country: random.pick(['US', 'BR', 'GB', 'AU']),
      impressions: random.below(1000),
      clicks: random.below(10),
      spend: (random.below(5_000_000) / 1_000_000).toFixed(6),
      qualifiedBidRequests: random.below(5000),
      bidResponses: random.chance(0.3) ? 0 : random.below(3000),
      availableBidRequests: random.below(9000),
    }),
    conversions: 0,
    conversionValue: '0',
    valueCurrency: 'USD',
  };
});

let warehouse: Awaited<ReturnType<typeof makeWarehouse>>;
beforeAll(async () => {
  warehouse = await makeWarehouse();
  const half = facts.length / 2;
  for (const [name, part] of [
    ['a.csv', facts.slice(0, half)],
    ['b.csv', facts.slice(half)],
  ] as const)
    await loadFacts(warehouse, { file: await warehouse.write(name, csvOf(part)) });
});
afterAll(() => warehouse.remove());

const idsOf = (column: 'adId' | 'lineId') =>
  [...new Set(facts.map((fact) => fact[column]))].filter((id) => id !== '').map(Number);

/** As the database has it: only of the derived dimensions that the payload names, and without empty types. */
function derivedOf(payload: unknown): DerivedDimension[] {
  const { dimensions, filters } = parseReport(payload);
  const used = new Set([...dimensions, ...filters.map(({ dimension }) => dimension)].map(({ key }) => key));
  const all: DerivedDimension[] = [
    { key: 'creative', values: idsOf('adId').map((id) => [id, creativeOf(id)]) },
    {
      key: 'lineType',
      values: idsOf('lineId').flatMap((id) => (typeOf(id) === '' ? [] : [[id, typeOf(id)]])),
    },
  ];
  return all.filter(({ key }) => used.has(key));
}

async function run(payload: unknown, createdAt: Date, advertisers = ADVERTISERS): Promise<string[][]> {
  const names = warehouse.factFiles.map(({ name }) => name);
  const material: Parameters<typeof reportPlan>[0] = {
    spec: parseReport(payload),
    wire: 'documented',
    createdAt,
    advertisers,
    names: { line: [[11, '=cmd|"x"']] },
    derived: derivedOf(payload),
    countryOfWoeid: new Map([['23424977', 'US']]),
    files: warehouse.factFiles,
    rates: CURRENCIES.map((currency) => ({
      day: '2018-01-01',
      currency,
      usdPerUnit: String(ORACLE_RATES[currency]),
    })),
    rowCap: 100_000,
  };
  const draft = await warehouse.files.draft();
  const plan = (places: string[]) => reportPlan(material, places);
  await warehouse.reports.write({ names, plan, target: draft });
  const text = await readFile(draft, 'utf8');
  expect(text.endsWith('\r\n')).toBe(true);
  return parse(text, { relax_column_count: false });
}

interface Case {
  createdAt: Date;
  zone: string;
  dateTypeId: number;
  interval: number;
  dimensions: number[];
  metrics: number[];
  bidding: boolean;
  filters: { dimensionTypeId: number; isExcluded: boolean; includeValues: { id: string | number }[] }[];
  accountIds: number[];
  currency: number;
  range: [string, string];
}

function makeCase(dateTypeId: number, interval: number): Case {
  const bidding = random.chance(0.3);
  const dimensions = random.some(bidding ? [4, 5, 6, 149] : [4, 5, 6, 149, 19, 56, 64, 10002, 10003], 0.35);
  const metrics = random.some(bidding ? [1, 254, 583, 584] : [1, 10001], 0.6);
  const around = Date.parse(`${random.pick(AROUND)}T00:00:00Z`);
  const moment = (days: number) =>
    new Date(around + days * 86_400_000 + random.below(24) * 3_600_000 + 1_234_000);
  const filterable = bidding ? [4, 6, 149] : [4, 6, 149, 19, 64, 5, 10002, 10003];
  return {
    createdAt: moment(random.below(20) - 5),
    zone: random.pick(ZONES),
    dateTypeId,
    interval,
    dimensions: bidding && dimensions.length === 0 ? [6] : dimensions,
    metrics: bidding ? [...metrics, 173] : [...metrics, 10002],
    bidding,
    filters: random.chance(0.5)
      ? [random.pick(filterable)].map((dimensionTypeId) => ({
          dimensionTypeId,
          isExcluded: random.chance(0.5),
          includeValues: random
            .some([...new Set(facts.filter(known).map((fact) => idOf(dimensionTypeId, fact, of(fact))))], 0.5)
            .concat(dimensionTypeId === 10003 ? 'NATIVE' : 999_999)
            .filter((id) => id !== '')
            .map((id) => ({ id })),
        }))
      : [],
    accountIds: random.chance(0.3) ? random.some([1, 2, 3, 4, 6], 0.7) : [],
    currency: random.pick([1, 2, 3, 4]),
    range: [moment(-9).toISOString().slice(0, 19), moment(9).toISOString().slice(0, 19)].map(
      (at) => `${at}Z`,
    ) as [string, string],
  };
}

const known = (fact: OracleFact) => Number(fact.advertiserId) <= 5;
const of = (fact: OracleFact) => ADVERTISERS[Number(fact.advertiserId) - 1] as ReportAdvertiser;

function payloadOf(c: Case, more: object = {}, outer: object = {}) {
  return {
    dateTypeId: c.dateTypeId,
    intervalTypeId: c.interval,
    ...(c.dateTypeId === 11 ? { startDate: c.range[0], endDate: c.range[1] } : {}),
    ...(c.bidding ? { dataSource: 15 } : {}),
    reportOption: {
      timezone: c.zone,
      currency: c.currency,
      dimensionTypeIds: c.dimensions,
      metricTypeIds: c.metrics,
      filterOptions: c.filters,
      accountIds: c.accountIds,
      ...more,
    },
    ...outer,
  };
}

function expected(c: Case): OracleRow[] {
  const [from, to] = daysOf(c.dateTypeId, localTime(c.createdAt.toISOString(), c.zone).day);
  const chosen = facts
    .filter(known)
    .filter((fact) => {
      const hour = String(fact.hour);
      if (c.dateTypeId === 11) return hour >= c.range[0] && hour <= c.range[1];
      const { day } = localTime(hour, c.zone);
      return day >= from && day <= to;
    })
    .filter((fact) => c.accountIds.length === 0 || c.accountIds.includes(Number(fact.advertiserId)))
    .filter((fact) =>
      c.filters.every(
        ({ dimensionTypeId, isExcluded, includeValues }) =>
          includeValues.some(({ id }) => id === idOf(dimensionTypeId, fact, of(fact))) !== isExcluded,
      ),
    );
  const currencyOf = (one: ReportAdvertiser) =>
    c.currency === 4 ? 'USD' : c.currency === 1 ? one.seatCurrency : one.currency;
  return totals(
    chosen.map((fact) => ({ fact, advertiser: of(fact), currency: currencyOf(of(fact)) })),
    { interval: c.interval, zone: c.zone, dimensions: c.dimensions, metrics: c.metrics },
  );
}

function expectSame(cells: string[][], rows: OracleRow[], c: Case): void {
  const timed = c.interval === 1 ? 0 : 1;
  expect(cells.length - 1).toBe(rows.length);
  compared += rows.length;
  rows.forEach((row, at) => {
    const line = cells[at + 1] ?? [];
    expect(line.slice(0, timed)).toEqual(timed ? [row.time] : []);
    expect(c.dimensions.map((_, i) => line[timed + 2 * i])).toEqual(row.ids.map(String));
    row.values.forEach((value, i) => {
      const cell = line[timed + 2 * c.dimensions.length + i] ?? '';
      if (value === null) expect(cell).toBe('N/A');
      else if (Number.isInteger(value) && !cell.includes('.')) expect(cell).toBe(String(value));
      else expect(Math.abs(Number(cell) - value)).toBeLessThan(0.0005);
    });
  });
}

let compared = 0;
/** `npm run test:fuzz` makes three times as many reports. */
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 1);

describe('totals agree with plain JavaScript over the same rows', () => {
  const combinations = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((date) =>
    [1, 2, 3, 4, 5].map((interval) => [date, interval] as const),
  );
  test.each(combinations)('date type %i at interval type %i', async (dateTypeId, interval) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const c = makeCase(dateTypeId, interval);
      expectSame(await run(payloadOf(c), c.createdAt), expected(c), c);
    }
  });

  test('having by every operator and any nesting', async () => {
    for (let round = 0; round < 10 * ROUNDS; round += 1) {
      const c = { ...makeCase(10, random.pick([1, 2, 4])), dimensions: [6], filters: [], accountIds: [] };
      const having = randomHaving(c.metrics, 3);
      const rows = expected(c).filter((row) => holds(having, row, c.metrics));
      expectSame(await run(payloadOf(c, { having }), c.createdAt), rows, c);
    }
  });

  test('limitSpec sorts by several columns, breaks ties by time and dimensions, and cuts', async () => {
    for (let round = 0; round < 10 * ROUNDS; round += 1) {
      const c = {
        ...makeCase(10, random.pick([1, 2])),
        bidding: false,
        dimensions: [6, 19],
        metrics: [10001, 1],
        filters: [],
      };
      const columns = c.metrics.map((metricTypeId) => ({
        metricTypeId,
        direction: random.chance(0.5) ? 'ASCENDING' : 'DESCENDING',
      }));
      const limit = 1 + random.below(60);
      const sign = (at: number) => (columns[at]?.direction === 'ASCENDING' ? 1 : -1);
      const rows = expected(c)
        .toSorted(
          (a, b) =>
            sign(0) * (Number(a.values[0]) - Number(b.values[0])) ||
            sign(1) * (Number(a.values[1]) - Number(b.values[1])),
        )
        .slice(0, limit);
      const cells = await run(
        payloadOf(c, {}, { [random.pick(['limitSpec', 'limit'])]: { columns, limit } }),
        c.createdAt,
      );
      expectSame(cells, rows, c);
    }
  });
});

test('the cases above were not empty', () => {
  expect(compared).toBeGreaterThan(5_000 * ROUNDS);
});

interface HavingNode {
  type: string;
  metricTypeId?: number;
  value?: number | string;
  havingSpecs?: HavingNode[];
}

function randomHaving(metrics: number[], depth: number): HavingNode {
  if (depth === 0 || random.chance(0.3)) {
    const value = random.pick([0, 1, 5, 40, 200, 1000]);
    return {
      type: random.pick(['equalTo', 'greaterThan', 'lessThan']),
      metricTypeId: random.pick(metrics),
      value: random.chance(0.5) ? value : String(value),
    };
  }
  const havingSpecs = Array.from({ length: 1 + random.below(3) }, () => randomHaving(metrics, depth - 1));
  return { type: random.pick(['and', 'or', 'not']), havingSpecs };
}

function holds(node: HavingNode, row: OracleRow, metrics: number[]): boolean {
  const parts = () => (node.havingSpecs ?? []).map((part) => holds(part, row, metrics));
  if (node.type === 'and') return parts().every(Boolean);
  if (node.type === 'or') return parts().some(Boolean);
  if (node.type === 'not') return !parts().some(Boolean);
  const value = row.values[metrics.indexOf(node.metricTypeId ?? 0)] ?? Number.NaN;
  const bound = Number(node.value);
  if (node.type === 'equalTo') return Math.abs(value - bound) < 5e-7;
  return node.type === 'greaterThan' ? value > bound + 5e-7 : value < bound - 5e-7;
}
