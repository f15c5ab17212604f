import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { observedRouteTable } from '../../../src/http/route-table.ts';
import { OBSERVED_PATHS } from '../../../src/rest/wire/paths/paths.ts';
import { lost, snapshot } from '../../contract/guards/rows-of.ts';
import { advertiserInput } from '../../support/traffic/traffic.ts';
import { answerChecker } from '../openapi/checker.ts';
import { createTree, type WireAnswer, type WireCaller, wireTest } from './support.ts';

/** Entry "Paths that the documents lack". */

const test = await wireTest();

const create = async (caller: WireCaller, type: string, input: object): Promise<number> => {
  const field = type.charAt(0).toLowerCase() + type.slice(1);
  const { made } = await caller.graphql(
    `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) {
      ... on Create${type}Payload { ${field} { databaseId } } } }`,
    { input },
  );
  return made[field].databaseId;
};

const check = answerChecker(
  JSON.parse(readFileSync(new URL('../../../openapi-observed.json', import.meta.url), 'utf8')),
);

const problemsOf = ({ body }: WireAnswer) => body.errors.validationErrors;

/** A seat with one of everything, and a client of each profile. */
async function world() {
  const pair = await test.pair();
  const tree = await createTree(pair.documented);
  const { advertiserId } = tree;
  const pixelId = await create(pair.documented, 'Pixel', { advertiserId, name: 'Orders' });
  const creativeId = await create(pair.documented, 'Creative', {
    advertiserId,
    name: 'Banner',
    mediaType: 'DISPLAY',
    landingUrl: 'https://shoes.example/',
  });
  const group = (await pair.observed.get('/traffic/accountgroups')).body.response[0];
  const list = { accountId: advertiserId, name: 'Sites', items: [{ itemName: 'a.example' }] };
  const { id: listId } = (await pair.observed.post('/traffic/nativelists', list)).body.response;
  return { ...pair, ...tree, pixelId, creativeId, listId, accountGroupId: group.id };
}
type World = Awaited<ReturnType<typeof world>>;

const idOf = (
  path: string,
  world: Pick<World, 'orderId' | 'lineId' | 'pixelId' | 'creativeId' | 'listId' | 'accountGroupId'>,
) =>
  ({
    campaigns: world.orderId,
    lines: world.lineId,
    pixels: world.pixelId,
    beacons: world.pixelId,
    creatives: world.creativeId,
    sitelists: world.listId,
    accountgroups: world.accountGroupId,
  })[path.split('/')[1] ?? ''] ?? 0;
const addressOf = (path: string, id: number, accountId: number) => {
  const needs = path.includes('availablesegments') ? `?accountId=${accountId}` : '';
  return `/traffic${path.replace(':kind', 'email_address').replace(':id', String(id || 7))}${needs}`;
};
const bodyOf = (path: string, { advertiserId }: World) => {
  if (path.endsWith('bidmultipliercap')) return { multiplierCap: 2 };
  const named = { name: 'Spring', accountId: advertiserId };
  if (path.startsWith('/sitelists')) return { ...named, items: [{ itemName: 'b.example' }] };
  if (path.endsWith('bulkupload')) return [{ ...named, creativeType: 'DISPLAY_HOSTED' }];
  return path.startsWith('/creatives') ? { ...named, creativeType: 'DISPLAY_HOSTED' } : named;
};

const all = await world();

it('the list of the documentation is what the service answers', () => {
  const routes = observedRouteTable(test.app)
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => route.includes(' /traffic/'));
  expect(routes).toEqual(OBSERVED_PATHS.map(({ method, path }) => `${method} /traffic${path}`));
  expect(routes.length).toBeGreaterThan(25);
});

const ROUTES = OBSERVED_PATHS.map(({ method, path }) => [method, path] as const);
const bodyFor = (method: string, path: string) => (method === 'GET' ? undefined : bodyOf(path, all));

describe.each(ROUTES)('%s %s', (method, path) => {
  const url = addressOf(path, idOf(path, all), all.advertiserId);
  const body = bodyFor(method, path);

  it('observed: answered in the envelope, with and without a trailing slash, and counted', async () => {
    for (const address of [url, url.replace(/(\?|$)/, '/$1')]) {
      const answer = await all.observed.send(method, address, { body });
      if (path === '/contextuals/:id') expect(answer.status).toBe(404);
      else expect(answer.body).toMatchObject({ errors: null });
      expect(answer.status).toBe(path === '/contextuals/:id' ? 404 : 200);
      expect(answer.headers['ratelimit-limit']).toBeDefined();
      expect(check(method, address, answer)).toEqual([]);
    }
  });

  it('documented: does not exist, whatever the method', async () => {
    const scrub = ({
      status,
      body: { timeStamp: _, ...rest },
      headers,
    }: Awaited<ReturnType<WireCaller['get']>>) => ({
      status,
      rest,
      headers: Object.keys(headers).sort(),
    });
    const unknown = await all.documented.send(method, '/traffic/nowhere', { body });
    expect(unknown.status).toBe(404);
    for (const verb of [method, 'DELETE'])
      expect(scrub(await all.documented.send(verb, url, { body }))).toEqual(scrub(unknown));
  });

  it('without a token, or with a dead one: 401', async () => {
    for (const token of ['', 'e30.e30.e30'])
      for (const verb of [method, 'DELETE'])
        expect(
          (await all.observed.send(verb, url, { headers: { 'x-auth-token': token }, body })).status,
        ).toBe(401);
    test.system.advance(3600);
    const expired = await all.observed.send(method, url, { body });
    test.system.advance(-3600);
    expect(expired.status).toBe(401);
  });

  it('observed: another method is 405', async () => {
    const { status, headers } = await all.observed.send('DELETE', url);
    expect(status).toBe(405);
    expect(headers.allow).toContain(method);
  });
});

it.each(ROUTES.filter(([, path]) => path.includes(':id') && !path.includes('audiences')))(
  '%s %s: another seat’s id is as one that does not exist',
  async (method, path) => {
    const { observed } = await test.pair();
    const ask = async (id: number) => {
      const body = bodyFor(method, path);
      const { status, body: answer } = await observed.send(method, addressOf(path, id, 0), { body });
      return { status, errors: answer.errors };
    };
    const foreign = await ask(idOf(path, all));
    expect(foreign.status).toBe(404);
    expect(await ask(2_000_000_011)).toEqual(foreign);
    expect(await ask(99_999_999_999)).toEqual(foreign);
  },
);

