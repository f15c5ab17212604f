import { parse, subscribe } from 'graphql';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadRates } from '../../../src/domain/reporting/report/rates/load-rates.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { contextOf, tokenFor } from '../../support/actors.ts';
import { byExecutor } from '../../support/by-executor.ts';
import { isAnsweredByText } from '../../support/outputs.ts';
import { createAd } from '../../support/traffic/intake.ts';

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => void vi.restoreAllMocks());

const service = await reportingService({ worker: false });
const { system } = service;
const client = await service.client();
await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25' });
const HOUR_MS = 3_600_000;

async function advertiser(currency = 'USD', of = client) {
  const { ids } = await service.advertiser(of, { currency, timezone: 'Etc/GMT' });
  const ad = await createAd(system, { seatId: of.seatId, advertiserId: ids.advertiserId });
  return { advertiserId: ids.advertiserId, ...ad };
}
const factsOf = ({ advertiserId, campaignId, lineId }: Awaited<ReturnType<typeof advertiser>>) => ({
  advertiserId,
  campaignId,
  lineId,
});

async function send(query: string, variables: object = {}, as = client) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, as)}` },
    payload: { query, variables },
  });
  return { status: response.statusCode, ...response.json() };
}

/** The statements that read the roll-up, until mocks are restored. */
function watchStatements(): string[] {
  const statements: string[] = [];
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }];
    const text = typeof statement === 'string' ? statement : (statement.text ?? '');
    if (/^WITH .*delivery_span/s.test(text)) statements.push(text);
    return query.apply(this, args);
  });
  return statements;
}

const RANGE = 'range: {between: {start: "2026-02-01", end: "2026-02-28"}}';

describe('delivery', () => {
  test('asOf is never in the future, however young the facts', async () => {
    const own = await advertiser();
    const begun = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const hour = new Date(begun).toISOString().replace('.000', '');
    await service.load([{ ...factsOf(own), hour, impressions: 2 }]);
    const { data } = await send(
      `query ($id: ID!) { advertiser(id: $id) {
        delivery(range: {preset: LAST_7_DAYS}) { asOf } today: delivery(range: {preset: TODAY}) { impressions asOf } } }`,
      { id: String(own.advertiserId) },
    );
    expect(data.advertiser.today.impressions).toBe(2);
    const asOf = Date.parse(data.advertiser.today.asOf);
    expect(asOf).toBeGreaterThanOrEqual(begun);
    expect(asOf).toBeLessThanOrEqual(Date.now());
  });

  test('ratios are computed from the sums, never averaged, and are null without a denominator', async () => {
    const own = await advertiser();
    await service.load([
      { ...factsOf(own), hour: '2026-02-01T00:00:00Z', impressions: 1000, clicks: 10, spend: '2' },
      { ...factsOf(own), hour: '2026-02-02T00:00:00Z', impressions: 10, clicks: 10, spend: '1' },
    ]);
    const { data } = await send(
      `query ($id: ID!) { line(id: $id) { delivery(${RANGE}) {
        impressions ctr cpm { amount currency } cpc { amount } cpa { amount } returnOnAdSpend asOf } } }`,
      { id: own.lineId },
    );
    expect(data.line.delivery).toEqual({
      impressions: 1010,
      ctr: 0.019802,
      cpm: { amount: '2.970297', currency: 'USD' },
      cpc: { amount: '0.150000' },
      cpa: null,
      returnOnAdSpend: 0,
      asOf: '2026-02-02T01:00:00.000Z',
    });
  });

  test('a seat’s first delivery is the first hour of its own advertisers, null without any', async () => {
    const other = await service.client();
    const first = async () =>
      (await send('{ viewer { seat { firstDeliveryAt } } }', {}, other)).data.viewer.seat.firstDeliveryAt;
    const own = await advertiser('USD', other);
    await service.load([{ ...factsOf(await advertiser()), hour: '2026-01-01T00:00:00Z', impressions: 1 }]);
    expect(await first()).toBeNull();
    await service.load([
      { ...factsOf(own), hour: '2026-02-03T05:00:00Z', impressions: 1 },
      { ...factsOf(own), hour: '2026-02-02T07:00:00Z', impressions: 1, adId: own.adId },
    ]);
    expect(await first()).toBe('2026-02-02T07:00:00.000Z');
  });

  test('facts of another advertiser on the line or the ad do not count for its owner', async () => {
    const own = await advertiser();
    const stranger = await service.client();
    const theirs = await advertiser('USD', stranger);
    await service.load([
      { ...factsOf(own), hour: '2026-02-01T00:00:00Z', impressions: 1, adId: own.adId },
      {
        ...factsOf(own),
        advertiserId: theirs.advertiserId,
        hour: '2026-02-01T00:00:00Z',
        impressions: 70,
        adId: own.adId,
      },
    ]);
    const { data } = await send(
      `query ($line: ID!, $ad: ID!, $campaign: ID!) {
        line(id: $line) { delivery(${RANGE}) { impressions } }
        ad(id: $ad) { delivery(${RANGE}) { impressions } }
        campaign(id: $campaign) { delivery(${RANGE}) { impressions } } }`,
      { line: own.lineId, ad: own.adId, campaign: own.campaignId },
    );
    for (const node of [data.line, data.ad, data.campaign]) expect(node.delivery.impressions).toBe(1);
  });

  test('a load is visible at once, and a query of all rows is one statement', async () => {
    const own = await advertiser();
    const query = `query ($id: ID!) { advertiser(id: $id) {
      a: delivery(range: {preset: TODAY}) { impressions } b: delivery(range: {preset: ALL_TIME}) { impressions }
      deliverySeries(range: {preset: LAST_7_DAYS}, interval: DAY) { start } } }`;
    const statements = watchStatements();
    const hour = new Date(Math.floor(system.now().getTime() / HOUR_MS) * HOUR_MS)
      .toISOString()
      .replace('.000', '');
    const before = await send(query, { id: own.advertiserId });
    expect(before.data.advertiser.b.impressions).toBe(0);
    expect(statements).toHaveLength(1);
    vi.restoreAllMocks();
    await service.load([{ ...factsOf(own), hour, impressions: 3 }]);
    const { data } = await send(query, { id: own.advertiserId });
    expect(data.advertiser).toMatchObject({
      a: { impressions: 3 },
      b: { impressions: 3 },
      deliverySeries: [],
    });
  });
});

describe('bad input is an error that names the argument', () => {
  const cases = [
    ['range: {between: {start: "2026-02-02", end: "2026-02-01"}}', 'range.between.start'],
    ['range: {between: {start: "2025-01-01", end: "2026-02-05"}}', 'range.between'],
    ['range: {preset: TODAY}, timezone: "Mars/Olympus"', 'timezone'],
    ['range: {preset: TODAY}, currency: "XYZ"', 'currency'],
    ['range: {preset: TODAY}, currency: "CHF"', 'currency'],
  ] as const;
  test.each(cases)('%s', async (args, argument) => {
    const { advertiserId } = await advertiser();
    const { data, errors } = await send(
      `query ($id: ID!) { advertisers(first: 1) { totalCount } advertiser(id: $id) { delivery(${args}) { spend { amount } } } }`,
      { id: advertiserId },
    );
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['advertiser', 'delivery'],
        extensions: { code: 'BAD_USER_INPUT', argument },
      }),
    ]);
    expect(data.advertiser).toBeNull();
    expect(data.advertisers.totalCount).toBeGreaterThan(0);
  });

  test('hours of more than 31 days are refused, by interval', async () => {
    const { advertiserId } = await advertiser();
    const { errors } = await send(
      `query ($id: ID!) { advertiser(id: $id) {
        deliverySeries(range: {between: {start: "2026-01-01", end: "2026-02-01"}}, interval: HOUR) { start } } }`,
      { id: advertiserId },
    );
    expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'interval' });
  });

  test('an advertiser whose currency has no rate still has counts', async () => {
    const own = await advertiser('CHF');
    await service.load([{ ...factsOf(own), hour: '2026-02-01T00:00:00Z', impressions: 4, clicks: 1 }]);
    const ask = (fields: string) =>
      send(`query ($id: ID!) { advertiser(id: $id) { delivery(${RANGE}) { ${fields} } } }`, {
        id: own.advertiserId,
      });
    expect((await ask('impressions ctr')).data.advertiser.delivery).toEqual({ impressions: 4, ctr: 0.25 });
    const { errors } = await ask('impressions spend { amount }');
    expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'currency' });
  });
});

test('while facts are not rolled up, delivery is unavailable and the rest of the answer stands', async () => {
  const own = await advertiser();
  await service.load([{ ...factsOf(own), hour: '2026-02-01T00:00:00Z', impressions: 4 }]);
  const flag = (value: boolean) => system.pool.query('UPDATE fact_file SET in_delivery = $1', [value]);
  await flag(false);
  const ask = (field: string) =>
    send(`query ($id: ID!) { rateLimit { limit } advertiser(id: $id) { ${field} } }`, {
      id: own.advertiserId,
    });
  const answers = [
    await ask(`delivery(${RANGE}) { impressions }`),
    await ask(
      'deliverySeries(range: {between: {start: "2025-01-01", end: "2025-01-02"}}, interval: DAY) { start }',
    ),
  ];
  await flag(true);
  for (const { data, errors } of answers) {
    expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'SERVICE_UNAVAILABLE' } })]);
    expect(data.rateLimit.limit).toBeGreaterThan(0);
  }
});

describe('pacing', () => {
  const now = () => Math.floor(system.now().getTime() / 1000) * 1000;
  const at = (hours: number) => new Date(now() + hours * HOUR_MS);

  async function paced(options: {
    flights: { from: number; to: number; budget: number | null }[];
    spend?: { hours: number; amount: string }[];
    currency?: string;
    status?: string;
  }) {
    const own = await advertiser(options.currency);
    await system.db.line.update({ where: { id: own.lineId }, data: { status: options.status ?? 'ACTIVE' } });
    for (const { from, to, budget } of options.flights)
      await system.db.lineSchedule.create({
        data: { lineId: own.lineId, budget, startDate: at(from), endDate: at(to) },
      });
    const spend = (options.spend ?? []).map(({ hours, amount }) => ({
      ...factsOf(own),
      hour: new Date(Math.floor(at(hours).getTime() / HOUR_MS) * HOUR_MS).toISOString().replace('.000', ''),
      spend: amount,
    }));
    if (spend.length > 0) await service.load(spend);
    const fields = `budget { amount currency } delivered { amount } expected { amount } ratio projected { amount } budgetSpentAt status isActive willUnderdeliver`;
    const { data, errors } = await send(
      `query ($id: ID!) { line(id: $id) { pacing { ${fields} } schedules { pacing { status } } } }`,
      { id: own.lineId },
    );
    expect(errors).toBeUndefined();
    return data.line;
  }
  const flight = { from: -48, to: 48, budget: 100 };

  test('compares the spend of the flight that runs with the elapsed share of its budget', async () => {
    const { pacing } = await paced({
      flights: [{ from: -200, to: -100, budget: 7 }, flight, { from: 60, to: 70, budget: 9 }],
      spend: [
        { hours: -40, amount: '20' },
        { hours: -5, amount: '24' },
        { hours: -150, amount: '1000' },
      ],
    });
    expect(pacing).toMatchObject({ budget: { amount: '100.000000', currency: 'USD' }, status: 'BEHIND' });
    expect(pacing.delivered.amount).toBe('44.000000');
    expect(Number(pacing.expected.amount)).toBeCloseTo(50, 1);
    expect(pacing.ratio).toBeCloseTo(0.88, 2);
    // A dollar an hour in the last 24 hours, for 48 hours more.
    expect(Number(pacing.projected.amount)).toBeCloseTo(92, 0);
    expect(pacing.budgetSpentAt).toBeNull();
  });

  test('a budget that the rate of the last 24 hours spends before the end says when', async () => {
    const { pacing } = await paced({
      flights: [flight],
      spend: [
        { hours: -40, amount: '20' },
        { hours: -5, amount: '48' },
      ],
    });
    // 32 are left, 2 an hour.
    expect(Math.abs(Date.parse(pacing.budgetSpentAt) - at(16).getTime())).toBeLessThan(60_000);
  });

  test.each([
    ['46', 'ON_TRACK'],
    ['54', 'ON_TRACK'],
    ['56', 'AHEAD'],
    ['44', 'BEHIND'],
    ['100', 'SPENT'],
  ])('a spend of %s of 100 at half time is %s', async (amount, status) => {
    expect((await paced({ flights: [flight], spend: [{ hours: -5, amount }] })).pacing.status).toBe(status);
  });

  test('tells whether the line is active', async () => {
    const flights = [flight];
    expect((await paced({ flights })).pacing).toMatchObject({ status: 'BEHIND', isActive: true });
    const paused = await paced({ status: 'PAUSED', flights });
    expect(paused.pacing).toMatchObject({ status: 'BEHIND', isActive: false, willUnderdeliver: false });
  });

  test('is that of the next flight, else of the last', async () => {
    const next = await paced({
      flights: [
        { from: -9, to: -5, budget: 1 },
        { from: 5, to: 9, budget: 2 },
      ],
    });
    expect(next.pacing).toMatchObject({ status: 'NOT_STARTED', ratio: null, budget: { amount: '2.000000' } });
    expect(next.schedules.map((one: { pacing: { status: string } }) => one.pacing.status)).toEqual([
      'ENDED',
      'NOT_STARTED',
    ]);
    const last = await paced({
      flights: [{ from: -9, to: -5, budget: 2 }],
      spend: [{ hours: -7, amount: '2' }],
    });
    expect(last.pacing.status).toBe('SPENT');
  });

  test('is in the advertiser’s currency, and null without a budget', async () => {
    const { pacing } = await paced({
      currency: 'EUR',
      flights: [flight],
      spend: [{ hours: -5, amount: '62.5' }],
    });
    expect(pacing).toMatchObject({ delivered: { amount: '50.000000' }, status: 'ON_TRACK' });
    expect((await paced({ flights: [{ ...flight, budget: null }] })).pacing).toBeNull();
    expect((await paced({ flights: [] })).pacing).toBeNull();
  });
});

describe('the delivery table', () => {
  const ask = (input: string, variables: object = {}, as = client) =>
    send(
      `query ($a: ID) { delivery(input: {range: {between: {start: "2026-02-01", end: "2026-02-28"}}, advertiserIds: [$a], ${input}}) {
        nodes { line { id name } ad { id } country { code } start delivery { impressions spend { amount currency } } }
        totals { impressions spend { amount } } totalCount pageInfo { hasNextPage endCursor } asOf } }`.replace(
        '$a: ID',
        '$a: ID!',
      ),
      variables,
      as,
    );

  test('a package without a name shows its ID', async () => {
    const own = await advertiser();
    const hour = '2026-02-01T00:00:00Z';
    await service.load([{ ...factsOf(own), hour, impressions: 3, packageId: 987 }]);
    const { data } =
      await send(`{ delivery(input: {by: [PACKAGE], advertiserIds: [${own.advertiserId}], ${RANGE}}) {
      nodes { package { id name } delivery { impressions } } } }`);
    expect(data.delivery.nodes).toEqual([
      { package: { id: 'Package:987', name: '987' }, delivery: { impressions: 3 } },
    ]);
  });

  test('groups, sorts, pages and totals', async () => {
    const own = await advertiser();
    const other = await createAd(system, { seatId: client.seatId, advertiserId: own.advertiserId });
    await service.load([
      {
        ...factsOf(own),
        hour: '2026-02-01T23:00:00Z',
        impressions: 5,
        spend: '1',
        adId: own.adId,
        country: 'US',
      },
      { ...factsOf(own), hour: '2026-02-02T00:00:00Z', impressions: 7, spend: '2', country: 'GB' },
      {
        ...factsOf(own),
        campaignId: other.campaignId,
        lineId: other.lineId,
        hour: '2026-02-02T00:00:00Z',
        impressions: 20,
        spend: '4',
        country: 'GB',
      },
    ]);
    const a = own.advertiserId;
    const lines = await ask('by: [LINE], orderBy: {metric: SPEND, direction: DESC}, first: 1', { a });
    expect(lines.errors).toBeUndefined();
    expect(lines.data.delivery).toMatchObject({
      nodes: [
        { line: { id: `Line:${other.lineId}`, name: 'Line' }, ad: null, delivery: { impressions: 20 } },
      ],
      totals: { impressions: 32, spend: { amount: '7.000000' } },
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      asOf: '2026-02-02T01:00:00.000Z',
    });
    const after = `after: "${lines.data.delivery.pageInfo.endCursor}"`;
    const next = await ask(`by: [LINE], orderBy: {metric: SPEND, direction: DESC}, first: 1, ${after}`, {
      a,
    });
    expect(next.data.delivery.nodes).toMatchObject([
      { line: { id: `Line:${own.lineId}` }, delivery: { impressions: 12 } },
    ]);
    const days = await ask('by: [COUNTRY, AD], interval: DAY', { a });
    expect(days.data.delivery.nodes).toMatchObject([
      { start: '2026-02-01T00:00:00.000Z', country: { code: 'US' }, ad: { id: `Ad:${own.adId}` } },
      { start: '2026-02-02T00:00:00.000Z', country: { code: 'GB' }, ad: null, delivery: { impressions: 27 } },
    ]);
    const stranger = await service.client();
    const none = await ask('by: [LINE]', { a }, stranger);
    expect(none.data.delivery).toMatchObject({
      nodes: [],
      totals: { impressions: 0 },
      totalCount: 0,
      asOf: null,
    });
  });

  test.each([
    ['by: [AD], first: 1001', 'input.first'],
    ['by: [AD], after: "x"', 'input.after'],
    ['by: [AD], timezone: "Nowhere/At_All"', 'input.timezone'],
    ['by: [AD], currency: "CHF"', 'input.currency'],
  ])('refuses %s', async (input, argument) => {
    const { advertiserId: a } = await advertiser();
    expect((await ask(input, { a })).errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
  });
});

test('liveDelivery sends the current metrics, then each change of the advertiser’s facts', async () => {
  const own = await advertiser();
  const other = await advertiser();
  const ctx = await contextOf(system, client);
  const document = parse(
    `subscription { liveDelivery(advertiserId: "${own.advertiserId}", ${RANGE}) { impressions } }`,
  );
  const results = (await subscribe({ schema, document, contextValue: ctx })) as AsyncGenerator<{
    data: { liveDelivery: { impressions: number } };
  }>;
  const next = async () => (await results.next()).value.data.liveDelivery.impressions;
  expect(await next()).toBe(0);
  const pending = next();
  await service.load([{ ...factsOf(other), hour: '2026-02-01T00:00:00Z', impressions: 9 }]);
  await service.load([{ ...factsOf(own), hour: '2026-02-01T00:00:00Z', impressions: 2 }]);
  expect(await pending).toBe(2);
  await results.return(undefined);
});

test('liveDelivery sends an event only if a selected metric changes', async () => {
  const own = await advertiser();
  const ctx = await contextOf(system, client);
  const follow = async (fields: string) =>
    (await subscribe({
      schema,
      document: parse(
        `subscription { liveDelivery(advertiserId: "${own.advertiserId}", ${RANGE}) { ${fields} } }`,
      ),
      contextValue: ctx,
    })) as AsyncGenerator<{ data: { liveDelivery: object } }>;
  const [clicks, rates] = [await follow('clicks'), await follow('ctr asOf')];
  const next = async (results: typeof clicks) => (await results.next()).value.data.liveDelivery;
  expect([await next(clicks), await next(rates)]).toEqual([{ clicks: 0 }, { ctr: null, asOf: null }]);
  const pending = next(clicks);
  await service.load([{ ...factsOf(own), hour: '2026-02-01T00:00:00Z', impressions: 4, clicks: 0 }]);
  expect(await next(rates)).toEqual({ ctr: 0, asOf: '2026-02-01T01:00:00.000Z' });
  await service.load([{ ...factsOf(own), hour: '2026-02-01T01:00:00Z', impressions: 0, clicks: 2 }]);
  expect(await pending).toEqual({ clicks: 2 });
  await Promise.all([clicks.return(undefined), rates.return(undefined)]);
});

describe('order by delivery', () => {
  const names = async (query: string, variables: object) => {
    const { data, errors } = await send(query, variables);
    expect(errors).toBeUndefined();
    return data;
  };

  test('puts nodes without a value last in both directions, and pages never overlap', async () => {
    const { ids } = await service.advertiser(client, { currency: 'EUR', timezone: 'Etc/GMT' });
    const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
    const made = [];
    for (let n = 0; n < 5; n += 1) made.push(await createAd(system, owner));
    // The last but one has as many clicks for an impression as the first.
    const clicks = [3, undefined, 9, 30, undefined];
    await service.load(
      made.flatMap(({ campaignId, lineId, adId }, n) =>
        clicks[n] === undefined
          ? []
          : [
              {
                hour: '2026-02-01T00:00:00Z',
                advertiserId: ids.advertiserId,
                campaignId,
                lineId,
                adId,
                impressions: n === 3 ? 1000 : 100,
                clicks: clicks[n] ?? 0,
              },
            ],
      ),
    );
    const query = `query ($id: ID!, $direction: OrderDirection, $first: Int, $last: Int, $after: String, $before: String) {
      advertiser(id: $id) { lines(first: $first, last: $last, after: $after, before: $before, filter: {name: {eq: "Line"}},
        orderBy: {delivery: {metric: CTR, ${RANGE}}, direction: $direction}) {
        nodes { databaseId } totalCount pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } }`;
    const order = async (direction: string) => {
      const found: number[] = [];
      let after: string | null = null;
      for (;;) {
        const data = await names(query, { id: ids.advertiserId, direction, first: 2, after });
        const { nodes, pageInfo, totalCount } = data.advertiser.lines;
        expect(totalCount).toBe(5);
        found.push(...nodes.map((one: { databaseId: number }) => one.databaseId));
        if (!pageInfo.hasNextPage) return { found, end: pageInfo.endCursor };
        after = pageInfo.endCursor;
      }
    };
    const [a, b, c, d, e] = made.map(({ lineId }) => lineId);
    const descending = await order('DESC');
    expect(descending.found).toEqual([c, d, a, e, b]);
    expect((await order('ASC')).found).toEqual([a, d, c, b, e]);
    const back = await names(query, {
      id: ids.advertiserId,
      direction: 'DESC',
      last: 3,
      before: descending.end,
    });
    expect(back.advertiser.lines.nodes.map((one: { databaseId: number }) => one.databaseId)).toEqual([
      d,
      a,
      e,
    ]);
  });

  test('counts the hours of the range in the advertiser’s zone, and facts of the node’s own advertiser', async () => {
    const { ids } = await service.advertiser(client, { timezone: 'America/New_York' });
    const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
    const [first, second] = [await createAd(system, owner), await createAd(system, owner)];
    const foreign = await advertiser('USD', await service.client());
    const clicked = (
      { adId, campaignId, lineId }: typeof first,
      clicks: number,
      hour: string,
      of = ids.advertiserId,
    ) => ({ advertiserId: of, campaignId, lineId, adId, impressions: 100, clicks, hour });
    await service.load([
      // Still January in New York.
      clicked(first, 50, '2026-02-01T04:00:00Z'),
      clicked(first, 60, '2026-02-10T00:00:00Z', foreign.advertiserId),
      clicked(first, 1, '2026-02-02T00:00:00Z'),
      clicked(second, 2, '2026-02-01T05:00:00Z'),
    ]);
    const orderBy = `orderBy: {delivery: {metric: CLICKS, ${RANGE}}, direction: DESC}`;
    const statements = watchStatements();
    const wanted = `query ($id: ID!) { advertiser(id: $id) { campaigns(first: 3, ${orderBy}) { nodes { databaseId
      lines(first: 1, ${orderBy}) { nodes { databaseId ads(first: 1, ${orderBy}) { nodes { databaseId } } } } } } } }`;
    const { advertiser: of } = await names(wanted, { id: ids.advertiserId });
    vi.restoreAllMocks();
    const tree = of.campaigns.nodes.slice(0, 2).map((one: Found) => {
      const [line] = one.lines?.nodes ?? [];
      return [one.databaseId, line?.databaseId, line?.ads?.nodes[0]?.databaseId];
    });
    expect(tree).toEqual([second, first].map(({ campaignId, lineId, adId }) => [campaignId, lineId, adId]));
    // One for each list, however many owners it has.
    expect(statements).toHaveLength(3);
  });

  interface Found {
    readonly databaseId: number;
    readonly lines?: { readonly nodes: readonly Found[] };
    readonly ads?: { readonly nodes: readonly Found[] };
  }

  test('lists in this order, with delivery, series and pacing, are compiled', async () => {
    const own = await advertiser();
    await service.load([{ ...factsOf(own), hour: '2026-02-02T00:00:00Z', impressions: 10, spend: '1' }]);
    const queries = [
      `{ lines(first: 5) { nodes { id delivery(${RANGE}) { spend { amount currency } ctr asOf __typename }
        pacing { status ratio projected { amount } } schedules { id pacing { status } } } } }`,
      `{ advertisers(first: 2, orderBy: {delivery: {metric: SPEND, ${RANGE}}, direction: DESC}) { totalCount
        pageInfo { hasNextPage } edges { node { id deliverySeries(${RANGE}, interval: DAY) { start delivery { cpm { amount } } } } } } }`,
    ];
    const ctx = await contextOf(system, client);
    for (const query of queries) {
      expect(isAnsweredByText(ctx, query)).toBe(true);
      const { executor: _, ...objects } = await names(byExecutor(query), {});
      expect(JSON.stringify(await names(query, {}))).toBe(JSON.stringify(objects));
    }
  });

  test('amounts are compared in US dollars, over the advertisers of the seat', async () => {
    const rich = await advertiser('EUR');
    const poor = await advertiser();
    await service.load([
      { ...factsOf(rich), hour: '2026-02-11T00:00:00Z', spend: '1000000' },
      { ...factsOf(poor), hour: '2026-02-11T00:00:00Z', spend: '999999' },
    ]);
    const data = await names(
      `{ advertisers(first: 2, orderBy: {delivery: {metric: SPEND, ${RANGE}}, direction: DESC}) {
        nodes { databaseId delivery(${RANGE}) { spend { amount } } } } }`,
      {},
    );
    expect(data.advertisers.nodes).toEqual([
      { databaseId: rich.advertiserId, delivery: { spend: { amount: '800000.000000' } } },
      { databaseId: poor.advertiserId, delivery: { spend: { amount: '999999.000000' } } },
    ]);
  });

  test.each([
    ['{}', 'orderBy'],
    [`{field: NAME, delivery: {metric: SPEND, ${RANGE}}}`, 'orderBy.delivery'],
    [
      '{delivery: {metric: SPEND, range: {between: {start: "2026-02-02", end: "2026-02-01"}}}}',
      'orderBy.delivery.range.between.start',
    ],
  ])('refuses %s', async (orderBy, argument) => {
    const { errors } = await send(`{ advertisers(orderBy: ${orderBy}) { nodes { id } } }`);
    expect(errors[0].extensions).toEqual({ code: 'BAD_USER_INPUT', argument });
  });
});
