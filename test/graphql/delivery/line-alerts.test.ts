import { expect, test, vi } from 'vitest';
import { loadRates } from '../../../src/domain/report/rates/load-rates.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { type TestClient, tokenFor } from '../../support/actors.ts';
import { createAd } from '../../support/intake.ts';
import { ARUBA } from '../../support/seat.ts';

vi.setConfig({ testTimeout: 60_000 });

const service = await reportingService({ worker: false });
const { system } = service;
await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25' });

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY_MS);

interface Told {
  readonly reason: string;
  readonly endsAt: string | null;
  readonly line: { readonly name: string };
  readonly pacing: { readonly status: string; readonly ratio: number | null } | null;
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
  { currency = 'USD' } = {},
): Promise<TestClient> {
  const client = await service.client();
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

async function send(client: TestClient, first?: number) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}` },
    payload: {
      query: `query ($first: Int) {
        lineAlerts(first: $first) { reason endsAt line { name } pacing { status ratio } } }`,
      variables: { first },
    },
  });
  return response.json();
}
const alerts = async (client: TestClient, first?: number): Promise<Told[]> =>
  (await send(client, first)).data.lineAlerts;
const told = async (client: TestClient, first?: number) =>
  (await alerts(client, first)).map(({ reason, line }) => `${reason} ${line.name}`);

test('active lines are told of by their first reason, the most urgent of each first', async () => {
  const client = await seatWith({
    behind: { flights: [[-10, 10, 100]], spend: [[2, 30]] },
    'far behind': { flights: [[-10, 10, 100]], spend: [[2, 1]] },
    ahead: { flights: [[-10, 10, 100]], spend: [[2, 90]] },
    'on track': { flights: [[-10, 10, 100]], spend: [[2, 50]] },
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
  expect(await told(client)).toEqual([
    'NO_SPEND idle',
    'NO_SPEND without a flight',
    'BEHIND far behind',
    'BEHIND behind',
    'BEHIND behind and ends soon',
    'AHEAD ahead',
    'ENDS_SOON ends soon',
  ]);
  expect((await alerts(client)).find(({ line }) => line.name === 'behind')).toEqual({
    reason: 'BEHIND',
    line: { name: 'behind' },
    pacing: { status: 'BEHIND', ratio: expect.closeTo(0.6, 2) },
    endsAt: expect.any(String),
  });
});

test('lines that are paused, have not begun or have ended need nobody, nor does one that began today', async () => {
  const client = await seatWith({
    paused: { status: 'PAUSED', flights: [[-10, 2, 100]] },
    inactive: { status: 'INACTIVE', flights: [[-10, 2, 100]] },
    'not begun': { flights: [[1, 2, 100]] },
    ended: { flights: [[-10, -1, 100]] },
    'began today': { flights: [[-0.5, 30, null]] },
  });
  expect(await told(client)).toEqual([]);
});

test('a line that runs and lacks what it needs to deliver is BLOCKED, unless its campaign is paused', async () => {
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
  expect(await told(client)).toEqual(['BLOCKED without an ad']);
});

test('all active lines are looked at, however many newer ones there are', async () => {
  const healthy = Array.from({ length: 40 }, (_, n) => [
    `healthy ${n}`,
    { flights: [[-10, 10, 100]], spend: [[2, 50]] } as const,
  ]);
  const client = await seatWith({ oldest: { flights: [[-10, 10, 100]] }, ...Object.fromEntries(healthy) });
  expect(await told(client)).toEqual(['NO_SPEND oldest']);
});

test('pacing in another currency is that of the line, by the rates of its days', async () => {
  const client = await seatWith(
    {
      behind: { flights: [[-10, 10, 100]], spend: [[2, 50]] },
      'on track': { flights: [[-10, 10, 100]], spend: [[2, 62.5]] },
      // Within the slack of the statement, and not off pace.
      'nearly behind': { flights: [[-10, 10, 100]], spend: [[2, 57.5]] },
    },
    { currency: 'EUR' },
  );
  expect(await alerts(client)).toMatchObject([
    { reason: 'BEHIND', line: { name: 'behind' }, pacing: { ratio: expect.closeTo(0.8, 2) } },
  ]);
});

test('a line without a rate for its currency is told of by what needs none', async () => {
  const client = await seatWith(
    { idle: { flights: [[-10, 10, 100]] }, behind: { flights: [[-10, 10, 100]], spend: [[2, 1]] } },
    { currency: 'JPY' },
  );
  expect(await alerts(client)).toMatchObject([{ reason: 'NO_SPEND', line: { name: 'idle' }, pacing: null }]);
});

test('each reason has at most as many lines as are asked for, and other seats see none', async () => {
  const many = (reason: string, spend: number) =>
    Array.from({ length: 4 }, (_, n) => [
      `${reason} ${n}`,
      { flights: [[-10, 10, 100]], spend: [[2, spend + n]] } as const,
    ]);
  const client = await seatWith(Object.fromEntries([...many('ahead', 80), ...many('behind', 10)]));
  expect(await told(client, 2)).toEqual([
    'BEHIND behind 0',
    'BEHIND behind 1',
    'AHEAD ahead 3',
    'AHEAD ahead 2',
  ]);
  expect(await told(await service.client())).toEqual([]);
});

test.each([0, -1, 26])('first: %s is refused by its name', async (first) => {
  const { errors } = await send(await service.client(), first);
  expect(errors[0].message).toContain('first');
  expect(errors[0].message).toContain('must be from 1 to 25');
});