const READ = new Set(ROUTES.flatMap(([method, path]) => (method === 'GET' ? [path] : [])));
const DOCUMENTED = ['/advertisers/:id', '/lines/:id', '/nativelists/:id'] as const;
const UPDATED = ROUTES.flatMap(([method, path]) => (method === 'PUT' && READ.has(path) ? [path] : []));

it.each([...UPDATED, ...DOCUMENTED])(
  'PUT %s of the response to GET, plain dates of flights and budget schedules too, leaves no trace',
  async (path) => {
    const own = await world();
    await own.observed.put(`/traffic/lines/${own.lineId}`, {
      schedules: [{ startDateStr: '2027-01-01', endDateStr: '2027-02-01', budget: 5 }],
    });
    await own.observed.put(`/traffic/campaigns/${own.orderId}`, {
      budgetSchedules: [{ scheduleBudget: 90 }],
    });
    const ids = { '/advertisers/:id': own.advertiserId, '/nativelists/:id': own.listId };
    const url = addressOf(path, ids[path as keyof typeof ids] ?? idOf(path, own), own.advertiserId);
    const { response } = (await own.observed.get(url)).body;
    const rows = () => snapshot(test.system.pool);
    const before = await rows();
    const put = await own.observed.put(url, response);
    expect(put.body).toMatchObject({ errors: null, response });
    const after = await rows();
    expect([...lost(before, after), ...lost(after, before)]).toEqual([]);
    expect((await own.observed.get(url)).body.response).toEqual(response);
  },
);

it('PUT /campaigns/:id stores no field that GET computes', async () => {
  const own = await world();
  const url = `/traffic/campaigns/${own.orderId}`;
  const { response } = (await own.observed.get(url)).body;
  const put = await own.observed.put(url, { ...response, name: 'Renamed', goalType: 'CPC', note: 'new' });
  expect(put.body.response).toMatchObject({ name: 'Renamed', goalType: 'CPC', note: 'new' });
  const { rows } = await test.system.pool.query('SELECT extra FROM campaign WHERE id = $1', [own.orderId]);
  expect(rows).toEqual([{ extra: { goalType: 'CPC', note: 'new' } }]);
});

it.each(ROUTES.filter(([method]) => method !== 'GET'))('%s %s: a viewer is refused', async (method, path) => {
  const viewer = await test.caller('observed', { seatId: all.observed.client.seatId, role: 'VIEWER' });
  const url = addressOf(path, idOf(path, all), all.advertiserId);
  expect((await viewer.send(method, url, { body: bodyFor(method, path) })).status).toBe(403);
});

it.each([
  ...[
    'advertisers',
    'campaigns',
    'lines',
    'deals',
    'nativelists',
    'pixels',
    'beacons',
    'creatives',
    'sitelists',
  ],
])('POST /%s: a field that is not known is answered or named', async (path) => {
  const { observed, advertiserId, orderId } = await world();
  const bodies: Record<string, object> = {
    advertisers: advertiserInput({ name: 'Other' }),
    lines: { name: 'Line', orderId },
    deals: {
      ...{ name: 'Deal', status: 'ACTIVE', description: 'A deal', exchangeId: 1, exchangeDealId: '7' },
      accountIsExcluded: true,
    },
    nativelists: { accountId: advertiserId, name: 'Other', items: [{ itemName: 'b.example' }] },
    sitelists: { accountId: advertiserId, name: 'More', items: [{ itemName: 'b.example' }] },
    creatives: {
      ...{ accountId: advertiserId, name: 'Other', creativeType: 'DISPLAY_HOSTED' },
      landingPageUrl: 'https://shoes.example/',
    },
  };
  const sent = { ...(bodies[path] ?? { accountId: advertiserId, name: 'Other' }), unheardOf: { of: 1 } };
  const { headers, body } = await observed.post(`/traffic/${path}`, sent);
  expect(body.errors).toBeNull();
  const isNamed = headers['x-ignored-fields'] === 'unheardOf';
  expect(isNamed ? sent.unheardOf : body.response.unheardOf).toEqual(sent.unheardOf);
});

const createdCreative = async ({ observed, advertiserId }: World, creative: object): Promise<number> =>
  (await observed.post('/traffic/creatives', { ...creative, accountId: advertiserId })).body.response.id;

describe.each(OBSERVED_PATHS.filter(({ body }) => body))('the body of $method $path', (operation) => {
  const { method, path, body } = operation;
  // biome-ignore lint/suspicious/noExplicitAny: schemas and bodies are JSON of any shape
  type Json = any;
  const isList = Array.isArray(body?.example);
  const { schema: whole }: Json = body;
  const schema = isList ? whole.items : whole;
  const described = (start: string): string[] =>
    Object.entries<Json>(schema.properties)
      .filter(([, { description = '' }]) => description.startsWith(start))
      .map(([name]) => name);
  // A copy: the documents of the files to come show the same example.
  const [example]: Json[] = structuredClone([body?.example].flat());

  async function send(further: object = {}) {
    const own = await world();
    const real: Record<string, unknown> = { accountId: own.advertiserId, pixelId: own.pixelId };
    // The type of a creative cannot be changed.
    const isCreative = path === '/creatives/:id';
    const id = isCreative ? await createdCreative(own, example) : idOf(path, own);
    const ofOwn = ([name]: [string, unknown]) => name in real && name in example;
    const sent = { ...example, ...Object.fromEntries(Object.entries(real).filter(ofOwn)), ...further };
    if (method === 'PUT' && sent.budgetSchedules) sent.budgetSchedules[0].id = id;
    const url = addressOf(path, id, own.advertiserId);
    const answer = await own.observed.send(method, url, { body: isList ? [sent] : sent });
    expect(answer.body.errors).toBeNull();
    const { response } = answer.body;
    const ignored = answer.headers['x-ignored-fields']?.split(',').map((name) => name.replace('[0].', ''));
    return { sent, ignored, response: isList ? response.creatives[0] : response };
  }

  it('the example is accepted, and answered as sent', async () => {
    const { sent, ignored, response } = await send();
    expect(ignored).toBeUndefined();
    const { seedList: _, budgetSchedules = [], ...fields } = sent;
    expect(response).toMatchObject(fields);
    const schedules = budgetSchedules.map(({ id: _, ...schedule }: Json) => schedule);
    if (schedules.length > 0) expect(response.budgetSchedules).toMatchObject(schedules);
  });

  it('fields that have no effect are named, all others are answered', async () => {
    const names = described('Has no effect');
    const kept = Object.fromEntries(described('Kept and answered as sent.').map((name) => [name, { of: 1 }]));
    const none = Object.fromEntries(names.map((name) => [name, { of: 2 }]));
    const { ignored = [], response } = await send({ ...kept, ...none });
    expect(ignored.sort()).toEqual(names.sort());
    expect(response).toMatchObject(kept);
  });
});

