import { expect, test, vi } from 'vitest';
import { readFlightsSpent } from '../../../src/domain/reporting/delivery/flights-spent.ts';
import { loadRates } from '../../../src/domain/reporting/report/rates/load-rates.ts';
import { randomFrom } from '../../domain/reporting/report/random.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { tokenFor } from '../../support/actors.ts';
import { ARUBA } from '../../support/seat.ts';
import { createAd } from '../../support/traffic/intake.ts';

/** Each flight has its budget: what a line spends belongs to the flight that began first and still has money. */

vi.setConfig({ testTimeout: 60_000 });

const service = await reportingService({ worker: false });
const { system } = service;
await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25' });
const client = await service.client();

const HOUR_MS = 3_600_000;
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const at = (hours: number) => new Date(NOW + hours * HOUR_MS);

interface Flight {
  readonly start: number;
  readonly end: number;
  readonly budget: number | null;
}

type Fact = Parameters<typeof service.load>[0][number];

/** A line that could deliver, its flights in hours from now, and facts of what it spent in hours before now. */
async function lineWith(flights: readonly Flight[], spend: ReadonlyMap<number, number>, currency = 'USD') {
  const { ids } = await service.advertiser(client, { currency, timezone: 'Etc/GMT' });
  const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
  const { lineId, campaignId } = await createAd(system, owner);
  await system.db.line.update({
    where: { id: lineId },
    data: {
      status: 'ACTIVE',
      targetTypes: { create: { name: 'GEOGRAPHY', isTargeted: true } },
      geos: { create: { woeid: ARUBA } },
      schedules: {
        create: flights.map(({ start, end, budget }) => ({ startDate: at(start), endDate: at(end), budget })),
      },
    },
  });
  const facts = [...spend].map(
    ([hour, amount]): Fact => ({
      ...{ advertiserId: ids.advertiserId, campaignId, lineId, impressions: 1, spend: String(amount) },
      hour: at(hour).toISOString().replace('.000', ''),
    }),
  );
  return { lineId, facts };
}

async function line(flights: readonly Flight[], spend: ReadonlyMap<number, number>) {
  const { lineId, facts } = await lineWith(flights, spend);
  await service.load(facts);
  return lineId;
}

const QUERY = `query ($id: ID!) { line(id: $id) {
  deliveryStatus pacing { status budget { amount } delivered { amount } }
  delivery(range: {preset: ALL_TIME}) { spend { amount } }
  schedules { budget pacing { status delivered { amount } projected { amount } } } } }`;

