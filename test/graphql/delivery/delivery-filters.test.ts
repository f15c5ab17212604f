import { describe, expect, test, vi } from 'vitest';
import { exportConversions } from '../../../src/domain/reporting/report/export-conversions.ts';
import { loadRates } from '../../../src/domain/reporting/report/rates/load-rates.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { tokenFor } from '../../support/actors.ts';
import { createAd, insertConversions } from '../../support/traffic/intake.ts';

/** Lists are filtered by the figures that their rows show, which are computed by hand here. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const service = await reportingService({ worker: false });
const { system, warehouse } = service;
await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25' });
const client = await service.client();

/** In dollars, of February 10 unless it says another hour. */
interface Spent {
  readonly spend?: string;
  readonly impressions?: number;
  readonly clicks?: number;
  readonly conversions?: number;
  readonly hour?: string;
}

async function advertiser(
  currency: string,
  timezone: string,
  lines: Readonly<Record<string, Spent>>,
  of = client,
) {
  const { ids } = await service.advertiser(of, { currency, timezone });
  const owner = { seatId: of.seatId, advertiserId: ids.advertiserId };
  await system.db.line.deleteMany({ where: { id: ids.lineId } });
  const facts = [];
  for (const [name, figures] of Object.entries(lines)) {
    const { hour = '2026-02-10T12:00:00Z', conversions = 0, spend, impressions = 0, clicks = 0 } = figures;
    const ad = await createAd(system, owner);
    await system.db.line.update({ where: { id: ad.lineId }, data: { name } });
    await system.db.campaign.update({ where: { id: ad.campaignId }, data: { name } });
    if (spend !== undefined)
      facts.push({
        ...{ hour, spend, impressions, clicks, advertiserId: ids.advertiserId },
        ...{ campaignId: ad.campaignId, lineId: ad.lineId, adId: ad.adId },
      });
    await insertConversions(
      system,
      { ...owner, ...ad },
      Array.from({ length: conversions }, () => ({ gv: '30', gc: 'USD', at: hour })),
    );
  }
  await service.load(facts);
  return ids.advertiserId;
}

const dollars = await advertiser('USD', 'Etc/GMT', {
  wasteful: { spend: '150', impressions: 1000, clicks: 10 },
  exact: { spend: '100', impressions: 400 },
  converting: { spend: '120', impressions: 100, clicks: 5, conversions: 2 },
  quiet: {},
  january: { spend: '500', impressions: 10, clicks: 1, hour: '2026-01-31T23:00:00Z' },
});
const euros = await advertiser('EUR', 'Asia/Tokyo', {
  // 120 euros.
  european: { spend: '150', impressions: 3, clicks: 0 },
  // It is the first of February in Tokyo, not in London.
  early: { spend: '200', impressions: 1, hour: '2026-01-31T20:00:00Z' },
});
await advertiser('CHF', 'Etc/GMT', { unrated: { spend: '700', impressions: 2, clicks: 2 } });
await advertiser('USD', 'Etc/GMT', { foreign: { spend: '999' } }, await service.client());
const waiting = 'SELECT FROM conversion WHERE NOT in_facts';
while ((await system.pool.query(waiting)).rowCount) await exportConversions(system, warehouse);

const FEBRUARY = { between: { start: '2026-02-01', end: '2026-02-28' } };