describe('lists by advertiser', () => {
  it.each(['/campaigns', '/pixels', '/beacons', '/creatives', '/sitelists'])(
    '%s: of the advertiser, else of the seat; another seat’s advertiser is as none',
    async (path) => {
      const { observed, advertiserId } = await world();
      const other = await createTree(observed);
      const ids = async (query: string) => {
        const { status, body } = await observed.get(`/traffic${path}${query}`);
        return status === 200 ? body.response.map(({ accountId }: never) => accountId) : status;
      };
      expect(await ids(`?accountId=${advertiserId}`)).toEqual([advertiserId]);
      expect(await ids('?page=1&limit=1&sort=name&dir=asc')).toHaveLength(1);
      expect(await ids('?query=nothing-has-this-name')).toEqual([]);
      const all = await ids('');
      expect(all).toContain(advertiserId);
      if (path === '/campaigns') expect(all).toContain(other.advertiserId);
      const foreign = await test.pair();
      const [a, b] = [
        await foreign.observed.get(`/traffic${path}?accountId=${advertiserId}`),
        await foreign.observed.get(`/traffic${path}?accountId=2000000011`),
      ];
      expect([a.status, b.status]).toEqual([404, 404]);
      expect(a.body.errors).toEqual(b.body.errors);
      expect(
        (await observed.get(`/traffic${path}?accountId=x&limit=101`)).body.errors.validationErrors,
      ).toHaveLength(2);
      expect((await observed.get(`/traffic${path}?query=a&query=b`)).status).toBe(400);
    },
  );
});

