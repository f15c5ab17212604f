import { expect, test, vi } from 'vitest';
import { listLineAlerts } from '../../../src/domain/reporting/delivery/line-alerts.ts';
import { loadRates } from '../../../src/domain/reporting/report/rates/load-rates.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { contextOf, type TestClient, tokenFor } from '../../support/actors.ts';
import { ARUBA } from '../../support/seat.ts';
import { createAd } from '../../support/traffic/intake.ts';

vi.setConfig({ testTimeout: 60_000 });

const service = await reportingService({ worker: false });
const { system } = service;
await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25' });

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS);

interface Told {
  readonly reasons: readonly string[];
  readonly endsAt: string | null;
  readonly line: { readonly name: string };
  readonly atStake: { readonly amount: string; readonly currency: string } | null;
  readonly atStakeInDollars: { readonly amount: string } | null;
  readonly pacing: { readonly status: string; readonly ratio: number | null } | null;
}

interface Page {
  readonly nodes: readonly Told[];
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
}

/** A seat with lines by name: flights as days from now with a budget, and what was spent how many days ago. */
async function seatWith(
  lines: Record<
    string,
    {
      ads?: false;
      flights?: readonly (readonly [from: number, to: number, budget: number | null])[];
      spend?: readonly (readonly [daysAgo: number, amount: number])[];
      status?: string;
    }
  >,
  { currency = 'USD', seat }: { currency?: string; seat?: TestClient } = {},
): Promise<TestClient> {
  const client = seat ?? (await service.client());
  const { ids } = await service.advertiser(client, { currency, timezone: 'Etc/GMT' });
  const facts = [];
  for (const [name, { flights = [], spend = [], status = 'ACTIVE', ads }] of Object.entries(lines)) {
    const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
    const { lineId, campaignId } = await createAd(system, owner);
    await system.db.line.update({
      where: { id: lineId },
      data: {
        ...{ name, status, createdAt: at(-60) },
        targetTypes: { create: { name: 'GEOGRAPHY', isTargeted: true } },
        geos: { create: { woeid: ARUBA } },
        schedules: {
          create: flights.map(([from, to, budget]) => ({ startDate: at(from), endDate: at(to), budget })),
        },
      },
    });
    if (ads === false) await system.db.ad.deleteMany({ where: { lineId } });
    for (const [daysAgo, amount] of spend)
      facts.push({
        ...{ advertiserId: ids.advertiserId, campaignId, lineId, impressions: 1, spend: String(amount) },
        hour: `${at(-daysAgo).toISOString().slice(0, 13)}:00:00Z`,
      });
  }
  if (facts.length > 0) await service.load(facts);
  return client;
}