async function send(query: string, variables: object = {}) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}` },
    payload: { query, variables },
  });
  return response.json();
}
const LINES = `query ($filter: LineFilter, $orderBy: LineOrder) {
  lines(first: 100, filter: $filter, orderBy: $orderBy) { totalCount nodes { name } } }`;
async function namesOf(filter: object): Promise<string[]> {
  const { data, errors } = await send(LINES, { filter });
  if (errors) throw new Error(JSON.stringify(errors));
  expect(data.lines.totalCount).toBe(data.lines.nodes.length);
  return data.lines.nodes.map(({ name }: { name: string }) => name).sort();
}
const found = (where: readonly object[], question: object = {}) =>
  namesOf({ delivery: { range: FEBRUARY, where, ...question } });

describe('lines', () => {
  test('that spent more than 100 without a conversion', async () => {
    const where = [
      { metric: 'SPEND', gt: 100 },
      { metric: 'CONVERSIONS', eq: 0 },
    ];
    expect(await found(where, { currency: 'USD' })).toEqual(['early', 'european', 'unrated', 'wasteful']);
    // In the currency of each advertiser there is no amount of one without a rate.
    expect(await found(where)).toEqual(['early', 'european', 'wasteful']);
  });

  test.each([
    [[{ metric: 'SPEND', eq: 0 }], ['january', 'quiet']],
    [[{ metric: 'SPEND', gte: 100, lte: 120 }], ['converting', 'european', 'exact']],
    [[{ metric: 'IMPRESSIONS', lt: 3 }], ['early', 'january', 'quiet', 'unrated']],
    [[{ metric: 'CONVERSIONS', gt: 1 }], ['converting']],
    [[{ metric: 'CONVERSION_VALUE', eq: 60 }], ['converting']],
    [[{ metric: 'CTR', eq: 0.01 }], ['wasteful']],
    [[{ metric: 'CTR', lte: 0.05 }], ['converting', 'early', 'european', 'exact', 'wasteful']],
    [[{ metric: 'CPM', eq: 150 }], ['wasteful']],
    [[{ metric: 'CPA', eq: 60 }], ['converting']],
    [[{ metric: 'CPC', gt: 0 }], ['converting', 'wasteful']],
    [[{ metric: 'RETURN_ON_AD_SPEND', eq: 0.5 }], ['converting']],
    [[{ metric: 'RETURN_ON_AD_SPEND', lt: 0.5 }], ['early', 'european', 'exact', 'wasteful']],
  ])('%j match %j: without facts sums are 0, and ratios match nothing', async (where, names) => {
    expect(await found(where)).toEqual(names);
  });

  test('a complement has all others, those without the figure included', async () => {
    const all = await namesOf({});
    const delivery = { range: FEBRUARY, where: [{ metric: 'CPA', gt: 0 }] };
    expect(await namesOf({ not: { delivery } })).toEqual(all.filter((name) => name !== 'converting'));
  });

  test('days are those of the time zone, the advertiser’s unless another is given', async () => {
    const where = [{ metric: 'SPEND', eq: 200 }];
    expect(await found([{ metric: 'SPEND', eq: 160 }])).toEqual(['early']);
    expect(await found(where, { timezone: 'Europe/London', currency: 'USD' })).toEqual([]);
    expect(await found(where, { timezone: 'Asia/Tokyo', currency: 'USD' })).toEqual(['early']);
  });

  test('conditions of two ranges, with other filters, orders and pages', async () => {
    const january = { between: { start: '2026-01-01', end: '2026-01-31' } };
    const filter = {
      or: [
        { delivery: { range: january, where: [{ metric: 'SPEND', gt: 400 }] } },
        { delivery: { range: FEBRUARY, where: [{ metric: 'SPEND', gt: 110 }] } },
      ],
      advertiserId: { eq: dollars },
    };
    expect(await namesOf(filter)).toEqual(['converting', 'january', 'wasteful']);
    const names: string[] = [];
    for (let after: string | null = null; ; ) {
      const { data } = await send(
        `query ($filter: LineFilter, $after: String, $range: DateRangeInput!) { lines(first: 1, after: $after, filter: $filter,
          orderBy: {delivery: {metric: SPEND, range: $range}, direction: DESC}) {
          nodes { name } pageInfo { hasNextPage endCursor } } }`,
        { filter, after, range: FEBRUARY },
      );
      names.push(data.lines.nodes[0].name);
      if (!data.lines.pageInfo.hasNextPage) break;
      after = data.lines.pageInfo.endCursor;
    }
    expect(names).toEqual(['wasteful', 'converting', 'january']);
  });
});

/** Lines in the order by spend, page by page, with what they show. */
async function ranked(given: object) {
  const asked = Object.entries(given).map(([name, value]) => `${name}: "${value}"`);
  const query = `query ($after: String, $range: DateRangeInput!) { lines(first: 3, after: $after, orderBy: {
    direction: DESC, delivery: {${['metric: SPEND', 'range: $range', ...asked].join(', ')}}}) {
    nodes { name delivery(${['range: $range', ...asked].join(', ')}) { spend { amount } } }
    pageInfo { hasNextPage endCursor } } }`;
  const rows: { name: string; delivery: { spend: { amount: string } } }[] = [];
  for (let after: string | null = null; ; ) {
    const { data } = await send(query, { after, range: FEBRUARY });
    rows.push(...data.lines.nodes);
    after = data.lines.pageInfo.endCursor;
    if (!data.lines.pageInfo.hasNextPage)
      return { names: rows.map(({ name }) => name), amounts: rows.map((row) => row.delivery.spend.amount) };
  }
}

test('the order is that of the figures in the time zone and currency that the rows show', async () => {
  const first = async (given: object) => (await ranked(given)).names.slice(0, 3);
  expect(await first({ timezone: 'Europe/London', currency: 'USD' })).toEqual([
    'unrated',
    'european',
    'wasteful',
  ]);
  expect(await first({ timezone: 'Asia/Tokyo', currency: 'USD' })).toEqual(['unrated', 'january', 'early']);
  for (const timezone of ['Europe/London', 'Asia/Tokyo'])
    for (const currency of ['USD', 'EUR']) {
      const { names, amounts } = await ranked({ timezone, currency });
      expect(new Set(names).size).toBe(8);
      expect(amounts).toEqual(amounts.toSorted((one, other) => Number(other) - Number(one)));
    }
});

test('a cursor is of one time zone, and an order needs an exchange rate', async () => {
  const asked = (given: object, after?: string) =>
    send(
      `query ($orderBy: LineOrder, $after: String) {
        lines(first: 1, orderBy: $orderBy, after: $after) { pageInfo { endCursor } } }`,
      { orderBy: { delivery: { metric: 'SPEND', range: FEBRUARY, ...given } }, after },
    );
  const tokyo = { timezone: 'Asia/Tokyo' };
  const { data } = await asked(tokyo);
  const { endCursor } = data.lines.pageInfo;
  expect((await asked(tokyo, endCursor)).errors).toBeUndefined();
  for (const [given, after, argument] of [
    [{ timezone: 'UTC' }, endCursor, 'after'],
    [{ currency: 'CHF' }, undefined, 'orderBy.delivery.currency'],
    [{ timezone: 'Mars' }, undefined, 'orderBy.delivery.timezone'],
  ])
    expect((await asked(given, after)).errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
});

test('campaigns and ads are filtered by their own figures', async () => {
  const filter = { delivery: { range: FEBRUARY, where: [{ metric: 'CONVERSIONS', gte: 2 }] } };
  const { data } = await send(
    `query ($campaigns: CampaignFilter, $ads: AdFilter) {
      campaigns(filter: $campaigns) { nodes { name } } ads(filter: $ads) { nodes { line { name } } } }`,
    { campaigns: filter, ads: filter },
  );
  expect(data.campaigns.nodes).toEqual([{ name: 'converting' }]);
  expect(data.ads.nodes).toEqual([{ line: { name: 'converting' } }]);
});

test('advertisers are filtered by the sums of their lines, and lists of an owner by those of its own', async () => {
  const where = [{ metric: 'SPEND', gt: 300 }];
  const { data } = await send(
    `query ($filter: AdvertiserFilter, $lines: LineFilter) {
      advertisers(filter: $filter) { nodes { databaseId lines(filter: $lines) { totalCount nodes { name } } } } }`,
    {
      filter: { delivery: { range: FEBRUARY, currency: 'USD', where } },
      lines: { delivery: { range: FEBRUARY, where: [{ metric: 'CLICKS', gt: 4 }] } },
    },
  );
  expect(data.advertisers.nodes).toMatchObject([
    { databaseId: dollars, lines: { totalCount: 2, nodes: [{ name: 'wasteful' }, { name: 'converting' }] } },
    { databaseId: euros, lines: { totalCount: 0, nodes: [] } },
    { lines: { totalCount: 0, nodes: [] } },
  ]);
});

const spend = (days: number) => ({
  delivery: {
    range: { between: { start: '2026-02-01', end: `2026-02-${String(days).padStart(2, '0')}` } },
    where: [{ metric: 'SPEND', gt: 1 }],
  },
});

test.each([
  [{ delivery: { range: FEBRUARY, where: [] } }, 'filter.delivery.where'],
  [{ or: [{ delivery: { range: FEBRUARY, where: [{ metric: 'CTR' }] } }] }, 'filter.or[0].delivery.where[0]'],
  [
    {
      delivery: {
        range: { between: { start: '2026-02-02', end: '2026-02-01' } },
        where: [{ metric: 'CTR', gt: 1 }],
      },
    },
    'filter.delivery.range.between.start',
  ],
  [{ and: [spend(2), spend(3), spend(4), spend(5)] }, 'filter'],
  [{ delivery: { ...spend(2).delivery, where: Array(21).fill({ metric: 'SPEND', gt: 1 }) } }, 'filter'],
  [{ delivery: { ...spend(2).delivery, currency: 'CHF' } }, 'filter.delivery.currency'],
])('%j is refused by its name', async (filter, argument) => {
  const { errors } = await send(LINES, { filter });
  expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
});

test('costs the facts that are read, once for each range', async () => {
  const cost = async (filter: object) => (await send(LINES, { filter })).extensions.cost.requested;
  const plain = await cost({});
  const one = await cost(spend(10));
  expect(one - plain).toBeGreaterThanOrEqual(100);
  expect((await cost({ and: [spend(10), spend(10)] })) - one).toBeLessThan(10);
  expect((await cost({ and: [spend(10), spend(20)] })) - one).toBeGreaterThanOrEqual(200);
});

test.each([
  [
    'query ($days: DaysInput!) { lines(first: 50) { nodes { delivery(range: {between: $days}) { clicks } } } }',
    (end: string) => ({ days: { start: '2026-02-01', end } }),
  ],
  [
    'query ($end: Date!) { lines(first: 50) { nodes { delivery(range: {between: {start: "2026-02-01", end: $end}}) { clicks } } } }',
    (end: string) => ({ end }),
  ],
])('the days of %s are paid, whichever were asked for before', async (query, variables) => {
  const cost = async (end: string) => (await send(query, variables(end))).extensions.cost.requested;
  const short = await cost('2026-02-01');
  expect((await cost('2026-04-01')) - short).toBeGreaterThan(200);
});

test('while facts are not rolled up, such a list is unavailable and never empty', async () => {
  await system.pool.query('UPDATE fact_file SET in_delivery = false');
  const { errors } = await send(LINES, { filter: spend(2) });
  await system.pool.query('UPDATE fact_file SET in_delivery = true');
  expect(errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE');
});