describe('/campaigns', () => {
  it('created INACTIVE it is stored as PAUSED; unknown fields are stored as sent', async () => {
    const { observed, documented, advertiserId } = await world();
    const schedule = { startDate: '2026-01-31', scheduleBudgetType: 'TOTAL_BUDGET' };
    const sent = {
      accountId: advertiserId,
      name: 'Spring',
      status: 'INACTIVE',
      currency: 'USD',
      timezone: 'America/New_York',
      goalType: 'CTR',
      goalValue: 0,
      budgetType: 'CURRENCY',
      frequencyCapPeriodType: 'UNLIMITED',
    };
    const made = await observed.post('/traffic/campaigns', { ...sent, budgetSchedules: [schedule] });
    expect(made.headers['x-ignored-fields']).toBeUndefined();
    expect(made.body).toMatchObject({
      errors: null,
      response: { ...sent, status: 'PAUSED', budgetSchedules: [schedule] },
    });
    const { response } = made.body;
    expect((await observed.get(`/traffic/campaigns/${response.id}`)).body.response).toEqual(response);
    const { campaign } = await documented.graphql(
      'query ($id: ID!) { campaign(id: $id) { status name extra startDate dailyBudgetType } }',
      { id: String(response.id) },
    );
    expect(campaign).toEqual({
      ...{ status: 'PAUSED', name: 'Spring', extra: { goalType: 'CTR', goalValue: 0 } },
      ...{ startDate: '2026-01-31T05:00:00.000Z', dailyBudgetType: 'TOTAL_BUDGET' },
    });
    const back = await observed.put(`/traffic/campaigns/${response.id}`, { ...response, status: 'ACTIVE' });
    expect(back.body.response).toMatchObject({ status: 'ACTIVE', goalType: 'CTR', name: 'Spring' });
    const line = await observed.post('/traffic/lines', { name: 'Line', orderId: response.id });
    expect(line.status).toBe(200);
  });

  it('a campaign that was made elsewhere has what these clients read: goals, and its budget as a schedule', async () => {
    const { observed, documented, advertiserId } = await world();
    const campaign = async (input: object) => {
      const { made } = await documented.graphql(
        `mutation ($input: CreateCampaignInput!) {
          made: createCampaign(input: $input) { ... on CreateCampaignPayload { campaign { databaseId } } } }`,
        { input: { advertiserId, name: 'Spring', ...input } },
      );
      return (await observed.get(`/traffic/campaigns/${made.campaign.databaseId}`)).body.response;
    };
    const none = { goalType: null, goalValue: null, budgetSchedules: [] };
    expect(await campaign({})).toMatchObject(none);
    const lifetime = await campaign({ budget: 100, budgetType: 'LIFETIME' });
    const dates = { startDate: null, endDate: null };
    const total = { scheduleBudgetType: 'TOTAL_BUDGET', scheduleBudget: 100, scheduleDailyBudget: null };
    expect(lifetime.budgetSchedules).toEqual([{ id: lifetime.id, ...dates, ...total }]);
    const daily = await campaign({ budget: 7.5, budgetType: 'DAILY' });
    const ofDay = { scheduleBudgetType: 'SPECIFIED_AMOUNT', scheduleBudget: null, scheduleDailyBudget: 7.5 };
    expect(daily.budgetSchedules).toEqual([{ id: daily.id, ...dates, ...ofDay }]);
    // No schedule of these clients means a month.
    await test.system.db.campaign.update({ where: { id: daily.id }, data: { budgetType: 'MONTHLY' } });
    const monthly = (await observed.get(`/traffic/campaigns/${daily.id}`)).body.response;
    expect(monthly).toMatchObject({ budget: 7.5, budgetType: 'CURRENCY', budgetSchedules: [] });
  });

  it('a single schedule sets the budget, and of the response to GET the one that was changed applies', async () => {
    const { observed, documented, advertiserId } = await world();
    const named = { accountId: advertiserId, name: 'Spring' };
    const create = async (body: object) =>
      (await observed.post('/traffic/campaigns', { ...named, ...body })).body.response;
    const dates = { startDate: '2026-01-31', endDate: '2026-02-28', scheduleBudgetType: 'SPECIFIED_AMOUNT' };
    const made = await create({
      budgetSchedules: [{ ...dates, scheduleBudget: 100, scheduleDailyBudget: 5 }],
    });
    expect([made.budget, made.budgetType]).toEqual([100, 'CURRENCY']);
    expect(made).toMatchObject({
      campaignStartDate: expect.stringMatching(/^2026-01-3\dT\d\d:\d\d:00Z$/),
      campaignEndDate: expect.stringMatching(/:59Z$/),
    });
    const schedule = { id: made.id, ...dates, scheduleDailyBudget: 5, scheduleBudget: 100 };
    expect(made.budgetSchedules).toEqual([schedule]);
    const stored = async () => {
      const query =
        'query ($id: ID!) { campaign(id: $id) { budget budgetType dailyBudget dailyBudgetType startDate endDate } }';
      return (await documented.graphql(query, { id: String(made.id) })).campaign;
    };
    const period = { startDate: '2026-01-31T05:00:00.000Z', endDate: '2026-03-01T04:59:59.000Z' };
    expect(await stored()).toEqual({
      ...{ budget: '100', budgetType: 'LIFETIME', dailyBudget: '5', dailyBudgetType: 'SPECIFIED_AMOUNT' },
      ...period,
    });
    const put = async (body: object) =>
      (await observed.put(`/traffic/campaigns/${made.id}`, { ...made, ...body })).body.response;
    expect(await put({})).toEqual(made);
    expect((await put({ budgetSchedules: [{ ...schedule, scheduleBudget: 200 }] })).budget).toBe(200);
    const lowered = await put({ budgetSchedules: [{ ...schedule, scheduleBudget: 200 }], budget: 50 });
    expect([lowered.budget, lowered.budgetSchedules[0].scheduleBudget]).toEqual([50, 50]);
    const daily = await put({
      budget: undefined,
      budgetSchedules: [{ scheduleBudget: null, scheduleDailyBudget: 3 }],
    });
    expect([daily.budget, daily.budgetSchedules[0].scheduleDailyBudget]).toEqual([3, 3]);
    expect(await stored()).toMatchObject({ budget: '3', budgetType: 'DAILY', dailyBudget: null, ...period });
    const later = await observed.put(`/traffic/campaigns/${made.id}`, { campaignEndDate: '2026-03-31' });
    expect(later.body.response).toMatchObject({
      budgetSchedules: [{ startDate: '2026-01-31', endDate: '2026-03-31' }],
    });
    const auto = await create({
      budgetSchedules: [{ scheduleBudgetType: 'AUTO_ALLOCATED', scheduleDailyBudget: 4 }],
    });
    expect(auto).toMatchObject({
      budget: null,
      budgetSchedules: [{ scheduleBudgetType: 'AUTO_ALLOCATED', scheduleDailyBudget: 4 }],
    });
  });

  it('dates within a day are answered as instants, and their dates change nothing', async () => {
    const { observed, documented, orderId } = await world();
    const { made } = await documented.graphql(
      `mutation ($input: UpdateCampaignInput!) { made: updateCampaign(input: $input) {
        ... on UpdateCampaignPayload { campaign { updatedAt } } } }`,
      {
        input: { id: String(orderId), startDate: '2027-01-31T22:00:00Z', endDate: '2027-02-27T23:00:00Z' },
      },
    );
    const url = `/traffic/campaigns/${orderId}`;
    const { response } = (await observed.get(url)).body;
    expect(response).toMatchObject({
      campaignStartDate: '2027-01-31T22:00:00Z',
      budgetSchedules: [{ endDate: '2027-02-27T23:00:00Z' }],
    });
    const [schedule] = response.budgetSchedules;
    const put = await observed.put(url, {
      ...response,
      ...{ campaignStartDate: '2027-01-31', campaignEndDate: '2027-02-27' },
      budgetSchedules: [{ ...schedule, startDate: '2027-01-31', endDate: '2027-02-27' }],
    });
    expect(put.body.response).toEqual(response);
    expect(response.updatedAt).toBe(made.campaign.updatedAt);
  });

  it('dates that a native client stored with a campaign are not answered as if they were applied', async () => {
    const { observed, documented, advertiserId } = await world();
    const { made } = await documented.graphql(
      `mutation ($input: CreateCampaignInput!) { made: createCampaign(input: $input) {
        ... on CreateCampaignPayload { campaign { databaseId } } } }`,
      {
        input: {
          ...{ advertiserId, name: 'Spring' },
          extra: { campaignStartDate: '2027-01-31', budgetSchedules: [{ endDate: '2027-01-31' }] },
        },
      },
    );
    const id = made.campaign.databaseId;
    const native = { headers: { authorization: `Bearer ${documented.token}` } };
    const put = await documented.send('PUT', '/v3/rest/campaign', {
      ...native,
      body: { id, startDate: '2027-01-31', dailyBudget: 'much' },
    });
    expect(put.body.response).toMatchObject({ startDate: '2027-01-31', dailyBudget: 'much' });
    const url = `/traffic/campaigns/${id}`;
    const { response } = (await observed.get(url)).body;
    expect(response).toMatchObject({ campaignStartDate: null, budgetSchedules: [] });
    expect(response).not.toHaveProperty('startDate');
    expect(response).not.toHaveProperty('dailyBudget');
    expect((await observed.put(url, response)).body.response).toEqual(response);
  });

  it('refuses what it cannot apply of a budget, by the names that were sent', async () => {
    const { observed, advertiserId } = await world();
    const refused = async (body: object) =>
      problemsOf(
        await observed.post('/traffic/campaigns', { accountId: advertiserId, name: 'Spring', ...body }),
      ).map(({ message }: { message: string }) => message);
    const several = [{ scheduleBudget: 1 }, { scheduleBudget: 2 }];
    expect(await refused({ name: '', budgetType: 'IMPRESSION', budgetSchedules: several })).toEqual([
      'name must not be empty',
      'budgetSchedules must have one item: a campaign has one budget and one period',
      'budgetType must be CURRENCY',
    ]);
    expect(await refused({ budgetSchedules: [{ scheduleBudget: 'much', endDate: 'soon' }] })).toEqual([
      'budgetSchedules[0].scheduleBudget must be a number',
      expect.stringContaining('budgetSchedules[0].endDate must be a date and time'),
    ]);
    expect(
      await refused({ budgetSchedules: [{ scheduleDailyBudget: 5, scheduleBudgetType: 'SOME' }] }),
    ).toEqual([expect.stringContaining('budgetSchedules[0].scheduleBudgetType must be one of')]);
    const dates = { campaignStartDate: '2027-02-01', campaignEndDate: '2027-01-01' };
    expect(await refused(dates)).toEqual(['campaignEndDate must be after startDate']);
    expect(await refused({ ...dates, budgetSchedules: [{ endDate: '2027-03-01' }] })).toEqual([
      'campaignEndDate must equal budgetSchedules[0].endDate',
    ]);
    expect(await refused({ budget: 5, budgetSchedules: [{ scheduleBudget: 6 }] })).toEqual([
      'budgetSchedules[0].scheduleBudget must equal budget',
    ]);
    expect(await refused({ frequencyCapPeriodType: 'DAY' })).toEqual([
      'frequencyCapPeriodType is not supported: a line cannot be limited by frequency caps',
    ]);
    expect(await refused({ monthlyBudget: 5, schedule: {} })).toEqual([
      'schedule is not supported. Send it in budgetSchedules',
      'monthlyBudget is not supported. Send it in budgetSchedules',
    ]);
    expect(await refused({ budgetSchedules: 'all' })).toEqual(['budgetSchedules must be a list']);
  });

  it('refuses every problem at once, by the names that were sent', async () => {
    const { observed } = await world();
    const { status, body } = await observed.post('/traffic/campaigns', { status: 'OTHER' });
    expect(status).toBe(400);
    const said = body.errors.validationErrors as { propertyName: string; message: string }[];
    expect(said.map(({ propertyName }) => propertyName).sort()).toEqual(['accountId', 'name', 'status']);
    expect(said.every(({ propertyName, message }) => message.startsWith(propertyName))).toBe(true);
    expect((await observed.post('/traffic/campaigns', [])).status).toBe(400);
  });

  it('refuses a field of any name by that name', async () => {
    const { observed } = await world();
    const { status, body } = await observed.post('/traffic/campaigns', { 'a(': '\0' });
    expect(status).toBe(400);
    expect(JSON.stringify(body.errors.validationErrors)).toContain('"propertyName":"a("');
  });

  it('another seat’s advertiser is refused as one that does not exist', async () => {
    const { observed } = await test.pair();
    const ask = async (accountId: number) =>
      (await observed.post('/traffic/campaigns', { name: 'Spring', accountId })).body.errors;
    const [foreign, unknown] = [await ask(all.advertiserId), await ask(2_000_000_011)];
    const said = JSON.stringify(unknown).replaceAll('2000000011', String(all.advertiserId));
    expect(JSON.stringify(foreign)).toBe(said);
  });
});

