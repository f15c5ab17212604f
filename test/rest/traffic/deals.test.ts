import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../support/caller.ts';
import {
  createAdvertiser,
  problemsOf,
  type TrafficTest,
  trafficTest,
} from '../../support/traffic/traffic.ts';

let test: TrafficTest;
let caller: Caller;
let stranger: Caller;
let advertiserId: number;

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
  stranger = await createCaller(test.system, { app: test.app });
  advertiserId = await createAdvertiser(caller);
});

const deal = (overrides: object = {}) => ({
  name: 'Homepage takeover',
  status: 'ACTIVE',
  exchangeId: 3,
  exchangeDealId: 'EX-77',
  description: 'Home page, first impression',
  accountIsExcluded: false,
  ...overrides,
});

const create = async (overrides: object = {}) => {
  const { status, body } = await caller.post('/deals', deal(overrides));
  expect(status).toBe(200);
  return body.response;
};

describe('POST /traffic/deals', () => {
  describe('200', () => {
    // covers: 2.deal.name, 2.deal.status, 2.deal.exchangeid, 2.deal.exchangedealid, 2.deal.description
    // covers: 2.deal.id, 2.deal.reserveprice, 2.deal.accountgroupid, 2.deal.accountisexcluded
    // covers: 2.deal.accounts, 2.deal.accountgroups
    // covers: 2.deals.post-/traffic/deals, 2.deals.get-/traffic/deals/id
    it('returns the deal with an id, reserve price 0 and its lists as arrays', async () => {
      const created = await create({ accounts: [advertiserId] });
      expect(created).toMatchObject(deal({ reservePrice: 0, accounts: [advertiserId], accountGroups: [] }));
      expect(created.id).toBeTypeOf('number');
      expect((await caller.get(`/deals/${created.id}`)).body.response).toEqual(created);
    });

    it('takes any positive exchange id, also one beyond 32 bits', async () => {
      const created = await create({ exchangeId: Number.MAX_SAFE_INTEGER });
      expect(created.exchangeId).toBe(Number.MAX_SAFE_INTEGER);
    });

    it('stores each advertiser once', async () => {
      const created = await create({ accounts: [advertiserId, advertiserId] });
      expect(created.accounts).toEqual([advertiserId]);
    });
  });

  describe('400', () => {
    it('names every missing field at once', async () => {
      const reply = await caller.post('/deals', {});
      expect(reply.status).toBe(400);
      expect(problemsOf(reply)).toEqual({
        name: 'name is required',
        status: 'status is required',
        exchangeId: 'exchangeId is required',
        exchangeDealId: 'exchangeDealId is required',
        description: 'description is required',
        accountIsExcluded: 'accountIsExcluded is required',
      });
    });

    it.each([
      ['exchangeId', 0],
      ['exchangeId', -1],
      ['exchangeId', 1.5],
      ['exchangeId', '3'],
      ['exchangeId', 2 ** 53],
      ['exchangeDealId', 77],
      ['exchangeDealId', 'a\u0000b'],
      ['status', 'ARCHIVED'],
      ['reservePrice', -0.01],
      ['reservePrice', '5'],
      ['accountIsExcluded', 'true'],
      ['accounts', 7],
      ['name', ''],
      ['name', ' '],
    ])('refuses %s %j and stores nothing', async (name, value) => {
      const count = await test.system.db.deal.count();
      const reply = await caller.post('/deals', deal({ [name]: value }));
      expect(reply.status).toBe(400);
      expect(Object.keys(problemsOf(reply))).toEqual([name]);
      expect(await test.system.db.deal.count()).toBe(count);
    });

    it('does not distinguish an advertiser or account group of another seat from one that does not exist', async () => {
      const foreign = await createAdvertiser(stranger);
      const { accountGroupId } = (await stranger.get(`/advertisers/${foreign}`)).body.response;
      const lists = (account: number, group: number) =>
        deal({ accounts: [advertiserId, account], accountGroupId: group, accountGroups: [group] });
      const theirs = problemsOf(await caller.post('/deals', lists(foreign, accountGroupId)));
      const nobodys = problemsOf(await caller.post('/deals', lists(2_000_000_000, 3_000_000_000)));
      expect(theirs).toEqual(nobodys);
      expect(theirs).toEqual({
        'accounts[1]': 'accounts[1] must be the ID of an advertiser of this seat',
        accountGroupId: 'accountGroupId must be the ID of an account group of this seat',
        'accountGroups[0]': 'accountGroups[0] must be the ID of an account group of this seat',
      });
    });
  });

  it('403 for a viewer', async () => {
    const viewer = await createCaller(test.system, { app: test.app, seatId: caller.seatId, role: 'VIEWER' });
    expect((await viewer.post('/deals', deal())).status).toBe(403);
  });
});

