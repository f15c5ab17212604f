import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { setUserQuota } from '../../src/domain/access/quota/set.ts';
import { startWorker } from '../../src/operations/worker/worker.ts';
import { loadFacts } from '../../src/warehouse/load.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { type WireCaller, wireTest } from '../rest/wire/support.ts';
import { assertionOf } from '../support/assertion.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
import { csvOf } from '../warehouse/support.ts';

/**
 * The lives of four kinds of public clients in the observed profile, from the facts of docs/wire-profiles.md alone:
 * each requests its token, does its work, and encounters a 401 and a 429.
 */

const test = await wireTest({ env: { FLIGHTLINE_REPORTING_PREFIX: '/reports_api' } });
const { system } = test;
const worker = await startWorker({ system });
afterAll(() => worker.stop());
const warehouse = await openWarehouse(system);

/** A client that requests its own tokens, in whole seconds and with the `jti` of its kind. */
async function life(jti: string | undefined, method: string) {
  const caller = await test.caller('observed');
  let token = '';
  const signIn = async (iat = Math.floor(system.now().getTime() / 1000)) => {
    const claims = { iat, exp: iat + 3600, jti };
    const answer = await test.app.inject({
      method: 'POST',
      url: '/identity/oauth2/access_token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertionOf({ ...caller.client, header: { typ: 'jwt' }, claims }),
        scope: 'dsp-api-access',
        realm: 'dsp',
      }).toString(),
    });
    token = answer.json().access_token;
    return answer.json();
  };
  const call = (verb: string, path: string, body?: unknown) =>
    caller.send(verb, path, { headers: { 'x-auth-method': method, 'x-auth-token': token }, body });
  const ask: typeof call = async (verb, path, body) => {
    const first = await call(verb, path, body);
    if (first.status !== 401) return first;
    await signIn();
    return call(verb, path, body);
  };
  const quotas = (values: object) => setUserQuota({ system, userId: caller.client.userId, quotas: values });
  return { caller, signIn, call, ask, quotas };
}
type Life = Awaited<ReturnType<typeof life>>;

/** The token dies and is renewed; the limit is hit and, once lifted, the same call passes. */
async function hardships({ call, ask, quotas }: Life, path: string, limit: string) {
  system.advance(3600);
  expect((await call('GET', path)).status).toBe(401);
  expect((await ask('GET', path)).status).toBe(200);
  await quotas({ [limit]: 0 });
  const refused = await call('GET', path);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect(refused.body).toMatchObject({ errors: null, validationMessages: [{ propertyName: 'RPM' }] });
  await quotas({ [limit]: 1_000_000 });
  expect((await call('GET', path)).status).toBe(200);
  system.advance(-3600);
}

const idOf = async (answer: ReturnType<Life['call']>): Promise<number> => {
  const { body } = await answer;
  if (body.errors !== null) throw new Error(JSON.stringify(body.errors));
  return body.response.id;
};
const campaignOf = (accountId: number) => ({
  accountId,
  name: 'Spring',
  status: 'INACTIVE',
  goalType: 'CTR',
  budgetSchedules: [{ startDate: '2026-01-01', scheduleBudgetType: 'TOTAL_BUDGET' }],
});
const FLIGHT = { startDateStr: '2026-01-01', endDateStr: '2026-12-31', budget: 500, dailyBudget: 50 };

async function creativeOf(caller: WireCaller, advertiserId: number): Promise<number> {
  const { made } = await caller.graphql(
    `mutation ($input: CreateCreativeInput!) { made: createCreative(input: $input) {
      ... on CreateCreativePayload { creative { databaseId } } } }`,
    { input: { advertiserId, name: 'Banner', mediaType: 'DISPLAY', landingUrl: 'https://shoes.example/' } },
  );
  return made.creative.databaseId;
}

async function deliver(ids: { advertiserId: number; campaignId: number; lineId: number }) {
  const file = join(system.config.dataDir, `life-${ids.lineId}.csv`);
  await writeFile(
    file,
    csvOf([{ ...ids, hour: '2026-01-10T20:00:00Z', impressions: 100, clicks: 7, spend: 2.5 }]),
  );
  await loadFacts(warehouse, { file });
}

