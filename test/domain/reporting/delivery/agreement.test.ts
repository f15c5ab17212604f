import { beforeAll, expect, test, vi } from 'vitest';
import { exportConversions } from '../../../../src/domain/reporting/report/export-conversions.ts';
import { ZONES } from '../../../../src/domain/reporting/report/payload/catalogue.ts';
import { loadRates } from '../../../../src/domain/reporting/report/rates/load-rates.ts';
import { reportingService } from '../../../rest/reporting/support.ts';
import { tokenFor } from '../../../support/actors.ts';
import { createAd, insertConversions } from '../../../support/traffic/intake.ts';
import { localTime } from '../report/oracle.ts';
import { randomFrom } from '../report/random.ts';

/** Measures of dashboards are those of a report of the same question, to the last digit (ADR 11). */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const random = randomFrom(20_261_122);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// Days on which New York, Sao Paulo, London, Jerusalem and Sydney change their clocks, and today.
const AROUND = [
  '2018-11-04',
  '2019-02-17',
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-25',
  '2026-11-01',
];
const METRICS = [1, 10001, 10002, 10003, 10004, 10006, 10007, 10008, 10009, 10005];
const FIGURES = `impressions clicks spend { amount currency } conversions conversionValue { amount }
  ctr cpm { amount } cpc { amount } cpa { amount } returnOnAdSpend asOf`;
const INTERVALS = { HOUR: 5, DAY: 2, WEEK: 4, MONTH: 3 } as const;
const PRESETS = {
  TODAY: 1,
  YESTERDAY: 2,
  LAST_7_DAYS: 4,
  LAST_14_DAYS: 6,
  MONTH_TO_DATE: 7,
  LAST_30_DAYS: 8,
  LAST_MONTH: 9,
  ALL_TIME: 10,
} as const;
const LEVELS = { Advertiser: 4, Campaign: 5, Line: 6, Ad: 10001 } as const;
type Level = keyof typeof LEVELS;

const service = await reportingService();
const { system, warehouse } = service;
const client = await service.client();
const foreigner = await service.client();
const nodes: { level: Level; id: number; currency: string; timezone: string }[] = [];

beforeAll(async () => {
  await loadRates({
    system,
    csv: `day,currency,usdPerUnit
2018-11-05,EUR,1.139
2026-03-08,EUR,1.0837
2026-10-25,EUR,1.1612
2026-03-29,JPY,0.0067
2026-11-01,GBP,1.271`,
  });
  const facts = [];
  for (const [currency, timezone] of [
    ['USD', 'America/New_York'],
    ['EUR', 'Europe/London'],
    ['JPY', 'America/Sao_Paulo'],
  ] as const) {
    const { ids } = await service.advertiser(client, { currency, timezone });
    const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
    const ads = [await createAd(system, owner), await createAd(system, owner)];
    const add = (level: Level, id: number) => nodes.push({ level, id, currency, timezone });
    add('Advertiser', ids.advertiserId);
    for (const ad of ads) {
      add('Campaign', ad.campaignId);
      add('Line', ad.lineId);
      add('Ad', ad.adId);
    }
    for (let n = 0; n < 400; n += 1) {
      const ad = random.pick(ads);
      const base = random.chance(0.3)
        ? system.now().getTime()
        : Date.parse(`${random.pick(AROUND)}T00:00:00Z`);
      const at = Math.floor(base / HOUR_MS + random.below(12 * 24) - 10 * 24) * HOUR_MS;
      const amount = random.chance(0.05) ? random.below(2 ** 31) * 997 : random.below(5_000_000);
      facts.push({
        hour: new Date(at).toISOString().replace('.000', ''),
        advertiserId: ids.advertiserId,
        campaignId: ad.campaignId,
        lineId: ad.lineId,
        ...(random.chance(0.8) ? { adId: ad.adId } : { adId: '' }),
        country: random.pick(['US', 'BR', 'GB']),
        impressions: random.chance(0.1) ? 0 : random.below(10_000),
        clicks: random.below(50),
        spend: (amount / 1_000_000).toFixed(6),
      });
    }
    for (const ad of ads)
      await insertConversions(
        system,
        { ...owner, ...ad },
        Array.from({ length: 40 }, () => ({
          gv: (random.below(10_000_000) / 10_000).toFixed(4),
          gc: random.pick(['USD', 'EUR', 'GBP', 'JPY', 'XXX']),
          at: new Date(
            (random.chance(0.5)
              ? system.now().getTime() - 2 * DAY_MS
              : Date.parse(`${random.pick(AROUND)}T00:00:00Z`)) -
              random.below(5 * 24 * 60) * 60_000,
          ).toISOString(),
        })),
      );
  }
  const cut = Math.floor(facts.length / 3);
  for (const part of [facts.slice(0, cut), facts.slice(cut, 2 * cut), facts.slice(2 * cut)])
    await service.load(part);
  await service.load(facts.slice(0, cut));
  // The worker may hold some of them at the moment.
  const waiting = 'SELECT FROM conversion WHERE NOT in_facts';
  while ((await system.pool.query(waiting)).rowCount) await exportConversions(system, warehouse);
});