async function send(client: TestClient, variables: object = {}) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}` },
    payload: {
      query: `query ($first: Int, $after: String, $filter: LineAlertFilter) {
        lineAlerts(first: $first, after: $after, filter: $filter) {
          nodes { reasons endsAt line { name } pacing { status ratio } atStake { amount currency } atStakeInDollars { amount } }
          totalCount counts { reason count } pageInfo { endCursor hasNextPage } } }`,
      variables,
    },
  });
  return response.json();
}
const alerts = async (client: TestClient, variables?: object): Promise<Told[]> =>
  (await send(client, variables)).data.lineAlerts.nodes;
const alertsOf = async (client: TestClient, variables?: object) =>
  (await alerts(client, variables)).map(({ reasons: [reason], line }) => `${reason} ${line.name}`);

const stakesOf = (found: readonly Told[]) =>
  found.map(({ line, atStake }) => [line.name, atStake && Math.round(Number(atStake.amount) * 100) / 100]);

test('active lines are returned with their most urgent reason, those with the most money at stake first', async () => {
  const client = await seatWith({
    behind: { flights: [[-10, 10, 100]], spend: [[2, 30]] },
    'far behind': { flights: [[-10, 10, 100]], spend: [[2, 1]] },
    ahead: { flights: [[-10, 10, 100]], spend: [[2, 90]] },
    'on track': {
      flights: [[-10, 10, 100]],
      spend: [
        [2, 45],
        [0.5, 5],
      ],
    },
    spent: { flights: [[-10, 10, 100]], spend: [[2, 100]] },
    idle: { flights: [[-20, 10, 100]], spend: [[12, 40]] },
    'without a budget': { flights: [[-10, 10, null]], spend: [[2, 1]] },
    'without a flight': {},
    'behind and ends soon': { flights: [[-18, 2, 100]], spend: [[2, 80]] },
    'ends soon': { flights: [[-18, 2, 100]], spend: [[2, 90]] },
    'goes on': {
      flights: [
        [-18, 2, 100],
        [3, 30, 100],
      ],
      spend: [[2, 90]],
    },
  });
  expect(await alertsOf(client)).toEqual([
    'BEHIND far behind',
    'BEHIND behind',
    'NO_SPEND idle',
    'BUDGET_SPENT spent',
    'AHEAD ahead',
    'BEHIND behind and ends soon',
    'ENDS_SOON ends soon',
    'NO_SPEND without a flight',
  ]);
  const found = await alerts(client);
  // What is left of the budget, since nothing was spent in the last 24 hours; of the last two, what is beyond the half that is due.
  expect(stakesOf(found)).toEqual([
    ...[
      ['far behind', 99],
      ['behind', 70],
      ['idle', 60],
      ['spent', 50],
      ['ahead', 40],
    ],
    ...[
      ['behind and ends soon', 20],
      ['ends soon', 10],
      ['without a flight', null],
    ],
  ]);
  expect(found.find(({ line }) => line.name === 'behind')).toEqual({
    reasons: ['BEHIND'],
    atStake: { amount: '70.000000', currency: 'USD' },
    atStakeInDollars: { amount: '70.000000' },
    line: { name: 'behind' },
    pacing: { status: 'BEHIND', ratio: expect.closeTo(0.6, 2) },
    endsAt: expect.any(String),
  });
});

test('the money at stake goes on at the rate of the last 24 hours, unless the line cannot deliver', async () => {
  const client = await seatWith({
    // 40 a day for ten more days would spend more than is left.
    'catches up': { flights: [[-10, 10, 100]], spend: [[0.5, 40]] },
    // 1 a day for ten more days.
    slow: { flights: [[-10, 10, 100]], spend: [[0.5, 1]] },
    blocked: { ads: false, flights: [[-10, 10, 100]], spend: [[0.5, 40]] },
  });
  const found = await alerts(client);
  expect(found.map(({ line, reasons, atStake }) => [line.name, ...reasons, atStake?.amount])).toEqual([
    ['slow', 'BEHIND', expect.stringMatching(/^(88\.99|89\.0)/)],
    ['blocked', 'BLOCKED', 'BEHIND', '60.000000'],
    ['catches up', 'BEHIND', '0.000000'],
  ]);
});

test('a line that spent well at first and leaves more than a tenth of its budget will underdeliver', async () => {
  const flights = [[-10, 10, 100]] as const;
  const client = await seatWith({
    // 3 a day for ten more days make 83; 4 make 94.
    'has almost stopped': {
      flights,
      spend: [
        [2, 50],
        [0.5, 3],
      ],
    },
    'leaves little': {
      flights,
      spend: [
        [2, 50],
        [0.5, 4],
      ],
    },
    'was ahead': { flights, spend: [[2, 80]] },
    'is behind': { flights, spend: [[2, 10]] },
  });
  const found = await alerts(client);
  expect(found.map(({ line, reasons }) => [line.name, ...reasons])).toEqual([
    ['is behind', 'BEHIND'],
    ['was ahead', 'WILL_UNDERDELIVER', 'AHEAD'],
    ['has almost stopped', 'WILL_UNDERDELIVER'],
  ]);
  expect(Number(found[2]?.atStake?.amount)).toBeCloseTo(17, 1);
});

test('a line whose campaign has spent its budget cannot spend what is left of its own', async () => {
  const client = await seatWith({ stopped: { flights: [[-10, 10, 100]], spend: [[2, 48]] } });
  await system.db.campaign.updateMany({
    where: { seatId: client.seatId },
    data: { budget: 40, budgetType: 'LIFETIME' },
  });
  expect(await alerts(client)).toMatchObject([
    { reasons: ['BUDGET_SPENT'], atStake: { amount: '52.000000' } },
  ]);
});

test('amounts at stake are in the currency of each line and ordered in US dollars, page by page', async () => {
  const client = await seatWith({
    'ninety dollars': { flights: [[-10, 10, 100]], spend: [[2, 10]] },
    'ninety-nine dollars': { flights: [[-10, 10, 100]], spend: [[2, 1]] },
  });
  // 20 dollars are 16 euros; 84 euros are 105 dollars.
  const euros = { '84 euros': { flights: [[-10, 10, 100]], spend: [[2, 20]] } } as const;
  await seatWith(euros, { currency: 'EUR', seat: client });
  const paged: Told[] = [];
  for (let after: string | null = null; ; ) {
    const { nodes, pageInfo }: Page = (await send(client, { first: 1, after })).data.lineAlerts;
    paged.push(...nodes);
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  expect(
    paged.map(({ line, atStake, atStakeInDollars }) => [line.name, atStake, atStakeInDollars?.amount]),
  ).toEqual([
    ['84 euros', { amount: '84.000000', currency: 'EUR' }, '105.000000'],
    ['ninety-nine dollars', { amount: '99.000000', currency: 'USD' }, '99.000000'],
    ['ninety dollars', { amount: '90.000000', currency: 'USD' }, '90.000000'],
  ]);
});

test('lines that are paused, have not begun or have ended need nobody, nor does one that began today', async () => {
  const client = await seatWith({
    paused: { status: 'PAUSED', flights: [[-10, 2, 100]] },
    inactive: { status: 'INACTIVE', flights: [[-10, 2, 100]] },
    'not begun': { flights: [[1, 2, 100]] },
    ended: { flights: [[-10, -1, 100]] },
    'began today': { flights: [[-0.5, 30, null]] },
  });
  expect(await alertsOf(client)).toEqual([]);
});

test('an active line in flight is BLOCKED by what it lacks and by a paused campaign, a paused one by nothing', async () => {
  const client = await seatWith({
    'without an ad': { ads: false, flights: [[-2, 10, 100]] },
    paused: { ads: false, flights: [[-2, 10, 100]] },
    'under a paused campaign': { flights: [[-10, 10, 100]] },
  });
  const { db } = system;
  await db.line.updateMany({ where: { seatId: client.seatId, name: 'paused' }, data: { status: 'PAUSED' } });
  await db.campaign.updateMany({
    where: { lines: { some: { seatId: client.seatId, name: 'under a paused campaign' } } },
    data: { status: 'PAUSED' },
  });
  expect(await alertsOf(client)).toEqual(['BLOCKED under a paused campaign', 'BLOCKED without an ad']);
  const found = await alerts(client, { filter: { reason: 'BLOCKED' } });
  // It has spent nothing for a week, either; its pace is not what is wrong.
  expect(found[0]?.reasons).toEqual(['BLOCKED', 'NO_SPEND']);
});

test('the active lines that are behind in a list are those that are alerted for it', async () => {
  const flights = [[-10, 10, 100]] as const;
  const client = await seatWith({
    behind: { flights },
    'without an ad': { ads: false, flights },
    paused: { status: 'PAUSED', flights },
    inactive: { status: 'INACTIVE', flights },
    'under a paused campaign': { flights },
    'before its campaign': { flights },
    'after its campaign': { flights },
  });
  const ofLine = (name: string) => ({ lines: { some: { seatId: client.seatId, name } } });
  const { campaign } = system.db;
  await campaign.updateMany({ where: ofLine('under a paused campaign'), data: { status: 'PAUSED' } });
  await campaign.updateMany({ where: ofLine('before its campaign'), data: { startDate: at(1) } });
  await campaign.updateMany({ where: ofLine('after its campaign'), data: { endDate: at(-1) } });
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}` },
    payload: {
      query: '{ lines(first: 100, filter: {pacing: BEHIND}) { nodes { name pacing { isActive } } } }',
    },
  });
  const { nodes } = response.json().data.lines as {
    nodes: readonly { name: string; pacing: { isActive: boolean } }[];
  };
  expect(nodes).toHaveLength(7);
  const listed = nodes.filter(({ pacing }) => pacing.isActive).map(({ name }) => name);
  expect(listed.toSorted()).toEqual(['behind', 'without an ad']);
  const alerted = await alerts(client, { filter: { reason: 'BEHIND' } });
  expect(alerted.map(({ line }) => line.name).toSorted()).toEqual(listed.toSorted());
});

