import { beforeAll, describe, expect, it } from 'vitest';
import { updateLine } from '../../../src/domain/campaigns/line/update.ts';
import { updateTargeting } from '../../../src/domain/campaigns/targeting/update.ts';
import { createWebhook } from '../../../src/domain/notifications/webhook/create.ts';
import { loadRates } from '../../../src/domain/reporting/report/rates/load-rates.ts';
import { advanceBy, moveClock, setTo } from '../../../src/domain/sandbox/clock.ts';
import { currentHour, deliverUntilNow } from '../../../src/domain/sandbox/delivery/deliver.ts';
import { deliverHours } from '../../../src/domain/sandbox/delivery/deliver-hours.ts';
import { readCampaigns } from '../../../src/domain/sandbox/delivery/read-lines.ts';
import { sandboxSeat } from './seat.ts';

const [USA, CANADA, ALBERTA, ONTARIO] = [23424977, 23424775, 2344915, 2344922];
const START = '2027-01-01T00:00:00Z';
const END = '2027-01-31T00:00:00Z';
const seat = await sandboxSeat();
const { system, caller } = seat;

beforeAll(async () => {
  await moveClock(system, setTo({ to: new Date(START) }));
  await deliverUntilNow(system);
});

describe('a month of delivery', () => {
  it('is in reports: a flight has spent its budget, and a line that may not deliver nothing', async () => {
    await createWebhook({
      ctx: await caller.context(),
      input: { url: 'https://hooks.example.com/', events: ['books.closed'] },
    });
    const active = await seat.line({ budget: 900, startDateStr: START, endDateStr: END });
    const paused = await seat.line({ budget: 900, startDateStr: START, endDateStr: END, status: 'PAUSED' });
    const withoutAds = await seat.line({ budget: 900, startDateStr: START, endDateStr: END, ads: 0 });
    await moveClock(system, advanceBy('31d'));
    await deliverUntilNow(system);
    const spend = await seat.spendByLine();
    expect(spend.get(active.id)).toBe('900.000000');
    expect([spend.has(paused.id), spend.has(withoutAds.id)]).toEqual([false, false]);
  });

  it('creates conversions, attributed to the line by their click IDs', async () => {
    const { rows } = await system.pool.query(
      `SELECT count(*)::int AS conversions, count(line_id)::int AS attributed, count(DISTINCT event_id)::int AS ids,
         count(*) FILTER (WHERE NOT in_facts)::int AS waiting FROM conversion`,
    );
    const [{ conversions, attributed, ids, waiting }] = rows;
    expect(conversions).toBeGreaterThan(3);
    expect([attributed, ids, waiting]).toEqual([conversions, conversions, 0]);
  });

  it('closes the books of every day that ended six hours ago, and of no other', async () => {
    const { rows } = await system.pool.query(
      `SELECT min(day)::text AS first, max(day)::text AS last, count(*)::int AS days FROM day_close
       WHERE advertiser_id = $1 AND day >= '2027-01-01'`,
      [seat.advertiserId],
    );
    expect(rows[0]).toEqual({ first: '2027-01-01', last: '2027-01-30', days: 30 });
  });

  it('notifies webhooks of the closed books of every day, once and in order', async () => {
    const deliveries = await system.db.webhookDelivery.findMany({ orderBy: { id: 'asc' } });
    const own = deliveries
      .map(({ payload }) => JSON.parse(payload))
      .filter(({ data }) => data.day >= '2027-01-01');
    expect(own.map(({ data }) => data.day)).toEqual(
      Array.from({ length: 30 }, (_, day) => `2027-01-${String(day + 1).padStart(2, '0')}`),
    );
    expect(own[0]).toEqual({
      type: 'books.closed',
      timestamp: expect.stringMatching(/^2027-01-02T/),
      data: { advertiserId: seat.advertiserId, day: '2027-01-01', timezone: expect.any(String) },
    });
  });
});

it('an advance that is carried out twice delivers once', async () => {
  const before = await seat.spendByLine();
  await Promise.all([deliverUntilNow(system), deliverUntilNow(system)]);
  expect(await seat.spendByLine()).toEqual(before);
});

it('a flight that has delivered already, by facts that were loaded, spends only what is left', async () => {
  const now = system.now();
  const [from, to] = [new Date(now.getTime() - 5 * 86_400_000), new Date(now.getTime() + 5 * 86_400_000)];
  const dates = { startDateStr: text(from), endDateStr: text(to) };
  const line = await seat.line({ budget: 100, ...dates });
  await seat.load([{ lineId: line.id, hour: new Date(now.getTime() - 86_400_000), spend: '60.000000' }]);
  await moveClock(system, advanceBy('6d'));
  await deliverUntilNow(system);
  expect((await seat.spendByLine()).get(line.id)).toBe('100.000000');
});