describe('/creatives', () => {
  const sent = {
    name: 'Banner',
    landingPageUrl: 'https://shoes.example/',
    creativeType: 'NATIVE_DISPLAY',
    details: { title: 'Shoes', description: 'All of them', callToAction: 'Buy' },
    mimeType: 'image/png',
  };

  it('created by its type and texts; ignored fields are named, and an ad can use it', async () => {
    const { observed, documented, advertiserId } = await world();
    const made = await observed.post('/traffic/creatives', { ...sent, accountId: advertiserId });
    expect(made.headers['x-ignored-fields']).toBe('mimeType,details.callToAction');
    const { response } = made.body;
    expect(response).toMatchObject({
      accountId: advertiserId,
      status: 'ACTIVE',
      mediaType: 'NATIVE',
      creativeType: 'NATIVE_DISPLAY',
      landingPageUrl: 'https://shoes.example/',
      title: 'Shoes',
      description: 'All of them',
    });
    const other = { ...sent, accountId: advertiserId, mimeType: undefined, details: 'Shoes' };
    expect((await observed.post('/traffic/creatives', other)).headers['x-ignored-fields']).toBe('details');
    const { creative } = await documented.graphql(
      'query ($id: ID!) { creative(id: $id) { mediaType landingUrl } }',
      { id: String(response.id) },
    );
    expect(creative).toEqual({ mediaType: 'NATIVE', landingUrl: 'https://shoes.example/' });
  });

  it('its type and third-party code are stored and returned, in GraphQL too', async () => {
    const { observed, documented, advertiserId } = await world();
    const create = async (body: object) => {
      const named = { name: 'Film', accountId: advertiserId };
      const made = await observed.post('/traffic/creatives', { ...named, ...body });
      expect(made.headers['x-ignored-fields']).toBeUndefined();
      return made.body.response;
    };
    const film = await create({ creativeType: 'NATIVE_VIDEO' });
    expect(film).toMatchObject({ mediaType: 'NATIVE', creativeType: 'NATIVE_VIDEO', thirdPartyCode: null });
    const code = { thirdPartyCode: '<script src="https://ads.example/a.js"></script>' };
    const banner = await create({ creativeType: 'DISPLAY_THIRD_PARTY', ...code });
    expect(banner).toMatchObject({ mediaType: 'DISPLAY', creativeType: 'DISPLAY_THIRD_PARTY', ...code });
    const creativeTagUrl = 'https://ads.example/vast.xml';
    const tag = await create({ creativeType: 'VIDEO_THIRD_PARTY', creativeTagUrl });
    expect(tag).toMatchObject({ mediaType: 'VIDEO', creativeTagUrl });
    for (const made of [film, banner, tag])
      expect((await observed.get(`/traffic/creatives/${made.id}`)).body.response).toEqual(made);
    const { creative } = await documented.graphql(
      'query ($id: ID!) { creative(id: $id) { type thirdPartyCode tagUrl } }',
      { id: String(banner.id) },
    );
    expect(creative).toEqual({ type: 'DISPLAY_THIRD_PARTY', ...code, tagUrl: null });
  });

  it.each([
    [{ creativeType: 'DISPLAY_HOSTED', thirdPartyCode: '<b>' }, ['thirdPartyCode']],
    [{ mediaType: 'VIDEO', creativeTagUrl: 'https://ads.example/' }, ['creativeTagUrl']],
    [{ creativeType: 'AUDIO_HOSTED' }, ['creativeType']],
    [
      { creativeType: 'VIDEO_THIRD_PARTY', creativeTagUrl: 'nowhere', thirdPartyCode: 7 },
      ['creativeTagUrl', 'thirdPartyCode'],
    ],
  ])('%j is refused at %j', async (body, paths) => {
    const { observed, advertiserId } = all;
    const refused = await observed.post('/traffic/creatives', {
      name: 'X',
      accountId: advertiserId,
      ...body,
    });
    const said = problemsOf(refused) as { propertyName: string; message: string }[];
    expect(said.map(({ propertyName }) => propertyName).sort()).toEqual(paths);
  });

  it('a type cannot be changed to one of another media type', async () => {
    const { observed, creativeId } = await world();
    const url = `/traffic/creatives/${creativeId}`;
    const { response } = (await observed.get(url)).body;
    const other = response.mediaType === 'VIDEO' ? 'NATIVE_VIDEO' : 'VIDEO_HOSTED';
    const refused = await observed.put(url, { creativeType: other });
    expect(refused.status).toBe(400);
    expect((await observed.get(url)).body.response).toEqual(response);
  });

  it('lists by ID, by name and by page', async () => {
    const { observed, advertiserId: accountId } = await world();
    const create = async (name: string) =>
      (await observed.post('/traffic/creatives', { name, accountId, creativeType: 'VIDEO_HOSTED' })).body
        .response.id as number;
    const ids = [
      await create('Film 1'),
      await create('Film 2'),
      await create('100% film'),
      await create('100x film'),
    ];
    const list = async (query: string) =>
      (await observed.get(`/traffic/creatives?accountId=${accountId}&${query}`)).body.response.map(
        ({ id }: { id: number }) => id,
      );
    expect(await list(`creativeIds=${ids[0]},%20${ids[2]},2000000011`)).toEqual([ids[0], ids[2]]);
    expect(await list('name=film%201')).toEqual([ids[0]]);
    expect(await list('name=100%25%20film')).toEqual([ids[2]]);
    expect(await list(`creativeIds=${ids.join(',')}&page=2&limit=1`)).toEqual([ids[1]]);
    for (const query of ['creativeIds=x', `creativeIds=${'1,'.repeat(600)}1`, 'name=%00', 'limit=101'])
      expect((await observed.get(`/traffic/creatives?${query}`)).status, query).toBe(400);
    const foreign = await world();
    const { response } = (await foreign.observed.get(`/traffic/creatives?creativeIds=${ids.join(',')}`)).body;
    expect(response).toEqual([]);
  });

  it('the response to GET can be PUT back, changed', async () => {
    const { observed, creativeId } = await world();
    const { response } = (await observed.get(`/traffic/creatives/${creativeId}`)).body;
    const put = await observed.put(`/traffic/creatives/${creativeId}`, { ...response, name: 'Renamed' });
    expect(put.headers['x-ignored-fields']).toBeUndefined();
    expect(put.body.response).toEqual({ ...response, name: 'Renamed', updatedAt: expect.any(String) });
  });

  it('refuses every problem at once, by the names that were sent', async () => {
    const { observed } = await world();
    const refused = await observed.post('/traffic/creatives', {
      creativeType: 'AUDIO_HOSTED',
      landingPageUrl: 'nowhere',
      details: { title: 7 },
    });
    expect(refused.status).toBe(400);
    const said = problemsOf(refused) as { propertyName: string; message: string }[];
    expect(said.map(({ propertyName }) => propertyName).sort()).toEqual([
      'accountId',
      'creativeType',
      'details.title',
      'landingPageUrl',
      'name',
    ]);
    expect(said.every(({ propertyName, message }) => message.startsWith(propertyName))).toBe(true);
    for (const body of [[], 'text', null])
      expect((await observed.post('/traffic/creatives', body)).status).toBe(400);
  });
});