test('a line that outlives its campaign is BLOCKED, and ends soon if its campaign does', async () => {
  const client = await seatWith({ outlives: { flights: [[-9, 30, null]], spend: [[1, 5]] } });
  const where = { seatId: client.seatId };
  await system.db.campaign.updateMany({ where, data: { endDate: at(2) } });
  expect(await alertsOf(client)).toEqual(['ENDS_SOON outlives']);
  const [soon] = await alerts(client);
  expect(Date.parse(soon?.endsAt ?? '')).toBeLessThan(at(3).getTime());
  await system.db.campaign.updateMany({ where, data: { endDate: at(-1) } });
  expect(await alertsOf(client)).toEqual(['BLOCKED outlives']);
  await system.db.campaign.updateMany({ where, data: { startDate: at(1), endDate: null } });
  expect(await alertsOf(client)).toEqual([]);
});

test('all active lines are looked at, however many newer ones there are', async () => {
  const healthy = Array.from({ length: 40 }, (_, n) => [
    `healthy ${n}`,
    { flights: [[-10, 10, 100]], spend: [[0.5, 50]] } as const,
  ]);
  const client = await seatWith({ oldest: { flights: [[-10, 10, 100]] }, ...Object.fromEntries(healthy) });
  expect(await alertsOf(client)).toEqual(['NO_SPEND oldest']);
});