/** Creates a report, waits for the word `Success`, and reads its CSV by column. */
async function report({ ask }: Life, reportOption: object) {
  const created = await ask('POST', '/reports_api/extreport/', {
    reportOption: { timezone: 'America/Los_Angeles', currency: 4, ...reportOption },
    intervalTypeId: 2,
    dateTypeId: 11,
    startDate: '2026-01-01T00:00:00-08:00',
    endDate: '2026-01-31T23:59:59-08:00',
  });
  expect(created.status).toBe(200);
  for (let round = 0; round < 300; round += 1) {
    const { body } = await ask('GET', `/reports_api/extreport/${created.body.customerReportId}`);
    expect(typeof body.requestPayload).toBe('string');
    if (body.status === 'Success') {
      const { pathname, search } = new URL(body.url);
      const { body: csv } = await test.app.inject(pathname + search);
      return parse(csv, { columns: true }) as Record<string, string>[];
    }
    await sleep(50);
  }
  throw new Error('the report never finished');
}

describe('the Java client', () => {
  it('lives from its token to its CSV', async () => {
    const own = await life('dsp-api-token', 'OAuth2');
    const { ask } = own;
    const [first, again] = [
      await own.signIn(1_000 + Math.floor(Date.now() / 1000) - 1_000),
      await own.signIn(),
    ];
    expect(typeof first.access_token).toBe('string');
    expect(typeof again.access_token).toBe('string');
    const advertiserId = await idOf(ask('POST', '/traffic/advertisers', advertiserInput()));
    const campaignId = await idOf(ask('POST', '/traffic/campaigns', campaignOf(advertiserId)));
    const line = await ask('POST', '/traffic/lines', {
      orderId: campaignId,
      name: 'Line',
      status: 'INACTIVE',
      goalType: 'CPC',
      mediaType: 'DISPLAY',
      schedules: [FLIGHT],
    });
    expect(line.body.response.schedules).toMatchObject([
      { startDateStr: '2026-01-01', endDateStr: '2026-12-31' },
    ]);
    const lineId: number = line.body.response.id;
    await idOf(ask('POST', '/traffic/pixels', { name: 'Orders', accountId: advertiserId }));
    const cap = { multiplierCap: 4 };
    await ask('POST', `/traffic/lines/${lineId}/bidmultipliercap`, cap);
    expect((await ask('GET', `/traffic/lines/${lineId}`)).body.response.bidMultiplierCap).toEqual(cap);
    const creativeId = await idOf(
      ask('POST', '/traffic/creatives', {
        ...{ name: 'Banner', accountId: advertiserId, creativeType: 'DISPLAY_HOSTED' },
        landingPageUrl: 'https://shoes.example/',
      }),
    );
    const flight = { startDate: '2026-01-01T00:00:00', endDate: '2026-02-01T00:00:00' };
    await idOf(ask('POST', '/traffic/ads', { lineId, creativeId, status: 'ACTIVE', schedules: [flight] }));
    const targeted = await ask('POST', `/traffic/lines/${lineId}/targeting`, {
      types: [{ name: 'GEOGRAPHY', isTargeted: true }],
      geos: {
        added: [
          { name: 'United States', excluded: false },
          { name: 'Aruba', excluded: true },
        ],
      },
    });
    expect(targeted.body.response.geosIncluded).toMatchObject([{ name: 'United States of America' }]);
    const deal = {
      name: 'Deal',
      status: 'ACTIVE',
      exchangeId: 1,
      exchangeDealId: 90210,
      description: 'D',
      accountIsExcluded: true,
    };
    const made = await ask('POST', '/traffic/deals', deal);
    expect(made.body.response.exchangeDealId).toBe(90210);
    expect((await ask('PUT', `/traffic/lines/${lineId}`, { status: 'ACTIVE' })).body.errors).toBeNull();
    expect((await ask('GET', '/traffic/ratelimit')).body.response.getLimitPerMin).toBeGreaterThan(0);
    await hardships(own, '/traffic/seats', 'getPerMin');
    await deliver({ advertiserId, campaignId, lineId });
    const having = {
      type: 'and',
      havingSpecs: [{ type: 'greaterThan', metricTypeId: 'CLICKS', value: '1' }],
    };
    const filter = { dimensionTypeId: 5, isExcluded: false, includeValues: [{ id: String(campaignId) }] };
    const rows = await report(own, {
      dimensionTypeIds: [4, 5, 6],
      metricTypeIds: [2, 1, 44],
      having,
      filterOptions: [filter],
    });
    expect(rows).toMatchObject([{ 'Line Name': 'Line', Clicks: '7', Impressions: '100' }]);
  });
});