async function send(query: string, variables: object, as = client) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, as)}` },
    payload: { query, variables },
  });
  return response.json();
}

function dayNear(base: string, offset: number): string {
  return new Date(Date.parse(`${base}T00:00:00Z`) + offset * DAY_MS).toISOString().slice(0, 10);
}

interface Case {
  level: Level;
  interval: keyof typeof INTERVALS | null;
  /** Without one, nodes of one time zone are queried in their own. */
  timezone: string | null;
  usd: boolean;
  range: { preset: keyof typeof PRESETS } | { between: { start: string; end: string } };
  nodes: typeof nodes;
}

function makeCase(interval: Case['interval']): Case {
  const base = random.pick(AROUND);
  const start = dayNear(base, -random.below(7));
  const preset = random.pick(Object.keys(PRESETS) as (keyof typeof PRESETS)[]);
  const { level, timezone: own } = random.pick(nodes);
  const timezone = random.chance(0.7) ? random.pick(ZONES) : null;
  return {
    level,
    nodes: nodes
      .filter((node) => node.level === level && (timezone || node.timezone === own))
      // Hours of more would cost more than one request may.
      .slice(0, interval === 'HOUR' ? 2 : undefined),
    interval,
    timezone,
    usd: random.chance(0.4),
    range:
      random.chance(0.4) && !(interval === 'HOUR' && preset === 'ALL_TIME')
        ? { preset }
        : { between: { start, end: dayNear(start, random.below(interval === 'HOUR' ? 12 : 40)) } },
  };
}

/** The rows of each node, without its name. */
async function reported({
  level,
  nodes,
  interval,
  timezone,
  usd,
  range,
}: Case): Promise<Map<number, string[][]>> {
  const { cells, report } = await service.run(client, {
    intervalTypeId: interval ? INTERVALS[interval] : 1,
    ...('preset' in range
      ? { dateTypeId: PRESETS[range.preset] }
      : {
          dateTypeId: 11,
          startDate: `${range.between.start}T00:00:00`,
          endDate: `${range.between.end}T23:59:59`,
        }),
    reportOption: {
      timezone: timezone ?? nodes[0]?.timezone,
      currency: usd ? 4 : 2,
      dimensionTypeIds: [LEVELS[level]],
      metricTypeIds: METRICS,
      filterOptions: [{ dimensionTypeId: LEVELS[level], includeValues: nodes.map(({ id }) => ({ id })) }],
    },
  });
  expect(report.errorMsg ?? null).toBeNull();
  const place = interval ? 1 : 0;
  const rows = cells.slice(1);
  return new Map(
    nodes.map(({ id }) => [
      id,
      rows.filter((row) => row[place] === String(id)).map((row) => row.toSpliced(place, 2)),
    ]),
  );
}

interface Measures {
  [name: string]: unknown;
}

/** A row of the report as the graph writes it. */
function cellsOf(figures: Measures): string[] {
  const money = (name: string) => (figures[name] as { amount: string } | null)?.amount ?? 'N/A';
  const float = (name: string) => (figures[name] === null ? 'N/A' : Number(figures[name]).toFixed(6));
  const count = (name: string) => String(figures[name]);
  return [
    count('impressions'),
    count('clicks'),
    money('spend'),
    count('conversions'),
    money('conversionValue'),
    float('ctr'),
    money('cpm'),
    money('cpc'),
    money('cpa'),
    float('returnOnAdSpend'),
  ];
}

/** Only conversions without a rate: the report has no value to show, the graph counts none. */
const plain = (cells: string[]) => cells.map((cell, at) => (at === 4 && cell === 'N/A' ? '0.000000' : cell));

function label(start: string, interval: Case['interval'], zone: string): string {
  const { day, stamp } = localTime(start, zone);
  return interval === 'HOUR' ? stamp : day;
}

let compared = 0;

async function compare(c: Case): Promise<void> {
  const { level, interval, timezone, usd, range } = c;
  const selection = interval
    ? `deliverySeries(range: $range, timezone: $timezone, currency: $currency, interval: ${interval}) { start delivery { ${FIGURES} } }`
    : `delivery(range: $range, timezone: $timezone, currency: $currency) { ${FIGURES} }`;
  const fieldsOf = (fields: string) =>
    c.nodes.map(({ id }) => `n${id}: ${level.toLowerCase()}(id: "${id}") { ${fields} }`).join(' ');
  const { data, errors } = await send(
    `query ($range: DateRangeInput!, $timezone: TimeZone, $currency: Currency) { ${fieldsOf(selection)} }`,
    { range, timezone, currency: usd ? 'USD' : null },
  );
  expect(errors).toBeUndefined();
  const rows = await reported(c);
  for (const { id, timezone: own } of c.nodes) {
    const found = rows.get(id) ?? [];
    if (interval) {
      const points: { start: string; delivery: Measures }[] = data[`n${id}`].deliverySeries;
      expect(
        points.map((one) => [label(one.start, interval, timezone ?? own), ...cellsOf(one.delivery)]),
      ).toEqual(found.map(([time, ...cells]) => [time, ...plain(cells)]));
      compared += found.length;
    } else {
      const figures: Measures = data[`n${id}`].delivery;
      const [row] = found.map(plain);
      expect(cellsOf(figures)).toEqual(
        row ?? ['0', '0', '0.000000', '0', '0.000000', 'N/A', 'N/A', 'N/A', 'N/A', 'N/A'],
      );
      // Conversions alone are no delivery.
      expect(figures.asOf === null).toBe(row?.[0] === undefined || row[0] === '0');
      compared += row ? 10 : 0;
    }
  }
  const stranger = await send(`{ ${fieldsOf('id')} }`, {}, foreigner);
  expect(new Set(Object.values(stranger.data))).toEqual(new Set([null]));
}

/** `npm run test:fuzz` compares three times as many. */
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 1);

test.each([null, 'HOUR', 'DAY', 'WEEK', 'MONTH'] as const)(
  'figures by %s equal those of a report',
  async (interval) => {
    const cases = Array.from({ length: 4 * ROUNDS }, () => makeCase(interval));
    // Each case compares all nodes of a level, and reports of several cases are made at a time.
    await Promise.all(
      cases.map((c) =>
        compare(c).catch((error) => {
          throw new Error(`${JSON.stringify(c)}: ${error.message}`, { cause: error });
        }),
      ),
    );
  },
);

test('the cases above were not empty', () => {
  expect(compared).toBeGreaterThan(500);
});
