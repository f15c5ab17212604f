import { expect, test, vi } from 'vitest';
import type { DayRange } from '../../../../src/domain/reporting/delivery/delivery-query.ts';
import type { Level } from '../../../../src/domain/reporting/delivery/levels.ts';
import { METRIC_NAMES, type Metric } from '../../../../src/domain/reporting/delivery/metrics.ts';
import { rankRows } from '../../../../src/domain/reporting/delivery/rank.ts';
import { reportingService } from '../../../rest/reporting/support.ts';
import { contextOf } from '../../../support/actors.ts';
import { createAd } from '../../../support/traffic/intake.ts';
import { randomFrom } from '../report/random.ts';

/** A range in the advertisers' own days and currencies. */
const ofDays = (range: DayRange) => ({ range, interval: null, timezone: null, currency: null });

/** Orders by delivery take whole rows at once, and a part of those where a range begins and ends. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const random = randomFrom(131_313);
const service = await reportingService({ worker: false });
const { system } = service;
const client = await service.client();
const { ids } = await service.advertiser(client, { timezone: 'America/New_York' });
const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
const ads = [await createAd(system, owner), await createAd(system, owner), await createAd(system, owner)];
const context = await contextOf(system, client);

// From a Monday; New York is five hours behind.
const FIRST = Date.parse('2026-01-05T00:00:00Z');
const DAY_MS = 86_400_000;
const dayAt = (at: number) => new Date(FIRST + at * DAY_MS).toISOString().slice(0, 10);

const facts = ads.flatMap(({ adId, campaignId, lineId }, of) =>
  Array.from({ length: 60 }, () => ({
    ...{ advertiserId: ids.advertiserId, campaignId, lineId, adId },
    // The last ad delivered on some days only, so that ranges have nothing of it.
    hour: new Date(FIRST + (of === 2 ? 7 : random.below(28)) * DAY_MS + random.below(24) * 3_600_000)
      .toISOString()
      .replace('.000', ''),
    impressions: random.below(4),
    clicks: random.below(4),
    spend: String(random.below(4)),
  })),
);
await service.load(facts);

const FIGURES: Partial<Record<Metric, readonly [Measure, Measure?]>> = {
  SPEND: ['spend'],
  CLICKS: ['clicks'],
  CTR: ['clicks', 'impressions'],
  CPC: ['spend', 'clicks'],
};
type Measure = 'spend' | 'clicks' | 'impressions';
const KEYS = { Advertiser: 'advertiserId', Campaign: 'campaignId', Line: 'lineId', Ad: 'adId' } as const;

function expected(level: Level, metric: Metric, first: string, last: string): Map<number, number | null> {
  const [numerator, denominator] = FIGURES[metric] ?? ['spend'];
  const key = KEYS[level];
  const all = new Map<number, number | null>(facts.map((fact) => [fact[key], null]));
  for (const id of all.keys()) {
    const own = facts.filter((fact) => {
      const local = new Date(Date.parse(fact.hour) - 5 * 3_600_000).toISOString().slice(0, 10);
      return fact[key] === id && local >= first && local <= last;
    });
    const sum = (figure: Measure) => own.reduce((total, fact) => total + Number(fact[figure]), 0);
    if (denominator === undefined) all.set(id, sum(numerator));
    else if (sum(denominator) > 0) all.set(id, sum(numerator) / sum(denominator));
  }
  return all;
}

const ORDER = { column: 'delivery', direction: 'desc', nulls: 'last', sqlType: 'numeric' } as const;
const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(9)));

interface Compared {
  level: Level;
  metric: Metric;
  range: DayRange;
  days: readonly [first: string, last: string];
  ctx?: typeof context;
}

/** Ranks all rows of a level, and compares them with the facts of the days that are meant: sums without facts are 0. */
async function compare(of: Compared): Promise<void> {
  await compareIn('desc', of);
  await compareIn('asc', of);
}

async function compareIn(direction: 'asc' | 'desc', of: Compared): Promise<void> {
  const { level, metric, range, days, ctx = context } = of;
  const order = { ...ORDER, direction };
  const ranking = {
    level,
    by: { metric, query: ofDays(range) },
    order,
    position: undefined,
    take: 10,
    conditions: [],
  };
  const ranked = [...(await rankRows(ctx, ranking)).values()].flat();
  const all = expected(level, metric, ...days);
  const wanted = [...all]
    .map(([id, value]) => [id, rounded(value)] as const)
    .sort(([a, x], [b, y]) =>
      direction === 'desc'
        ? (y ?? -1) - (x ?? -1) || b - a
        : (x ?? Number.POSITIVE_INFINITY) - (y ?? Number.POSITIVE_INFINITY) || a - b,
    );
  // The advertiser has a campaign without facts, too.
  const found = ranked.filter(({ id }) => all.has(id));
  expect(
    found.map(({ id, value }) => [id, rounded(value === null ? null : Number(value))]),
    JSON.stringify(range),
  ).toEqual(wanted);
}

