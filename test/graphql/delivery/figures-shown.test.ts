import { expect, test, vi } from 'vitest';
import { exportConversions } from '../../../src/domain/reporting/report/export-conversions.ts';
import { loadRates } from '../../../src/domain/reporting/report/rates/load-rates.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { tokenFor } from '../../support/actors.ts';
import { byExecutor } from '../../support/by-executor.ts';
import { createAd, insertConversions } from '../../support/traffic/intake.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Only the figures that a selection shows are read: each must be what it is when all are read. */
const service = await reportingService({ worker: false });
const { system, warehouse } = service;
const client = await service.client();
await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25\n2026-02-14,EUR,1.1' });
const { ids } = await service.advertiser(client, { currency: 'EUR', timezone: 'America/New_York' });
const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
const ad = await createAd(system, owner);
const facts = { advertiserId: ids.advertiserId, campaignId: ad.campaignId, lineId: ad.lineId };
await service.load(
  Array.from({ length: 60 }, (_, n) => ({
    ...facts,
    hour: new Date(Date.parse('2026-02-01T03:00:00Z') + n * 7 * 3_600_000).toISOString().replace('.000', ''),
    impressions: 100 + n,
    clicks: n % 5,
    spend: `${n}.5`,
    adId: ad.adId,
  })),
);
await insertConversions(system, { ...owner, ...ad }, [
  { gv: '2.5', gc: 'USD', at: '2026-02-05T10:00:00Z' },
  { gv: '1', gc: 'EUR', at: '2026-03-02T11:00:00Z' },
]);
await exportConversions(system, warehouse);
const FIELDS = [
  ...['impressions', 'clicks', 'conversions', 'ctr', 'returnOnAdSpend', 'asOf'],
  ...['spend', 'conversionValue', 'cpm', 'cpc', 'cpa'].map((name) => `${name} { amount currency }`),
];
const RANGE = 'range: {between: {start: "2026-02-03", end: "2026-03-04"}}';
const TABLE =
  'input: {by: [LINE], interval: DAY, range: {between: {start: "2026-02-03", end: "2026-03-04"}}}';