it('facts that are loaded after a flight began to deliver count as spent, in all and on their day', async () => {
  const now = new Date(Math.ceil((system.now().getTime() + 1) / 86_400_000) * 86_400_000 + 3_600_000);
  await moveClock(system, setTo({ to: now }));
  const to = new Date(now.getTime() + 5 * 86_400_000);
  const own = await caller.advertiser({ timezone: 'Etc/GMT' });
  const dates = { startDateStr: text(now), endDateStr: text(to), advertiserId: own.id };
  const [line, daily] = [
    await seat.line({ budget: 100, ...dates }),
    await seat.line({ budget: 1000, ...dates }),
  ];
  await system.db.lineSchedule.updateMany({
    where: { lineId: daily.id },
    data: { dailyBudget: 24, dailyBudgetType: 'SPECIFIED_AMOUNT' },
  });
  await moveClock(system, advanceBy('4h'));
  await deliverUntilNow(system);
  const spent = async (id: number) => Number((await seat.spendByLine()).get(id) ?? 0);
  expect(await spent(line.id)).toBeGreaterThan(0);
  expect(await spent(daily.id)).toBeGreaterThan(0);
  await seat.load([
    { lineId: line.id, hour: now, spend: '60.000000' },
    { lineId: daily.id, hour: now, spend: '24.000000' },
  ]);
  await moveClock(system, advanceBy('18h'));
  await deliverUntilNow(system);
  // What was simulated before the load can still come late.
  const { rows } = await system.pool.query('SELECT spent, day_spent FROM sandbox_flight WHERE line_id = $1', [
    daily.id,
  ]);
  expect(Number(rows[0].spent) - Number(rows[0].day_spent)).toBeCloseTo(24_000_000, -2);
  expect(Number(rows[0].day_spent)).toBeLessThan(24_000_000 / 3);
  await moveClock(system, advanceBy('6d'));
  await deliverUntilNow(system);
  expect((await seat.spendByLine()).get(line.id)).toBe('100.000000');
  expect(await spent(daily.id)).toBeGreaterThan(24 * 4);
  // The tests after this one begin at midnight.
  await moveClock(system, advanceBy('1h'));
  await deliverUntilNow(system);
});

it('facts that are loaded use up a campaign’s budget, before it delivers and between two advances', async () => {
  const now = system.now();
  const dates = {
    startDateStr: text(new Date(now.getTime() - 5 * 86_400_000)),
    endDateStr: text(new Date(now.getTime() + 5 * 86_400_000)),
  };
  const linesOf = (spend: string) =>
    Promise.all(
      ['LIFETIME', 'DAILY'].map(async (budgetType) => {
        const campaign = { budget: 80, budgetType };
        const { id } = await seat.line({ budget: 1000, ...dates, campaign });
        return { lineId: id, hour: new Date(now.getTime() - 3_600_000), spend };
      }),
    );
  const [used, begun] = [await linesOf('80.000000'), await linesOf('1.000000')];
  const simulated = async () => {
    const { rows } = await system.pool.query<{ spent: string }>(
      'SELECT spent FROM sandbox_flight WHERE line_id = ANY($1) ORDER BY line_id',
      [begun.map(({ lineId }) => lineId)],
    );
    return rows.map(({ spent }) => Number(spent));
  };
  await seat.load([...used, ...begun]);
  await moveClock(system, advanceBy('2h'));
  await deliverUntilNow(system);
  const before = await simulated();
  expect(before.map((spent) => spent > 1_000_000)).toEqual([true, true]);
  await seat.load(begun.map((fact) => ({ ...fact, spend: '79.000000' })));
  await moveClock(system, advanceBy('2h'));
  await deliverUntilNow(system);
  for (const [at, spent] of (await simulated()).entries())
    expect(spent).toBeCloseTo((before[at] ?? 0) + 79_000_000, -2);
  const spend = await seat.spendByLine();
  expect(used.map(({ lineId }) => spend.get(lineId))).toEqual(used.map((fact) => fact.spend));
});

it('a budget in another currency is spent at its rate, and without a rate nothing is delivered', async () => {
  const euro = await caller.advertiser({ currency: 'EUR' });
  const now = system.now();
  const dates = { startDateStr: text(now), endDateStr: text(new Date(now.getTime() + 2 * 86_400_000)) };
  const line = await seat.line({ budget: 100, ...dates, advertiserId: euro.id });
  await moveClock(system, advanceBy('1d'));
  await deliverUntilNow(system);
  expect((await seat.spendByLine()).has(line.id)).toBe(false);
  await loadRates({ system, csv: 'day,currency,usdPerUnit\n2027-01-01,EUR,1.25\n' });
  await moveClock(system, advanceBy('2d'));
  await deliverUntilNow(system);
  const spend = Number((await seat.spendByLine()).get(line.id));
  expect(spend).toBeLessThanOrEqual(125);
  expect(spend).toBeGreaterThan(124.99);
});