describe('PUT /traffic/deals/{id}', () => {
  // covers: 2.deals.put-/traffic/deals/id
  it('200: changes what is named and leaves the rest; the response to GET can be put back', async () => {
    const before = await create({ accounts: [advertiserId], reservePrice: 2.5 });
    const { body } = await caller.put(`/deals/${before.id}`, { name: 'Renamed' });
    expect(body.response).toEqual({ ...before, name: 'Renamed', updatedAt: expect.any(String) });
    expect(body.response.updatedAt > before.updatedAt).toBe(true);
    const again = await caller.put(`/deals/${before.id}`, body.response);
    expect(again.status).toBe(200);
    expect(again.headers['x-ignored-fields']).toBeUndefined();
  });

  it('200: an empty array clears', async () => {
    const { id } = await create({ accounts: [advertiserId] });
    const { body } = await caller.put(`/deals/${id}`, { accounts: [] });
    expect(body.response.accounts).toEqual([]);
  });

  it('400: one wrong field leaves all others unchanged', async () => {
    const before = await create();
    const reply = await caller.put(`/deals/${before.id}`, { name: 'New', exchangeId: 0, status: 'GONE' });
    expect(problemsOf(reply)).toEqual({
      exchangeId: 'exchangeId must be at least 1',
      status: 'status must be one of ACTIVE, INACTIVE',
    });
    expect((await caller.get(`/deals/${before.id}`)).body.response).toEqual(before);
  });

  it('404 for another seat, with the body of a deal that is not there', async () => {
    const { id } = await create();
    const theirs = await stranger.put(`/deals/${id}`, { name: 'Mine' });
    const nobodys = await stranger.put('/deals/2000000000', { name: 'Mine' });
    expect(theirs.status).toBe(404);
    expect(theirs.body.errors).toEqual(nobodys.body.errors);
  });
});

describe('GET /traffic/deals', () => {
  // covers: 2.deals.get-/traffic/deals
  it('200: searches by part of the name in any case, sorts and pages', async () => {
    const mine = await createCaller(test.system, { app: test.app });
    for (const name of ['alpha one', 'ALPHA two', 'beta', '100%'])
      expect((await mine.post('/deals', deal({ name }))).status).toBe(200);
    const names = async (query: string) =>
      (await mine.get(`/deals?${query}`)).body.response.map((item: { name: string }) => item.name);
    expect(await names('query=alpha')).toEqual(['alpha one', 'ALPHA two']);
    expect(await names('query=%25')).toEqual(['100%']);
    expect(await names('sort=exchangeId&dir=desc&limit=2')).toEqual(['100%', 'beta']);
    expect(await names('page=2&limit=3')).toEqual(['100%']);
    expect(await names('page=99')).toEqual([]);
  });

  it('200: shows no other seat’s deals', async () => {
    await create();
    expect((await stranger.get('/deals')).body.response).toEqual([]);
  });

  it.each(['limit=101', 'limit=0', 'page=0', 'page=x', 'dir=up', 'sort=seatId'])('400: %s', async (query) => {
    const reply = await caller.get(`/deals?${query}`);
    expect(reply.status).toBe(400);
    expect(Object.keys(problemsOf(reply))).toEqual([query.split('=')[0]]);
  });
});

describe('GET /traffic/deals/{id}', () => {
  it.each(['0', '-1', 'x', '99999999999', '2000000000'])('404: %s', async (id) => {
    expect((await caller.get(`/deals/${id}`)).status).toBe(404);
  });
});

// covers: 2.deals.delete
it('DELETE is 405 and says what is allowed', async () => {
  const { id } = await create();
  const reply = await test.app.send('DELETE', `/traffic/deals/${id}`);
  expect(reply.status).toBe(405);
  expect(reply.headers.allow).toContain('PUT');
});