async function ask(lineId: number) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}` },
    payload: { query: QUERY, variables: { id: `Line:${lineId}` } },
  });
  const { data, errors } = response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  const { schedules, ...rest } = data.line;
  return {
    ...rest,
    delivered: schedules.map((one: { pacing: { delivered: { amount: string } } | null }) =>
      one.pacing ? Number(one.pacing.delivered.amount) : null,
    ),
    statuses: schedules.map((one: { pacing: { status: string } | null }) => one.pacing?.status),
  };
}

/** Hour by hour: the spend of each goes to the first flight that runs and has money, the rest of it to the next. */
function attributed(flights: readonly Flight[], spend: ReadonlyMap<number, number>): number[] {
  const given = flights.map(() => 0);
  const order = flights
    .map((flight, nr) => ({ ...flight, nr }))
    .sort((a, b) => a.start - b.start || a.nr - b.nr);
  for (const [hour, amount] of [...spend].sort(([a], [b]) => a - b)) {
    const running = order.filter(({ start, end }) => start <= hour && hour < end);
    let rest = amount;
    for (const [place, { nr, budget }] of running.entries()) {
      const left = budget === null ? rest : Math.max(budget - (given[nr] ?? 0), 0);
      const part = place === running.length - 1 ? rest : Math.min(rest, left);
      // What is beyond all budgets belongs to the last that runs.
      given[nr] = (given[nr] ?? 0) + part;
      rest -= part;
    }
  }
  return given;
}

const spread = (from: number, to: number, each: number) =>
  new Map(Array.from({ length: to - from }, (_, n) => [from + n, each] as const));

test('three flights that overlap: the first takes what its budget has, then the second, then the third', async () => {
  const flights = [
    { start: -72, end: 48, budget: 30 },
    { start: -48, end: 72, budget: 50 },
    { start: -24, end: 24, budget: 40 },
  ];
  // 24 a day: 24 for the first alone, then 6 for it and 18 for the second, then 24 for the second.
  const id = await line(flights, spread(-72, 0, 1));
  expect(await ask(id)).toMatchObject({
    deliveryStatus: 'ACTIVE',
    delivered: [30, 42, 0],
    statuses: ['SPENT', expect.any(String), 'BEHIND'],
    // That of the flight that today's spend belongs to.
    pacing: { budget: { amount: '50.000000' }, delivered: { amount: '42.000000' } },
    delivery: { spend: { amount: '72.000000' } },
  });
});

test('the line stops once all flights that run have spent their budgets, and not before', async () => {
  const flights = [
    { start: -72, end: 48, budget: 30 },
    { start: -48, end: 72, budget: 30 },
    { start: -24, end: 24, budget: 12 },
  ];
  const some = await ask(await line(flights, spread(-71, 0, 1)));
  expect(some).toMatchObject({ deliveryStatus: 'ACTIVE', delivered: [30, 30, 11] });
  const all = await ask(await line(flights, spread(-72, 0, 1)));
  expect(all).toMatchObject({ deliveryStatus: 'STOP_TOTAL_BUDGET', delivered: [30, 30, 12] });
  expect(all.statuses).toEqual(['SPENT', 'SPENT', 'SPENT']);
  // What is beyond all budgets belongs to the last one that runs.
  const beyond = await ask(await line(flights, spread(-72, 0, 2)));
  expect(beyond).toMatchObject({ deliveryStatus: 'STOP_TOTAL_BUDGET', delivered: [48, 48, 48] });
});

test('a flight without a budget that began first takes everything', async () => {
  const flights = [
    { start: -72, end: 48, budget: null },
    { start: -48, end: 72, budget: 5 },
  ];
  const found = await ask(await line(flights, spread(-72, 0, 1)));
  expect(found).toMatchObject({ deliveryStatus: 'ACTIVE', delivered: [null, 0], pacing: null });
});

test('flights of all kinds agree with a count hour by hour, in pacing, in the simulation and in total', async () => {
  const random = randomFrom(20_261_126);
  const made: { lineId: number; flights: Flight[]; expected: number[] }[] = [];
  const all: Fact[] = [];
  for (let round = 0; round < 12; round += 1) {
    const flights = Array.from({ length: 1 + random.below(6) }, () => {
      const start = -random.below(200);
      const budget = random.below(8) === 0 ? null : random.below(60);
      return { start, end: start + 1 + random.below(150), budget };
    });
    const hours = [...spread(-200, 0, 0).keys()].filter((hour) =>
      flights.some(({ start, end }) => start <= hour && hour < end && random.below(3) > 0),
    );
    const spend = new Map(hours.map((hour) => [hour, random.below(300) / 100] as const));
    const [currency, rate] = round % 2 === 0 ? ['USD', 1] : ['EUR', 1.25];
    const { lineId, facts } = await lineWith(flights, spend, String(currency));
    all.push(...facts);
    const amounts = new Map([...spend].map(([hour, amount]) => [hour, amount / Number(rate)]));
    made.push({ lineId, flights, expected: attributed(flights, amounts) });
  }
  await service.load(all);
  for (const { lineId, flights, expected } of made) {
    const found = await ask(lineId);
    for (const [nr, { budget }] of flights.entries()) {
      if (budget === null) expect(found.delivered[nr]).toBeNull();
      else expect(found.delivered[nr]).toBeCloseTo(expected[nr] ?? Number.NaN, 4);
    }
    const spent = await readFlightsSpent(system.pool, [lineId], at(0));
    const byId = spent.toSorted((a, b) => a.flightId - b.flightId).map((one) => Number(one.spent));
    for (const [nr, amount] of byId.entries()) expect(amount).toBeCloseTo(expected[nr] ?? Number.NaN, 4);
    const total = byId.reduce((sum, one) => sum + one, 0);
    expect(total).toBeCloseTo(Number(found.delivery.spend.amount), 4);
  }
});