test.each(
  METRIC_NAMES.filter((metric) => FIGURES[metric]).flatMap((metric) =>
    (Object.keys(KEYS) as Level[]).map((level) => [metric, level] as const),
  ),
)('%s of each %s is that of the days of any range', async (metric, level) => {
  for (let start = 0; start < 16; start += 1)
    for (const days of [1, 2, 5, 7, 9, 12]) {
      const range = { start: dayAt(start), end: dayAt(start + days - 1) };
      await compare({ level, metric, range, days: [range.start, range.end] });
    }
});

test('each owner has a separate page', async () => {
  const lineIds = ads.map(({ lineId }) => lineId);
  const range = { start: dayAt(0), end: dayAt(27) };
  const ranking = {
    level: 'Ad',
    by: { metric: 'CLICKS', query: ofDays(range) },
    order: ORDER,
    position: undefined,
  } as const;
  const owners = { column: 'line_id', ids: lineIds };
  const pages = await rankRows(context, { ...ranking, take: 1, conditions: [] }, owners);
  expect(ads.map(({ lineId }) => pages.get(lineId)?.map(({ id }) => id))).toEqual(
    ads.map(({ adId }) => [adId]),
  );
});

test('a preset is of the days of the advertiser’s zone', async () => {
  // Still the 19th in New York.
  const ctx = { ...context, now: () => new Date('2026-01-20T03:00:00Z') };
  for (const [preset, ...days] of [
    ['TODAY', '2026-01-19', '2026-01-19'],
    ['YESTERDAY', '2026-01-18', '2026-01-18'],
    ['LAST_7_DAYS', '2026-01-12', '2026-01-18'],
  ] as const)
    await compare({ level: 'Line', metric: 'CLICKS', range: { preset }, days, ctx });
});

test('an order over advertisers counts the days of each one’s zone, and only facts that name it', async () => {
  const other = await service.client();
  const seat = other.seatId;
  const [paris, tokyo] = [
    await service.advertiser(other, { timezone: 'Europe/Paris' }),
    await service.advertiser(other, { timezone: 'Asia/Tokyo' }),
  ];
  const [first, second] = [
    await createAd(system, { seatId: seat, advertiserId: paris.ids.advertiserId }),
    await createAd(system, { seatId: seat, advertiserId: tokyo.ids.advertiserId }),
  ];
  const fact = (ad: typeof first, advertiserId: number, hour: string, clicks: number) => ({
    ...{ advertiserId, campaignId: ad.campaignId, lineId: ad.lineId, adId: ad.adId },
    ...{ hour, impressions: 100, clicks, spend: '1' },
  });
  await service.load([
    // The 10th in Paris, the 11th in Tokyo.
    fact(first, paris.ids.advertiserId, '2026-02-10T20:00:00Z', 3),
    fact(second, tokyo.ids.advertiserId, '2026-02-10T20:00:00Z', 5),
    fact(second, tokyo.ids.advertiserId, '2026-02-10T10:00:00Z', 1),
    // An ad of Paris under the name of Tokyo.
    fact(first, tokyo.ids.advertiserId, '2026-02-10T10:00:00Z', 50),
  ]);
  const ctx = await contextOf(system, other);
  const range = { start: '2026-02-10', end: '2026-02-10' };
  const ranking = {
    by: { metric: 'CLICKS' as const, query: ofDays(range) },
    order: ORDER,
    position: undefined,
    conditions: [],
  };
  const clicks = async (level: Level, take: number) =>
    [...(await rankRows(ctx, { ...ranking, level, take })).values()].flat();
  expect(await clicks('Ad', 2)).toEqual(
    [
      { id: first.adId, value: '3' },
      { id: second.adId, value: '1' },
    ].map((row) => expect.objectContaining(row)),
  );
  expect(await clicks('Line', 1)).toEqual([expect.objectContaining({ id: first.lineId, value: '3' })]);
  expect(await clicks('Advertiser', 1)).toEqual([
    expect.objectContaining({ id: tokyo.ids.advertiserId, value: '51' }),
  ]);
});