it('a flight with a daily budget spends no more on a day, and nothing after the end of its campaign', async () => {
  const now = system.now();
  const dates = { startDateStr: text(now), endDateStr: text(new Date(now.getTime() + 6 * 86_400_000)) };
  const capped = await seat.line({ budget: 600, ...dates });
  const allocated = await seat.line({ budget: 600, ...dates });
  const setDaily = (lineId: number, dailyBudgetType: string) =>
    system.db.lineSchedule.updateMany({ where: { lineId }, data: { dailyBudget: 7, dailyBudgetType } });
  await setDaily(capped.id, 'SPECIFIED_AMOUNT');
  await setDaily(allocated.id, 'AUTO_ALLOCATED');
  const ended = await seat.line({ budget: 600, ...dates });
  const { campaignId } = await system.db.line.findUniqueOrThrow({ where: { id: ended.id } });
  await system.db.campaign.update({ where: { id: campaignId }, data: { endDate: now } });
  await moveClock(system, advanceBy('7d'));
  await deliverUntilNow(system);
  const spend = await seat.spendByLine();
  // Six days are part of seven in the advertiser's time zone.
  expect([6, 7].map((days) => 7 * days)).toContain(Number(spend.get(capped.id)));
  expect(Number(spend.get(allocated.id))).toBeGreaterThan(300);
  expect(spend.has(ended.id)).toBe(false);
});

it('nothing is delivered in a place that is excluded', async () => {
  const now = system.now();
  const dates = { startDateStr: text(now), endDateStr: text(new Date(now.getTime() + 2 * 86_400_000)) };
  const line = await seat.line({ budget: 100, ...dates });
  await updateTargeting({
    ctx: await caller.context(),
    lineId: line.id,
    input: { geos: { added: [CANADA], removed: [USA], excluded: [USA] } },
  });
  await moveClock(system, advanceBy('2d'));
  await deliverUntilNow(system);
  expect(await seat.countriesOf(line.id)).toEqual(['CA']);
});

it('a line that targets states has a part of the supply of their country', async () => {
  const now = system.now();
  const dates = { startDateStr: text(now), endDateStr: text(new Date(now.getTime() + 86_400_000)) };
  const [whole, local] = [await seat.line({ budget: 1, ...dates }), await seat.line({ budget: 1, ...dates })];
  await updateTargeting({
    ctx: await caller.context(),
    lineId: local.id,
    input: { geos: { added: [ALBERTA, ONTARIO], removed: [USA] } },
  });
  const to = new Date(now.getTime() + 3_600_000);
  const { seatId } = await caller.context();
  const campaigns = await readCampaigns(system.pool, { after: 0, from: now, to, seatId });
  const countries = new Map(campaigns.flatMap(({ lines }) => lines.map((line) => [line.id, line.countries])));
  expect(countries.get(whole.id)).toEqual([{ code: 'US', share: 1 }]);
  expect(countries.get(local.id)).toEqual([{ code: 'CA', share: 0.2 }]);
  expect(await readCampaigns(system.pool, { after: 0, from: now, to, seatId: seatId + 1 })).toEqual([]);
});

it('a line that is paused delivers nothing from then on', async () => {
  const now = system.now();
  const dates = { startDateStr: text(now), endDateStr: text(new Date(now.getTime() + 10 * 86_400_000)) };
  const line = await seat.line({ budget: 100, ...dates });
  await moveClock(system, advanceBy('3d'));
  await deliverUntilNow(system);
  const before = (await seat.spendByLine()).get(line.id);
  await updateLine({ ctx: await caller.context(), id: line.id, input: { status: 'PAUSED' } });
  await moveClock(system, advanceBy('3d'));
  await deliverUntilNow(system);
  const after = Number((await seat.spendByLine()).get(line.id));
  // What was late of the last hours has come.
  expect(after - Number(before)).toBeLessThan(1);
});

it('a crash right after hours were stored loses neither their conversions nor their books', async () => {
  const from = currentHour(system);
  const dates = { startDateStr: text(from), endDateStr: text(new Date(from.getTime() + 3 * 86_400_000)) };
  await seat.line({ budget: 5_000, ...dates });
  await moveClock(system, advanceBy('3d'));
  const { warehouse } = seat;
  const catalogue = {
    ...warehouse.catalogue,
    register: async (...load: Parameters<typeof warehouse.catalogue.register>) => {
      await warehouse.catalogue.register(...load);
      throw new Error('crash');
    },
  };
  const hours = { system, warehouse: { ...warehouse, catalogue }, from, to: currentHour(system), seed: 1 };
  await expect(deliverHours(hours)).rejects.toThrow('crash');
  const { rows } = await system.pool.query(
    `SELECT delivered_until = $2 AS stored,
       (SELECT count(*)::int FROM conversion WHERE received_at > $1 AND received_at < $2) > 3 AS converted,
       (SELECT count(*)::int FROM conversion WHERE NOT in_facts) AS waiting,
       (SELECT count(*)::int FROM day_close WHERE advertiser_id = $3 AND day > $1::date - 2) AS closed
     FROM sandbox_clock`,
    [from, hours.to, seat.advertiserId],
  );
  expect(rows[0]).toEqual({ stored: true, converted: true, waiting: 0, closed: expect.any(Number) });
  expect(rows[0].closed).toBeGreaterThanOrEqual(3);
});

const text = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