describe('/creatives/bulkupload', () => {
  it('creates all creatives of the array, for the advertiser of the query or their own', async () => {
    const { observed, advertiserId: accountId } = await world();
    const { advertiserId: other } = await createTree(observed);
    const made = await observed.post(`/traffic/creatives/bulkupload?accountId=${accountId}`, [
      { name: 'First', creativeType: 'DISPLAY_HOSTED', content: { binaryData: 'aGVsbG8=' } },
      { name: 'Second', creativeType: 'VIDEO_HOSTED', accountId: other },
    ]);
    expect(made.headers['x-ignored-fields']).toBe('[0].content');
    expect(made.body.response).toEqual({
      creatives: [
        expect.objectContaining({ name: 'First', accountId, creativeType: 'DISPLAY_HOSTED' }),
        expect.objectContaining({ name: 'Second', accountId: other, creativeType: 'VIDEO_HOSTED' }),
      ],
    });
    for (const creative of made.body.response.creatives)
      expect((await observed.get(`/traffic/creatives/${creative.id}`)).body.response).toEqual(creative);
  });

  it('creates none if one is refused, and names every problem by its place', async () => {
    const { observed, advertiserId: accountId } = await world();
    const list = async () => (await observed.get(`/traffic/creatives?accountId=${accountId}`)).body.response;
    const before = await list();
    const refused = await observed.post(`/traffic/creatives/bulkupload?accountId=${accountId}`, [
      { name: 'First', creativeType: 'DISPLAY_HOSTED' },
      { creativeType: 'AUDIO_HOSTED', landingPageUrl: 'nowhere' },
      'Third',
    ]);
    expect(refused.status).toBe(400);
    const said = problemsOf(refused) as { propertyName: string; message: string }[];
    expect(said.map(({ propertyName }) => propertyName).sort()).toEqual([
      '[1].creativeType',
      '[1].landingPageUrl',
      '[1].name',
      '[2]',
    ]);
    expect(said.every(({ propertyName, message }) => message.startsWith(propertyName))).toBe(true);
    expect(await list()).toEqual(before);
    const foreign = await world();
    const many = Array.from({ length: 501 }, () => ({ name: 'X', creativeType: 'DISPLAY_HOSTED' }));
    for (const [account, body] of [
      [foreign.advertiserId, [{ name: 'X', creativeType: 'DISPLAY_HOSTED' }]],
      ['', [{ name: 'X', creativeType: 'DISPLAY_HOSTED' }]],
      [accountId, []],
      [accountId, {}],
      [accountId, many],
    ] as const)
      expect((await observed.post(`/traffic/creatives/bulkupload?accountId=${account}`, body)).status).toBe(
        400,
      );
    expect(await list()).toEqual(before);
  });
});

describe('/pixels', () => {
  it('created for web pages, unless dotPixel is set', async () => {
    const { observed, advertiserId: accountId } = await world();
    const made = async (body: object) =>
      (await observed.post('/traffic/pixels', { name: 'Orders', accountId, ...body })).body.response;
    expect(await made({})).toMatchObject({ name: 'Orders', accountId, dotPixel: true });
    expect(await made({ dotPixel: false })).toMatchObject({ dotPixel: false });
    const refused = await observed.post('/traffic/pixels', {});
    expect(
      problemsOf(refused)
        .map(({ propertyName }: never) => propertyName)
        .sort(),
    ).toEqual(['accountId', 'name']);
  });
});

