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
let accountId: number;

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
  stranger = await createCaller(test.system, { app: test.app });
  accountId = await createAdvertiser(caller);
});

const sites = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ itemName: `site-${index}.example.com` }));

const list = (overrides: object = {}) => ({
  accountId,
  name: 'Blocked sites',
  status: 'ACTIVE',
  items: [{ itemName: 'example.com' }, { itemName: 'com.example.app' }],
  ...overrides,
});

const create = async (overrides: object = {}) => {
  const { status, body } = await caller.post('/nativelists', list(overrides));
  expect(status).toBe(200);
  return body.response;
};

describe('POST /traffic/nativelists', () => {
  // covers: 2.native-list.name, 2.native-list.id, 2.native-list.updatedat
  // covers: 2.native-lists.post-/traffic/nativelists, 2.native-lists.get-/traffic/nativelists/id
  it('200: returns the list with id and updatedAt, its items as sent', async () => {
    const created = await create();
    expect(created).toEqual({ ...list(), id: expect.any(Number), updatedAt: expect.any(String) });
    expect((await caller.get(`/nativelists/${created.id}`)).body.response).toEqual(created);
  });

  it.each([0, 499, 500])('200: %i items', async (count) => {
    expect((await create({ items: sites(count) })).items).toHaveLength(count);
  });

  // covers: 2.native-list.items
  it('400: 501 items', async () => {
    const reply = await caller.post('/nativelists', list({ items: sites(501) }));
    expect(problemsOf(reply)).toEqual({ items: 'items must have at most 500 items' });
  });

  it('400: items that are no text hide nothing that is wrong with the others', async () => {
    const items = [
      { itemName: 1 },
      { itemName: 'a.com' },
      {},
      { itemName: 'a.com' },
      { itemName: 'localhost' },
    ];
    expect(problemsOf(await caller.post('/nativelists', list({ items })))).toEqual({
      'items[0].itemName': 'items[0].itemName must be text',
      'items[2].itemName': 'items[2].itemName is required',
      'items[3].itemName': 'items[3].itemName must not repeat items[1].itemName',
      'items[4].itemName': expect.stringMatching(/^items\[4\]\.itemName must be /),
    });
  });

  // covers: 2.native-list.items-.itemname
  it('400: a repeated item, whatever its case, and every invalid one, all named by their place', async () => {
    const names = ['Example.com', 'example.COM', 'com..app', 'https://a.com', 'localhost', 'b.com'];
    const items = names.map((itemName) => ({ itemName }));
    const reply = await caller.post('/nativelists', list({ items }));
    expect(reply.status).toBe(400);
    expect(problemsOf(reply)).toEqual({
      'items[1].itemName': 'items[1].itemName must not repeat items[0].itemName',
      'items[2].itemName': 'items[2].itemName must be a valid domain or app bundle ID',
      'items[3].itemName': 'items[3].itemName must be a valid domain or app bundle ID',
      'items[4].itemName': 'items[4].itemName must be a valid domain or app bundle ID',
    });
  });

  it.each([
    ['accountId', '7'],
    ['accountId', 0],
    ['name', 'a\u0000b'],
    ['status', 'PAUSED'],
    ['items', {}],
    ['items[0]', ['example.com']],
    ['items[0].itemName', [{ itemName: 7 }]],
    ['items[0].itemName', [{}]],
  ])('400: %s as %j stores nothing', async (path, value) => {
    const count = await test.system.db.nativeList.count();
    const name = path.replace(/\[.*$/, '');
    const reply = await caller.post('/nativelists', list({ [name]: value }));
    expect(reply.status).toBe(400);
    expect(Object.keys(problemsOf(reply))).toEqual([path]);
    expect(await test.system.db.nativeList.count()).toBe(count);
  });

  it('400: an advertiser of another seat, with the message of one that does not exist', async () => {
    const foreign = await createAdvertiser(stranger);
    const theirs = await caller.post('/nativelists', list({ accountId: foreign }));
    const nobodys = await caller.post('/nativelists', list({ accountId: 2_000_000_000 }));
    expect(problemsOf(theirs)).toEqual({
      accountId: 'accountId must be the ID of an advertiser of this seat',
    });
    expect(theirs.body.errors).toEqual(nobodys.body.errors);
  });
});

describe('PUT /traffic/nativelists/{id}', () => {
  // covers: 2.native-list.nativelisttypeid, 2.native-lists.put-/traffic/nativelists/id
  it('200: replaces items whole and returns the list’s type', async () => {
    const before = await create();
    const { body } = await caller.put(`/nativelists/${before.id}`, {
      items: [{ itemName: 'new.example.org' }],
    });
    expect(body.response).toEqual({
      ...before,
      items: [{ itemName: 'new.example.org' }],
      updatedAt: expect.any(String),
      nativeListTypeId: expect.any(Number),
    });
  });

  it('200: the response to an update can be put back', async () => {
    const { id } = await create();
    const { body } = await caller.put(`/nativelists/${id}`, { status: 'ARCHIVED' });
    const again = await caller.put(`/nativelists/${id}`, body.response);
    expect(again.status).toBe(200);
    expect(again.headers['x-ignored-fields']).toBeUndefined();
  });

  // covers: 2.native-list.accountid
  it('400: the advertiser cannot be changed, and nothing else is', async () => {
    const before = await create();
    const other = await createAdvertiser(caller);
    const reply = await caller.put(`/nativelists/${before.id}`, { accountId: other, name: 'New' });
    expect(problemsOf(reply)).toEqual({ accountId: 'accountId cannot be changed' });
    expect((await caller.get(`/nativelists/${before.id}`)).body.response).toEqual(before);
  });

  it('400: an updatedAt that is no time', async () => {
    const { id } = await create();
    const reply = await caller.put(`/nativelists/${id}`, { updatedAt: 'yesterday' });
    expect(Object.keys(problemsOf(reply))).toEqual(['updatedAt']);
  });

  it('409: a stale updatedAt is refused and nothing changes', async () => {
    const first = await create();
    const { body } = await caller.put(`/nativelists/${first.id}`, {
      name: 'Second',
      updatedAt: first.updatedAt,
    });
    const reply = await caller.put(`/nativelists/${first.id}`, { name: 'Third', updatedAt: first.updatedAt });
    expect(reply.status).toBe(409);
    const { nativeListTypeId: _, ...second } = body.response;
    expect((await caller.get(`/nativelists/${first.id}`)).body.response).toEqual(second);
  });

  it('409: of two writers at once with one updatedAt, one wins and nothing is mixed', async () => {
    const { id, updatedAt } = await create();
    const writers = ['a', 'b', 'c', 'd'].map((name) =>
      caller.put(`/nativelists/${id}`, { name, items: [{ itemName: `${name}.example.com` }], updatedAt }),
    );
    const replies = await Promise.all(writers);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { name, items } = (await caller.get(`/nativelists/${id}`)).body.response;
    expect(items).toEqual([{ itemName: `${name}.example.com` }]);
  });

  it('404 for another seat, with the body of a list that is not there', async () => {
    const { id } = await create();
    const theirs = await stranger.put(`/nativelists/${id}`, { name: 'Mine' });
    const nobodys = await stranger.put('/nativelists/2000000000', { name: 'Mine' });
    expect(theirs.status).toBe(404);
    expect(theirs.body.errors).toEqual(nobodys.body.errors);
  });
});

describe('GET /traffic/nativelists', () => {
  // covers: 2.native-lists.get-/traffic/nativelists-accountid-id-query-text
  it('200: finds the lists of an advertiser by part of their name, without items', async () => {
    const owner = await createAdvertiser(caller);
    const wanted = await create({ accountId: owner, name: 'Brand safety' });
    await create({ accountId: owner, name: 'Other' });
    await create({ name: 'Brand safety elsewhere' });
    const { body } = await caller.get(`/nativelists?accountId=${owner}&query=SAFE`);
    const { items: _, ...summary } = wanted;
    expect(body.response).toEqual([summary]);
  });

  it('400: an accountId that is no number', async () => {
    const reply = await caller.get('/nativelists?accountId=x&limit=0');
    expect(Object.keys(problemsOf(reply))).toEqual(['accountId', 'limit']);
  });

  it('404: an advertiser of another seat, as one that is not there', async () => {
    const theirs = await stranger.get(`/nativelists?accountId=${accountId}`);
    const nobodys = await stranger.get('/nativelists?accountId=99999999999');
    expect(theirs.status).toBe(404);
    expect(theirs.body.errors).toEqual(nobodys.body.errors);
  });
});
