import { expect, test, vi } from 'vitest';
import { LINE_BLOCKERS } from '../../../src/domain/campaigns/line/blockers/codes.ts';
import { loadRates } from '../../../src/domain/reporting/report/rates/load-rates.ts';
import { readCampaigns } from '../../../src/domain/sandbox/delivery/read-lines.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { type TestClient, tokenFor } from '../../support/actors.ts';
import { ARUBA } from '../../support/seat.ts';
import { createAd } from '../../support/traffic/intake.ts';

vi.setConfig({ testTimeout: 60_000 });

const service = await reportingService({ worker: false });
const { system } = service;
const { db } = system;
await loadRates({ system, csv: 'day,currency,usdPerUnit\n2026-01-01,EUR,1.25' });

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY_MS);

interface Ids {
  readonly seatId: number;
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly lineId: number;
  readonly adId: number;
}

/** A line that can deliver, and its ad. */
async function delivering(currency = 'USD'): Promise<{ client: TestClient; ids: Ids }> {
  const client = await service.client();
  const { ids } = await service.advertiser(client, { currency, timezone: 'Etc/GMT' });
  const owner = { seatId: client.seatId, advertiserId: ids.advertiserId };
  const made = await createAd(system, owner);
  await db.line.update({
    where: { id: made.lineId },
    data: {
      status: 'ACTIVE',
      targetTypes: { create: { name: 'GEOGRAPHY', isTargeted: true } },
      geos: { create: { woeid: ARUBA } },
    },
  });
  return { client, ids: { ...owner, ...made } };
}

const flights = ({ lineId }: Ids, ...all: (readonly [from: number, to: number, budget?: number])[]) =>
  db.lineSchedule.createMany({
    data: all.map(([from, to, budget = null]) => ({ lineId, startDate: at(from), endDate: at(to), budget })),
  });
const capFlights = (
  { lineId }: Ids,
  dailyBudget: number,
  dailyBudgetType: string | null = 'SPECIFIED_AMOUNT',
) => db.lineSchedule.updateMany({ where: { lineId }, data: { dailyBudget, dailyBudgetType } });
const adFlight = ({ adId }: Ids, from: number, to: number) =>
  db.adSchedule.create({ data: { adId, startDate: at(from), endDate: at(to) } });
const spend = ({ advertiserId, campaignId, lineId }: Ids, daysAgo: number, amount: number) =>
  service.load([
    {
      ...{ advertiserId, campaignId, lineId, impressions: 1, spend: String(amount) },
      hour: `${at(-daysAgo).toISOString().slice(0, 13)}:00:00Z`,
    },
  ]);