describe('/beacons', () => {
  it('created as a pixel of its own; its conditions are stored and returned', async () => {
    const { observed, documented, advertiserId: accountId, pixelId } = await world();
    const sent = {
      name: 'Orders',
      accountId,
      pixelId,
      ruleType: 'DESTINATION_URL',
      conditions: [{ destinationUrl: '/thanks' }],
      category: 'PURCHASE',
    };
    const made = await observed.post('/traffic/beacons', sent);
    expect(made.headers['x-ignored-fields']).toBeUndefined();
    const { response } = made.body;
    expect(response).toMatchObject({ ...sent, dotPixel: true });
    expect(response.id).not.toBe(pixelId);
    const url = `/traffic/beacons/${response.id}`;
    expect((await observed.get(url)).body.response).toEqual(response);
    expect((await observed.put(url, response)).body.response).toEqual(response);
    expect((await observed.put(url, { category: 'LEAD' })).body.response).toMatchObject({
      ...sent,
      category: 'LEAD',
    });
    const { pixel } = await documented.graphql('query ($id: ID!) { pixel(id: $id) { name extra } }', {
      id: String(response.id),
    });
    expect(pixel).toMatchObject({ name: 'Orders', extra: { ruleType: 'DESTINATION_URL', pixelId } });
  });

  it('the response to GET can be PUT back, changed', async () => {
    const { observed, documented, pixelId } = await world();
    const { response } = (await observed.get(`/traffic/beacons/${pixelId}`)).body;
    expect(response.dotPixel).toBe(false);
    const put = await observed.put(`/traffic/beacons/${pixelId}`, { ...response, name: 'Renamed' });
    expect(put.headers['x-ignored-fields']).toBeUndefined();
    expect(put.body.response).toEqual({ ...response, name: 'Renamed', updatedAt: expect.any(String) });
    const { pixel } = await documented.graphql('query ($id: ID!) { pixel(id: $id) { name isDotPixel } }', {
      id: String(pixelId),
    });
    expect(pixel).toEqual({ name: 'Renamed', isDotPixel: false });
    const refused = await observed.put(`/traffic/beacons/${pixelId}`, { accountId: 1, name: 'x' });
    expect(problemsOf(refused)).toMatchObject([{ propertyName: 'accountId' }]);
  });

  it('there is no code for web pages', async () => {
    expect((await all.observed.get(`/traffic/beacons/${all.pixelId}/i13n`)).body.response).toEqual({
      beaconId: all.pixelId,
      pixelId: all.pixelId,
      urlSecureSingle: null,
      urlSecureMultiple: null,
      customEventScript: null,
    });
  });
});

describe('/sitelists', () => {
  it('are native lists: made under one name they are there under the other', async () => {
    const { observed, documented, advertiserId: accountId } = await world();
    const items = [{ itemName: 'a.example' }, { itemName: 'com.example.app' }];
    const sent = { accountId, name: 'Blocked', type: 'APP_LIST', isShared: false, items };
    const made = await observed.post('/traffic/sitelists', sent);
    expect(made.headers['x-ignored-fields']).toBe('isShared');
    const { response } = made.body;
    expect(response).toMatchObject({
      accountId,
      name: 'Blocked',
      status: 'ACTIVE',
      type: 'APP_LIST',
      items,
    });
    const native = (await documented.get(`/traffic/nativelists/${response.id}`)).body.response;
    expect(native).toMatchObject({ name: 'Blocked', items });
    expect(native).not.toHaveProperty('type');
    const put = await observed.put(`/traffic/sitelists/${response.id}`, {
      ...response,
      items: items.slice(1),
    });
    expect(put.headers['x-ignored-fields']).toBeUndefined();
    expect((await observed.get(`/traffic/sitelists/${response.id}`)).body.response).toEqual(
      put.body.response,
    );
    expect(put.body.response.items).toEqual(items.slice(1));
    const refused = await observed.post('/traffic/sitelists', { ...sent, items: [{ itemName: '?' }] });
    expect(problemsOf(refused)).toMatchObject([{ propertyName: 'items[0].itemName' }]);
  });
});