test('pacing in another currency is that of the line, by the rates of its days', async () => {
  const client = await seatWith(
    {
      behind: { flights: [[-10, 10, 100]], spend: [[2, 50]] },
      'on track': { flights: [[-10, 10, 100]], spend: [[0.5, 62.5]] },
      // Within the slack of the statement, and not off pace.
      'nearly behind': { flights: [[-10, 10, 100]], spend: [[0.5, 57.5]] },
    },
    { currency: 'EUR' },
  );
  expect(await alerts(client)).toMatchObject([
    { reasons: ['BEHIND'], line: { name: 'behind' }, pacing: { ratio: expect.closeTo(0.8, 2) } },
  ]);
});

test('a line without an exchange rate has the alerts that need none', async () => {
  const client = await seatWith(
    { idle: { flights: [[-10, 10, 100]] }, behind: { flights: [[-10, 10, 100]], spend: [[2, 1]] } },
    { currency: 'JPY' },
  );
  expect(await alerts(client)).toMatchObject([
    { reasons: ['NO_SPEND'], line: { name: 'idle' }, pacing: null },
  ]);
});

test('all reasons of a line are returned, counted and filterable, and pages are contiguous', async () => {
  const many = (name: string, spend: number) =>
    Array.from({ length: 3 }, (_, n) => [
      `${name} ${n}`,
      { flights: [[-18, 2, 100]], spend: [[2, spend + n]] } as const,
    ]);
  const client = await seatWith(
    Object.fromEntries([
      ...many('on track', 90),
      ...many('behind', 10),
      ['idle', { flights: [[-10, 10, 100]] }],
    ]),
  );
  const { nodes, totalCount, counts } = (await send(client)).data.lineAlerts;
  expect(nodes.map(({ reasons, line }: Told) => [line.name, ...reasons])).toEqual([
    ['idle', 'NO_SPEND', 'BEHIND'],
    ['behind 0', 'BEHIND', 'ENDS_SOON'],
    ['behind 1', 'BEHIND', 'ENDS_SOON'],
    ['behind 2', 'BEHIND', 'ENDS_SOON'],
    ['on track 0', 'ENDS_SOON'],
    ['on track 1', 'ENDS_SOON'],
    ['on track 2', 'ENDS_SOON'],
  ]);
  expect(totalCount).toBe(7);
  const expected = {
    BLOCKED: 0,
    BUDGET_SPENT: 0,
    NO_SPEND: 1,
    BEHIND: 4,
    WILL_UNDERDELIVER: 0,
    AHEAD: 0,
    ENDS_SOON: 6,
  };
  expect(
    Object.fromEntries(counts.map((one: { reason: string; count: number }) => [one.reason, one.count])),
  ).toEqual(expected);
  for (const [reason, count] of Object.entries(expected)) {
    const found = (await send(client, { filter: { reason } })).data.lineAlerts;
    expect([found.totalCount, found.nodes.length]).toEqual([count, count]);
    expect(found.nodes.every(({ reasons }: Told) => reasons.includes(reason))).toBe(true);
    expect(found.counts).toEqual(counts);
  }
  const paged: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: Page = (await send(client, { first: 3, after })).data.lineAlerts;
    paged.push(...page.nodes.map(({ line }) => line.name));
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  expect(paged).toEqual(nodes.map(({ line }: Told) => line.name));
  const now = new Date();
  const ctx = { ...(await contextOf(system, client)), now: () => now };
  const read = (linesAtOnce?: number) =>
    listLineAlerts(ctx, { first: 4, offset: 2, filter: {}, linesAtOnce });
  expect(await read(3)).toEqual(await read());
  expect(await read(7)).toEqual(await read());
  const advertiser = await system.db.advertiser.findFirstOrThrow({ where: { seatId: client.seatId } });
  expect(await alertsOf(client, { filter: { advertiserId: `Advertiser:${advertiser.id}` } })).toHaveLength(7);
  const other = await seatWith({ idle: { flights: [[-10, 10, 100]] } });
  expect(await alertsOf(other, { filter: { advertiserId: `Advertiser:${advertiser.id}` } })).toEqual([]);
});

test.each([
  [{ first: 0 }, 'first', 'must be from 1 to 100'],
  [{ first: 101 }, 'first', 'must be from 1 to 100'],
  [{ after: 'x' }, 'after', 'must be a cursor of this list'],
])('%o is refused by its name', async (variables, name, message) => {
  const { errors } = await send(await service.client(), variables);
  expect(errors[0].message).toContain(name);
  expect(errors[0].message).toContain(message);
});