async function ask(client: TestClient, { lineId, adId }: Ids) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(system, client)}` },
    payload: {
      query: `query ($line: ID!, $ad: ID!) {
        line(id: $line) { deliveryStatus deliveryBlockers { code message since node { id } } pacing { status } }
        ad(id: $ad) { deliveryBlockers { code node { id } } } }`,
      variables: { line: `Line:${lineId}`, ad: `Ad:${adId}` },
    },
  });
  const { data, errors } = response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const simulated = async ({ lineId, campaignId }: Ids) => {
  const from = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
  const to = new Date(from.getTime() + 3_600_000);
  const campaigns = await readCampaigns(system.pool, { after: campaignId - 1, from, to });
  return campaigns.some(({ lines }) => lines.some(({ id }) => id === lineId));
};

/** What stops a line, under which code, whether it holds for its ad as well, and where it lies. */
const STOPPED: [
  name: string,
  code: keyof typeof LINE_BLOCKERS,
  node: keyof Ids | undefined,
  stop: (ids: Ids) => Promise<unknown>,
][] = [
  [
    'the line is paused',
    'LINE_PAUSED',
    'lineId',
    ({ lineId: id }) => db.line.update({ where: { id }, data: { status: 'PAUSED' } }),
  ],
  [
    'the line is inactive',
    'LINE_INACTIVE',
    'lineId',
    ({ lineId: id }) => db.line.update({ where: { id }, data: { status: 'INACTIVE' } }),
  ],
  [
    'the advertiser is inactive',
    'ADVERTISER_INACTIVE',
    'advertiserId',
    ({ advertiserId: id }) => db.advertiser.update({ where: { id }, data: { status: 'INACTIVE' } }),
  ],
  [
    'the campaign is paused',
    'CAMPAIGN_PAUSED',
    'campaignId',
    ({ campaignId: id }) => db.campaign.update({ where: { id }, data: { status: 'PAUSED' } }),
  ],
  [
    'the campaign is deleted',
    'CAMPAIGN_DELETED',
    'campaignId',
    ({ campaignId: id }) => db.campaign.update({ where: { id }, data: { status: 'DELETED' } }),
  ],
  [
    'no location is targeted',
    'NO_GEOGRAPHY',
    'lineId',
    ({ lineId }) => db.lineGeo.deleteMany({ where: { lineId } }),
  ],
  ['there is no ad', 'NO_AD', 'lineId', ({ adId: id }) => db.ad.delete({ where: { id } })],
  [
    'no ad is active',
    'NO_ACTIVE_AD',
    'lineId',
    ({ adId: id }) => db.ad.update({ where: { id }, data: { status: 'INACTIVE' } }),
  ],
  [
    'no ad has an active creative',
    'NO_ACTIVE_AD',
    'lineId',
    ({ advertiserId }) => db.creative.updateMany({ where: { advertiserId }, data: { status: 'INACTIVE' } }),
  ],
  [
    'the only ad is rejected',
    'NO_ACTIVE_AD',
    'lineId',
    ({ adId: id }) => db.ad.update({ where: { id }, data: { nativeAdStatus: 'REJECTED' } }),
  ],
  ['the ads’ flights are over', 'ADS_ENDED', 'lineId', (ids) => adFlight(ids, -9, -1)],
  ['the ads’ flights are ahead', 'ADS_NOT_STARTED', 'lineId', (ids) => adFlight(ids, 1, 2)],
  ['the first flight is ahead', 'NOT_STARTED', undefined, (ids) => flights(ids, [1, 2])],
  ['it is between two flights', 'BETWEEN_FLIGHTS', undefined, (ids) => flights(ids, [-9, -1], [1, 2])],
  ['all flights are over', 'FLIGHTS_ENDED', undefined, (ids) => flights(ids, [-9, -1], [-20, -12])],
  [
    'the flight’s budget is spent',
    'FLIGHT_BUDGET_SPENT',
    undefined,
    async (ids) => {
      await flights(ids, [-9, 9, 100]);
      await spend(ids, 2, 60);
      await spend(ids, 1, 40);
    },
  ],
  [
    'the flight’s budget of the day is spent',
    'FLIGHT_DAILY_BUDGET_SPENT',
    undefined,
    async (ids) => {
      await flights(ids, [-9, 9, 1000]);
      await capFlights(ids, 20);
      await spend(ids, 0, 20);
    },
  ],
  [
    'the campaign is over',
    'CAMPAIGN_ENDED',
    'campaignId',
    ({ campaignId: id }) => db.campaign.update({ where: { id }, data: { endDate: at(-1) } }),
  ],
  [
    'the campaign is ahead',
    'CAMPAIGN_NOT_STARTED',
    'campaignId',
    ({ campaignId: id }) => db.campaign.update({ where: { id }, data: { startDate: at(1), endDate: at(2) } }),
  ],
  [
    'the campaign’s budget of the day is spent in addition to its total budget',
    'CAMPAIGN_DAILY_BUDGET_SPENT',
    'campaignId',
    async (ids) => {
      const data = { budget: 500, budgetType: 'LIFETIME', dailyBudget: 20 };
      await db.campaign.update({ where: { id: ids.campaignId }, data });
      await spend(ids, 0, 20);
    },
  ],
  [
    'the campaign’s budget is spent',
    'CAMPAIGN_BUDGET_SPENT',
    'campaignId',
    async (ids) => {
      await db.campaign.update({
        where: { id: ids.campaignId },
        data: { budget: 50, budgetType: 'LIFETIME' },
      });
      await spend(ids, 40, 50);
    },
  ],
  [
    'the campaign’s budget of the day is spent',
    'CAMPAIGN_DAILY_BUDGET_SPENT',
    'campaignId',
    async (ids) => {
      await db.campaign.update({ where: { id: ids.campaignId }, data: { budget: 50, budgetType: 'DAILY' } });
      await spend(ids, 0, 50);
    },
  ],
  [
    'the campaign’s budget of the month is spent',
    'CAMPAIGN_MONTHLY_BUDGET_SPENT',
    'campaignId',
    async (ids) => {
      await db.campaign.update({
        where: { id: ids.campaignId },
        data: { budget: 50, budgetType: 'MONTHLY' },
      });
      await spend(ids, 0, 50);
    },
  ],
];

test('every code of a line is tried', () => {
  expect(new Set(STOPPED.map(([, code]) => code))).toEqual(new Set(Object.keys(LINE_BLOCKERS)));
});

const OF_TIME_AND_MONEY = /FLIGHT|STARTED|ENDED|BUDGET/;

test.each(STOPPED)(
  'where %s, %s says so, and the status follows from it',
  async (_name, code, node, stop) => {
    const { client, ids } = await delivering();
    const before = await ask(client, ids);
    expect(before).toMatchObject({
      line: { deliveryStatus: 'ACTIVE', deliveryBlockers: [] },
      ad: { deliveryBlockers: [] },
    });
    expect(await simulated(ids)).toBe(true);

    await stop(ids);
    const { line, ad } = await ask(client, ids);
    const [status, message] = LINE_BLOCKERS[code];
    expect(line.deliveryStatus).toBe(status);
    expect(line.deliveryBlockers).toMatchObject([{ code, message }]);
    const type =
      node === undefined
        ? 'LineSchedule'
        : { lineId: 'Line', advertiserId: 'Advertiser', campaignId: 'Campaign', adId: 'Ad', seatId: '' }[
            node
          ];
    const id = node === undefined ? expect.any(String) : `${type}:${ids[node]}`;
    expect(line.deliveryBlockers[0].node).toEqual({ id });
    expect(line.deliveryBlockers[0].node.id).toContain(type);
    if (ad && !/AD/.test(code.replace('ADVERTISER', '')))
      expect(ad.deliveryBlockers).toMatchObject([{ code }]);
    // The sandbox finds the hours and budgets of lines that nothing else stops while it runs through them.
    if (!OF_TIME_AND_MONEY.test(code)) expect(await simulated(ids)).toBe(false);
  },
);

test.each([
  [
    'a part of the budget is spent',
    (ids: Ids) => flights(ids, [-9, 9, 100]).then(() => spend(ids, 1, 99.99)),
  ],
  [
    'what was spent lies before the flight',
    (ids: Ids) => flights(ids, [-1, 9, 100]).then(() => spend(ids, 3, 200)),
  ],
  [
    'another flight that runs has no budget',
    async (ids: Ids) => {
      await flights(ids, [-9, 9, 100], [-3, 3]);
      await spend(ids, 1, 150);
    },
  ],
  [
    'one ad of two is in flight',
    async (ids: Ids) => {
      await adFlight(ids, -9, -1);
      const { id: _, ...ad } = await db.ad.findUniqueOrThrow({ where: { id: ids.adId } });
      await db.ad.create({ data: { ...ad, nativeAdStatus: 'ON_LIMITED' } });
    },
  ],
  [
    'the flight’s budget of the day was spent yesterday',
    async (ids: Ids) => {
      await flights(ids, [-9, 9, 1000]);
      await capFlights(ids, 20);
      await spend(ids, 1, 20);
    },
  ],
  [
    'the flight’s budget of the day is allocated automatically',
    async (ids: Ids) => {
      await flights(ids, [-9, 9, 1000]);
      await capFlights(ids, 20, 'AUTO_ALLOCATED');
      await spend(ids, 0, 20);
    },
  ],
  [
    'another flight that runs has no budget of the day',
    async (ids: Ids) => {
      await flights(ids, [-9, 9, 1000]);
      await capFlights(ids, 20);
      await flights(ids, [-3, 3]);
      await spend(ids, 0, 50);
    },
  ],
  [
    'another flight that runs may spend more today',
    async (ids: Ids) => {
      await flights(ids, [-9, 9, 1000], [-3, 3, 1000]);
      await capFlights(ids, 20);
      await spend(ids, 0, 39);
    },
  ],
  [
    'the campaign’s dates include today',
    async ({ campaignId: id }: Ids) => {
      await db.campaign.update({ where: { id }, data: { startDate: at(-1), endDate: at(1) } });
    },
  ],
  [
    'the campaign’s budget of the day was spent yesterday',
    async (ids: Ids) => {
      await db.campaign.update({ where: { id: ids.campaignId }, data: { budget: 50, budgetType: 'DAILY' } });
      await spend(ids, 1, 50);
    },
  ],
] as const)('a line delivers where %s', async (_name, arrange) => {
  const { client, ids } = await delivering();
  await arrange(ids);
  expect((await ask(client, ids)).line).toMatchObject({ deliveryStatus: 'ACTIVE', deliveryBlockers: [] });
});

test('flights that overlap share the spend of a day', async () => {
  const { client, ids } = await delivering();
  await flights(ids, [-9, 9, 1000], [-3, 3, 1000]);
  await capFlights(ids, 20);
  await spend(ids, 0, 40);
  expect((await ask(client, ids)).line.deliveryBlockers).toMatchObject([
    { code: 'FLIGHT_DAILY_BUDGET_SPENT' },
  ]);
});

test('a flight with a daily budget is expected to spend no more than that', async () => {
  const { client, ids } = await delivering();
  await flights(ids, [-5, 5, 1000]);
  await spend(ids, 1, 100);
  expect((await ask(client, ids)).line.pacing).toEqual({ status: 'BEHIND' });
  await capFlights(ids, 20);
  expect((await ask(client, ids)).line.pacing).toEqual({ status: 'ON_TRACK' });
});

test('in another currency a budget is spent where pacing says so', async () => {
  const { client, ids } = await delivering('EUR');
  await flights(ids, [-9, 9, 100]);
  await spend(ids, 2, 124.99);
  expect((await ask(client, ids)).line).toMatchObject({
    deliveryStatus: 'ACTIVE',
    pacing: { status: 'AHEAD' },
  });
  await spend(ids, 1, 0.01);
  expect((await ask(client, ids)).line).toMatchObject({
    deliveryStatus: 'STOP_TOTAL_BUDGET',
    pacing: { status: 'SPENT' },
  });
});

test('all blockers are named, the one that decides first', async () => {
  const { client, ids } = await delivering();
  await db.line.update({ where: { id: ids.lineId }, data: { status: 'PAUSED' } });
  await db.campaign.update({ where: { id: ids.campaignId }, data: { status: 'PAUSED' } });
  await db.ad.update({ where: { id: ids.adId }, data: { status: 'INACTIVE', nativeAdStatus: 'PAUSED' } });
  await db.creative.updateMany({ where: { advertiserId: ids.advertiserId }, data: { status: 'INACTIVE' } });
  await adFlight(ids, -9, -1);
  const codes = (blockers: { code: string }[]) => blockers.map(({ code }) => code);
  const { line, ad } = await ask(client, ids);
  expect(codes(line.deliveryBlockers)).toEqual(['LINE_PAUSED', 'CAMPAIGN_PAUSED', 'NO_ACTIVE_AD']);
  expect(codes(ad.deliveryBlockers)).toEqual([
    ...['AD_INACTIVE', 'AD_NOT_APPROVED', 'CREATIVE_INACTIVE', 'AD_FLIGHTS_ENDED'],
    ...['LINE_PAUSED', 'CAMPAIGN_PAUSED'],
  ]);
});

test('since is when a flight ended, or when the status was set', async () => {
  const { client, ids } = await delivering();
  await flights(ids, [-9, -1], [1, 2]);
  const [ended] = await db.lineSchedule.findMany({
    where: { lineId: ids.lineId, endDate: { lt: new Date() } },
  });
  const update = (validateOnly: boolean, status: string) =>
    service.app
      .inject({
        method: 'POST',
        url: '/graphql',
        headers,
        payload: {
          query: `mutation ($id: ID!, $status: LineStatus, $dry: Boolean!) {
            updateLine(input: {id: $id, status: $status}, validateOnly: $dry) {
              ... on UpdateLinePayload { line { deliveryStatus deliveryBlockers { code } } } } }`,
          variables: { id: `Line:${ids.lineId}`, status, dry: validateOnly },
        },
      })
      .then((response) => response.json().data.updateLine.line);
  const headers = { authorization: `Bearer ${await tokenFor(system, client)}` };
  expect((await ask(client, ids)).line.deliveryBlockers).toMatchObject([
    { code: 'BETWEEN_FLIGHTS', since: ended?.endDate.toISOString() },
  ]);
  const begun = system.now();
  expect(await update(true, 'PAUSED')).toMatchObject({ deliveryStatus: 'PAUSED' });
  expect((await ask(client, ids)).line.deliveryStatus).toBe('NOT_STARTED');
  expect(await update(false, 'PAUSED')).toMatchObject({
    deliveryStatus: 'PAUSED',
    deliveryBlockers: [{ code: 'LINE_PAUSED' }, { code: 'BETWEEN_FLIGHTS' }],
  });
  const [paused] = (await ask(client, ids)).line.deliveryBlockers;
  expect(Date.parse(paused.since)).toBeGreaterThanOrEqual(begun.getTime());
});

test('webhooks of line.status say whether the line can deliver', async () => {
  const { client, ids } = await delivering();
  await db.campaign.update({ where: { id: ids.campaignId }, data: { status: 'PAUSED' } });
  await db.line.update({ where: { id: ids.lineId }, data: { status: 'PAUSED' } });
  await db.webhook.create({
    data: {
      seatId: client.seatId,
      url: 'https://hooks.example/',
      events: ['line.status'],
      advertiserIds: [],
      secret: Buffer.from('secret'),
    },
  });
  await service.app.inject({
    method: 'PUT',
    url: `/traffic/lines/${ids.lineId}`,
    headers: { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, client) },
    payload: { status: 'ACTIVE' },
  });
  const [delivery] = await db.webhookDelivery.findMany({ where: { resource: `Line:${ids.lineId}` } });
  expect(JSON.parse(delivery?.payload ?? '{}').data).toMatchObject({
    status: 'ACTIVE',
    deliveryStatus: 'BLOCKED',
    deliveryBlockers: ['CAMPAIGN_PAUSED'],
  });
});

test('blockers of another seat’s lines are not read', async () => {
  const { ids } = await delivering();
  const other = await service.client();
  expect(await ask(other, ids)).toEqual({ line: null, ad: null });
});