describe('answers', () => {
  const response = async (path: string) => (await all.observed.get(`/traffic${path}`)).body.response;

  it('seats: the current one and those of the user', async () => {
    const { seatId } = all.observed.client;
    expect(await response('/seats')).toMatchObject({
      currentSeat: [{ id: seatId, currency: 'USD' }],
      seatLookups: [{ id: seatId }],
    });
  });

  it('beacons have the ids that line conversions name', async () => {
    expect(await response(`/beacons/${all.pixelId}`)).toMatchObject({
      id: all.pixelId,
      pixelId: all.pixelId,
    });
  });

  it('dictionary lists are real ones, or empty', async () => {
    expect(await response('/dictionary/languages')).toContainEqual({
      id: expect.any(Number),
      value: 'ENGLISH',
      code: 'en',
    });
    expect(await response('/dictionary/currencyTypes')).toContainEqual(
      expect.objectContaining({ code: 'USD' }),
    );
    expect(await response('/dictionary/timezones')).toContainEqual(
      expect.objectContaining({ tzId: 'America/New_York' }),
    );
    const [prefix] = await response('/dictionary/premiumnative/countdownprefixes');
    expect(prefix).toEqual({ id: expect.any(Number), countdownPrefix: expect.any(String) });
    expect((await response('/exchanges'))[0]).toEqual({ id: expect.any(Number), name: expect.any(String) });
    for (const list of ['layouts', 'mimeTypes', 'adBehaviorTypes'])
      expect(await response(`/dictionary/${list}`)).toEqual([]);
    for (const { value } of await response('/dictionary'))
      expect(Array.isArray(await response(`/dictionary/${value}`))).toBe(true);
    expect(await response('/dictionary')).toContainEqual({ name: 'layouts', value: 'layouts' });
  });

  it('call-to-action texts come in every language that has some', async () => {
    const languages = await response('/dictionary/premiumnative/languages');
    expect(languages).toContainEqual({ name: 'English', value: 'en' });
    const labels = await response('/dictionary/premiumnative/predefinedctalabels');
    expect(labels).toContainEqual({ callToActionText: 'Buy Now', language: 'en' });
    const used = new Set(labels.map(({ language }: { language: string }) => language));
    expect([...used].sort()).toEqual(languages.map(({ value }: { value: string }) => value).sort());
  });

  it('places by name, countries, and segments of the advertiser', async () => {
    expect(await response('/targeting/geos?query=Aruba')).toContainEqual({
      id: '23424736',
      woeid: '23424736',
      name: 'Aruba',
      level: 'Country',
    });
    expect((await response('/targeting/countries')).length).toBeGreaterThan(200);
    const codes = ['AW', 'aw', 'AF'];
    const found = await Promise.all(
      codes.map((code) => response(`/targeting/geos?query=Aru&countryCode=${code}`)),
    );
    expect(found.map((places) => places.some(({ name }: { name: string }) => name === 'Aruba'))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await response('/targeting/geos?countryCode=AW')).toMatchObject([{ name: 'Aruba' }]);
    const wrong = await all.observed.get('/traffic/targeting/geos?query=Aruba&countryCode=ABW');
    expect(problemsOf(wrong)).toMatchObject([{ propertyName: 'countryCode' }]);
    const segments = await response(
      `/targeting/availablesegments/search?accountId=${all.advertiserId}&limit=1`,
    );
    expect(segments).toMatchObject([{ id: expect.any(Number), name: expect.any(String) }]);
    const refused = await all.observed.get('/traffic/targeting/availablesegments/search');
    expect(problemsOf(refused)).toEqual([{ message: 'accountId is required', propertyName: 'accountId' }]);
  });

  it('segments are limited by country, size and type, over all their lists', async () => {
    const { advertiserId } = await createTree(all.observed);
    const ids = async (query: string) =>
      (
        await response(
          `/targeting/availablesegments/search?accountId=${advertiserId}&${query.includes('limit') ? '' : 'limit=100&'}${query}`,
        )
      ).map(({ id }: { id: number }) => id) as number[];
    const every = await ids('');
    expect(every).toEqual(expect.arrayContaining([1001, 1022, 1031, 2001, 3001]));
    expect(every).not.toContain(1013);
    const [us, mexico] = [await ids('country_codes=us,MX'), await ids('country_codes=MX')];
    expect(us).toEqual(every);
    expect(every.filter((id) => !mexico.includes(id))).toEqual([1001, 1022]);
    expect(await ids('minAudienceSize=40000000')).toEqual([1000, 1010, 1020]);
    expect(await ids('minAudienceSize=40000000&maxAudienceSize=60000000&country_codes=DE')).toEqual([
      1000, 1010,
    ]);
    expect(await ids('type=INTEREST')).toEqual(every);
    expect(await ids('type=EMAIL')).toEqual([]);
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(every.length / 7) }, (_, at) => ids(`limit=7&page=${at + 1}`)),
    );
    expect(pages.flat()).toEqual(every);
    const path = `/traffic/targeting/availablesegments/search?accountId=${advertiserId}`;
    for (const query of ['country_codes=USA', 'minAudienceSize=many', 'maxAudienceSize=-1'])
      expect(problemsOf(await all.observed.get(`${path}&${query}`))).toMatchObject([
        { propertyName: query.split('=')[0] },
      ]);
  });

  it('segments of the advertiser come first: its audiences, and the segments of its pixels', async () => {
    const { observed, documented, advertiserId: accountId, pixelId } = await world();
    const put = (path: string, name: string) =>
      observed.put(`/traffic/audiences/${path}`, { accountId, name, seedList: ['a'.repeat(64)] });
    await put('customsegments/12', 'Visitors');
    await put('email_address/11', 'Customers');
    await documented.graphql(
      'mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { __typename } }',
      { input: { pixelId: String(pixelId), name: 'Checkout', eventAction: 'purchase' } },
    );
    const search = async (query: string, account = accountId) =>
      (await observed.get(`/traffic/targeting/availablesegments/search?accountId=${account}&${query}`)).body
        .response as { name: string }[];
    const own = [
      { id: 11, name: 'Customers', segmentType: 'EMAIL', reachCount: 1 },
      { id: 12, name: 'Visitors', segmentType: 'CUSTOM', reachCount: 1 },
      { id: expect.any(Number), name: 'Checkout', segmentType: 'CONVERSIONRULE', reachCount: null },
    ].map((segment) => ({ ...segment, status: 'ACTIVE', audienceType: 'ADVERTISER' }));
    const every = await search('limit=100');
    expect(every.slice(0, 3)).toEqual(own);
    expect(every[3]).toMatchObject({ segmentType: 'INTEREST' });
    expect([...(await search('limit=2&page=1')), ...(await search('limit=2&page=2'))]).toEqual(
      every.slice(0, 4),
    );
    expect(await search('limit=3&page=2')).toEqual(every.slice(3, 6));
    expect(await search('query=CHECK')).toEqual([own[2]]);
    expect(await search('type=EMAIL')).toEqual([own[0]]);
    expect(await search('type=CUSTOM&country_codes=US')).toEqual([own[1]]);
    expect(await search('minAudienceSize=1&maxAudienceSize=1')).toEqual(own.slice(0, 2));
    expect(await search('type=EMAIL&minAudienceSize=2')).toEqual([]);
    expect(await search('type=EMAIL&maxAudienceSize=0')).toEqual([]);
    const { advertiserId: other } = await createTree(observed);
    expect((await search('limit=1', other))[0]).toMatchObject({ segmentType: 'INTEREST' });
  });

  it('lists that the platform does not keep are read-only: 405 with Allow', async () => {
    const { accountGroupId } = all;
    for (const [method, path] of [
      ['POST', '/accountgroups'],
      ['PUT', `/accountgroups/${accountGroupId}`],
      ['POST', '/contextuals'],
      ['PUT', '/contextuals/7'],
      ['POST', '/usergroups'],
    ] as const) {
      const { status, headers } = await all.observed.send(method, `/traffic${path}`, {
        body: { name: 'New' },
      });
      expect(status, path).toBe(405);
      expect(headers.allow).toContain('GET');
    }
  });

  it('the list of audiences can be limited to an advertiser', async () => {
    const { observed, advertiserId: accountId } = await world();
    const url = '/traffic/audiences/email_address/41';
    const put = await observed.put(url, { accountId, name: 'Buyers', seedList: ['a'.repeat(64)] });
    const { response: audiences } = (await observed.get(`/traffic/audiences?accountId=${accountId}`)).body;
    expect(audiences).toEqual([put.body.response]);
    expect(audiences).toMatchObject([{ id: 41, kind: 'email_address', name: 'Buyers', size: 1 }]);
    const foreign = await world();
    expect((await foreign.observed.get('/traffic/audiences')).body.response).toEqual([]);
  });

  it('the cap on multipliers is that of the line', async () => {
    await all.observed.post(`/traffic/lines/${all.lineId}/bidmultipliercap`, { multiplierCap: 3 });
    expect(await response(`/lines/${all.lineId}/bidmultipliercap`)).toEqual({ multiplierCap: 3 });
    const { response: line } = (await all.documented.get(`/traffic/lines/${all.lineId}`)).body;
    expect(line.bidMultiplierCap).toBe(3);
    await all.observed.post(`/traffic/lines/${all.lineId}/bidmultipliercap`, { multiplierCap: null });
    expect(await response(`/lines/${all.lineId}/bidmultipliercap`)).toEqual({ multiplierCap: null });
    const refused = await all.observed.post(`/traffic/lines/${all.lineId}/bidmultipliercap`, {
      multiplierCap: 'x',
    });
    const message = 'multiplierCap must be a number';
    expect(problemsOf(refused)).toEqual([{ message, propertyName: 'multiplierCap' }]);
  });

  it('the audit log is the seat’s, newest first', async () => {
    const log = await response('/auditlog?limit=5');
    expect(log[0]).toMatchObject({
      resource: expect.any(String),
      action: expect.any(String),
      userId: expect.any(Number),
      fields: expect.any(Array),
    });
    const ids = log.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a: number, b: number) => b - a));
    const { observed } = await test.pair();
    expect((await observed.get('/traffic/auditlog')).body.response).toEqual([]);
  });
});