async function send(query: string) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}` },
    payload: { query, variables: { id: String(ids.advertiserId) } },
  });
  expect(answer.json().errors).toBeUndefined();
  return answer.json();
}

async function read(shown: string, as = (query: string) => query) {
  const { data } = await send(
    as(`query ($id: ID!) {
    advertiser(id: $id) { delivery(${RANGE}) { ...F } deliverySeries(${RANGE}, interval: WEEK) { start delivery { ...F } } }
    ad(id: "${ad.adId}") { delivery(${RANGE}) { ...F } }
    delivery(${TABLE}) { totals { ...F } nodes { start delivery { ...F } } } }
    fragment F on Delivery { ${shown} }`),
  );
  return data;
}

type Measures = Record<string, unknown>;
/** Every `Delivery` of an answer. */
function all(data: Awaited<ReturnType<typeof read>>): Measures[] {
  const points: { delivery: Measures }[] = [...data.advertiser.deliverySeries, ...data.delivery.nodes];
  return [
    data.advertiser.delivery,
    data.ad.delivery,
    data.delivery.totals,
    ...points.map(({ delivery }) => delivery),
  ];
}

test.each([
  ['text', (query: string) => query],
  ['the executor', byExecutor],
])('a figure is the same alone and with all others, by %s', async (_by, as) => {
  const together = all(await read(FIELDS.join(' '), as));
  expect(together.length).toBeGreaterThan(20);
  for (const field of FIELDS) {
    const [name = ''] = field.split(' ');
    expect(together.some((figures) => figures[name] !== null && figures[name] !== 0)).toBe(true);
    expect(all(await read(field, as))).toEqual(together.map((figures) => ({ [name]: figures[name] })));
  }
});

test('a step with conversions alone is in a series that shows other figures, and moves no last hour', async () => {
  const { advertiser, delivery } = await read('impressions');
  expect(advertiser.deliverySeries.at(-1)).toMatchObject({ delivery: { impressions: 0 } });
  expect(delivery.nodes.at(-1)).toMatchObject({ delivery: { impressions: 0 } });
  const hours = await read('asOf');
  expect(hours.advertiser.deliverySeries.at(-1)).toMatchObject({ delivery: { asOf: null } });
  expect(hours.delivery.nodes.at(-1)).toMatchObject({ delivery: { asOf: null } });
});

test('fields that show different figures of one range each have their own', async () => {
  const [together] = all(await read(FIELDS.join(' ')));
  const { data } = await send(`query ($id: ID!) { advertiser(id: $id) {
    a: delivery(${RANGE}) { impressions } b: delivery(${RANGE}) { clicks } c: delivery(${RANGE}) { cpa { amount currency } } } }`);
  expect(data.advertiser).toEqual({
    a: { impressions: together?.impressions },
    b: { clicks: together?.clicks },
    c: { cpa: together?.cpa },
  });
});

test('a table is ordered by a metric that it does not show, and knows its last hour alone', async () => {
  const table = (shown: string) =>
    `delivery(input: {by: [], interval: DAY, orderBy: {metric: CLICKS, direction: DESC},
      range: {between: {start: "2026-02-03", end: "2026-03-04"}}}) { ${shown} }`;
  const shown = (await send(`{ ${table('asOf nodes { start delivery { clicks } }')} }`)).data.delivery;
  const clicks = shown.nodes.map(({ delivery }: { delivery: Measures }) => delivery.clicks);
  expect(clicks).toEqual(clicks.toSorted((a: number, b: number) => b - a));
  const hidden = (await send(`{ ${table('nodes { start }')} }`)).data.delivery;
  expect(hidden.nodes).toEqual(shown.nodes.map(({ start }: { start: string }) => ({ start })));
  expect((await send(`{ ${table('asOf')} }`)).data.delivery).toEqual({ asOf: shown.asOf });
  expect(shown.asOf).toEqual(expect.any(String));
});

test('a table that shows no figure has its rows', async () => {
  const { delivery } = await read('__typename');
  expect(delivery.totals).toEqual({ __typename: 'Delivery' });
  expect(delivery.nodes.length).toBeGreaterThan(10);
});

test('a table of what one advertiser owns is in its currency, whatever others of the seat have', async () => {
  await service.advertiser(client, { currency: 'USD', timezone: 'Asia/Tokyo' });
  const ofFilter = (filter: string) =>
    `delivery(input: {by: [], ${RANGE}, filter: {${filter}}}) { totals { spend { amount currency } } }`;
  const { data } =
    await send(`{ campaign(id: ${ad.campaignId}) { delivery(${RANGE}) { spend { amount currency } } }
    all: delivery(input: {by: [], ${RANGE}}) { totals { spend { currency } } }
    campaigns: ${ofFilter(`campaignIds: [${ad.campaignId}]`)} lines: ${ofFilter(`lineIds: [${ad.lineId}]`)}
    ads: ${ofFilter(`adIds: [${ad.adId}]`)} none: ${ofFilter('lineIds: [2000000011]')} }`);
  expect(data.all.totals.spend.currency).toBe('USD');
  const { spend } = data.campaign.delivery;
  expect(spend.currency).toBe('EUR');
  for (const name of ['campaigns', 'lines', 'ads']) expect(data[name].totals.spend).toEqual(spend);
  expect(data.none.totals.spend).toEqual({ amount: '0.000000', currency: 'USD' });
});

test('what counts against a budget is the spend of its period, as delivery shows it', async () => {
  const hour = `${new Date().toISOString().slice(0, 13)}:00:00Z`;
  await service.load([{ ...facts, hour, spend: '3' }]);
  const spent = async (budgetType: string | null, budget: number | null = 100) => {
    await system.db.campaign.update({ where: { id: ad.campaignId }, data: { budget, budgetType } });
    const of = (preset: string) =>
      `${preset}: delivery(range: {preset: ${preset}}) { spend { amount currency } }`;
    const { data } = await send(`{ campaign(id: ${ad.campaignId}) { budgetSpent { amount currency }
      ${['ALL_TIME', 'MONTH_TO_DATE', 'TODAY'].map(of).join(' ')} } }`);
    return data.campaign;
  };
  for (const [type, preset] of [
    ['LIFETIME', 'ALL_TIME'],
    ['MONTHLY', 'MONTH_TO_DATE'],
    ['DAILY', 'TODAY'],
  ] as const) {
    const { budgetSpent, [preset]: delivery } = await spent(type);
    expect(budgetSpent).toEqual(delivery.spend);
  }
  const { ALL_TIME: all, TODAY: today } = await spent(null);
  expect(Number(all.spend.amount)).toBeGreaterThan(Number(today.spend.amount));
  expect((await spent('LIFETIME', null)).budgetSpent).toBeNull();
});