describe('the Python client for trafficking', () => {
  it('lives through pages of campaigns, lines, ads and deals', async () => {
    const own = await life(undefined, 'OAUTH');
    const { ask, caller } = own;
    await own.signIn();
    const { seatId } = caller.client;
    const advertiserId = await idOf(ask('POST', `/traffic/advertisers/?seatId=${seatId}`, advertiserInput()));
    const campaignId = await idOf(
      ask('POST', `/traffic/campaigns/?seatId=${seatId}`, campaignOf(advertiserId)),
    );
    const list = await ask(
      'GET',
      `/traffic/campaigns?accountId=${advertiserId}&seatId=${seatId}&limit=100&page=1`,
    );
    expect(list.body.response).toMatchObject([{ id: campaignId, status: 'PAUSED' }]);
    const one = await ask('GET', `/traffic/campaigns/${campaignId}/?seatId=${seatId}`);
    expect(one.body.response.name).toBe('Spring');
    const lineId = await idOf(
      ask('POST', `/traffic/lines/?seatId=${seatId}`, {
        orderId: campaignId,
        name: 'Line',
        schedules: [FLIGHT],
      }),
    );
    expect((await ask('GET', `/traffic/lines?orderId=${campaignId}&dir=asc`)).body.response).toHaveLength(1);
    const creativeId = await creativeOf(caller, advertiserId);
    await idOf(ask('POST', '/traffic/ads', { lineId, creativeId, status: 'ACTIVE' }));
    expect((await ask('GET', `/traffic/ads?lineId=${lineId}&limit=100&page=1`)).body.response).toHaveLength(
      1,
    );
    const deal = {
      name: 'Deal',
      status: 'ACTIVE',
      exchangeId: 1,
      exchangeDealId: 7,
      description: 'D',
      accountIsExcluded: true,
    };
    const dealId = await idOf(ask('POST', '/traffic/deals', deal));
    const inventory = await ask('POST', `/traffic/lines/${lineId}/targeting?seatId=${seatId}`, {
      types: [{ name: 'EXCHANGES', isTargeted: true }],
      deals: { clearAll: false, added: [dealId] },
    });
    expect(inventory.body.response.dealsIncluded).toMatchObject([{ id: dealId }]);
    await hardships(own, `/traffic/deals?page=1&limit=100&seatId=${seatId}`, 'getPerMin');
  });
});

describe('the reporting script', () => {
  it('lives from a token to the rows of its campaigns, with the long list of ids that it always sends', async () => {
    const own = await life('f8799df2-254e-11ec-9621-0242ac130002', 'OAuth2');
    await own.signIn();
    const advertiserId = await idOf(own.ask('POST', '/traffic/advertisers', advertiserInput()));
    const campaignId = await idOf(own.ask('POST', '/traffic/campaigns', campaignOf(advertiserId)));
    const lineId = await idOf(own.ask('POST', '/traffic/lines', { orderId: campaignId, name: 'Line' }));
    await deliver({ advertiserId, campaignId, lineId });
    const rows = await report(own, {
      dimensionTypeIds: [4, 5, 8, 34, 39],
      metricTypeIds: [1, 2, 23, 25, 26, 27, 28, 29, 44, 109, 110, 138],
      accountIds: [advertiserId],
    });
    expect(rows.filter((row) => row['Campaign Name']?.includes('Spring'))).toMatchObject([
      { Impressions: '100', Clicks: '7', Conversions: '0' },
    ]);
    await own.quotas({ reportGetPerMin: 0 });
    const refused = await own.call('GET', '/reports_api/extreport/x');
    expect(refused.body).toMatchObject({ responseCode: 429, validationMessages: [{ propertyName: 'RPM' }] });
  });
});

describe('the sender of audiences', () => {
  it('lives from event to event with the token of its first', async () => {
    const own = await life(undefined, 'OAuth2');
    await own.signIn();
    const accountId = await idOf(own.ask('POST', '/traffic/advertisers', advertiserInput()));
    const seedList = ['anna', 'ben', 'anna'].map((name) => createHash('sha256').update(name).digest('hex'));
    const send = () =>
      own.ask('PUT', '/traffic/audiences/email_address/34893', { accountId: String(accountId), seedList });
    expect((await send()).body.response).toMatchObject({ id: 34893, size: 2 });
    system.advance(3600);
    expect((await send()).body.response.size).toBe(2);
    await own.quotas({ putPerMin: 0 });
    const refused = await send();
    system.advance(-3600);
    expect(refused.status).toBe(429);
    expect(refused.body.validationMessages).toMatchObject([{ propertyName: 'RPM' }]);
  });
});
