import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFeed } from '../../../src/domain/audiences/product-set/load-feed.ts';
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
let folder: string;

const PRODUCTS = [
  { id: '1', title: 'Red shoe', brand: 'Acme', price: '19.90', category: 'Shoes', sold: true },
  { id: '2', title: 'Blue shoe', brand: 'Acme', price: '20.00 USD', category: 'Shoes' },
  { id: '3', title: 'Sun hat', brand: 'Bolt', price: 7, category: 'Hats' },
  { id: '4', title: 'Scarf', brand: 'acme', category: 'Hats', 'weight (g)': '0120' },
];

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
  stranger = await createCaller(test.system, { app: test.app });
  accountId = await createAdvertiser(caller);
  folder = await mkdtemp(join(tmpdir(), 'flightline-sets-'));
  await load(accountId, PRODUCTS);
});
afterAll(() => rm(folder, { recursive: true }));

async function load(advertiserId: number, products: readonly object[]) {
  const file = join(folder, 'feed.ndjson');
  await writeFile(file, products.map((product) => `${JSON.stringify(product)}\n`).join(''));
  await loadFeed({ system: test.system, advertiserId, file });
}

const set = (overrides: object = {}) => ({
  accountId,
  name: 'Shoes',
  type: 'RETAIL',
  status: 'ACTIVE',
  productSetFilter: { category: { eq: 'Shoes' } },
  ...overrides,
});

const create = async (overrides: object = {}) => {
  const { status, body } = await caller.post('/productsets', set(overrides));
  expect(status).toBe(200);
  return body.response;
};

describe('POST /traffic/productsets', () => {
  // covers: 2.product-set.name, 2.product-set.id, 2.product-set.accountid, 2.product-set.type
  // covers: 2.product-set.status, 2.product-set.productsetfilter, 2.product-set.count
  // covers: 2.product-set.createdat, 2.product-sets.post-/traffic/productsets
  // covers: 2.product-sets.get-/traffic/productsets/productsetid
  it('200: returns the filter as a JSON string and how many products match', async () => {
    const created = await create();
    expect(created).toEqual({
      id: expect.any(Number),
      accountId,
      name: 'Shoes',
      type: 'RETAIL',
      status: 'ACTIVE',
      productSetFilter: '{"category":{"eq":"Shoes"}}',
      count: 2,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      updatedAt: expect.any(String),
    });
    expect((await caller.get(`/productsets/${created.id}?accountId=${accountId}`)).body.response).toEqual(
      created,
    );
  });

  // covers: 2.product-set.4
  it.each<[object, string[]]>([
    [{ brand: { eq: 'Acme' } }, ['1', '2']],
    [{ brand: { neq: 'Acme' } }, ['3', '4']],
    [{ title: { contains: 'shoe' } }, ['1', '2']],
    [{ title: { contains: 'Shoe' } }, []],
    [{ title: { contains: '%' } }, []],
    [{ title: { not_contains: 'shoe' } }, ['3', '4']],
    [{ price: { gte: 19.9 } }, ['1', '2']],
    [{ price: { lte: 19.9 } }, ['1', '3']],
    [{ price: { eq: 7 } }, ['3']],
    [{ price: { eq: '7.0' } }, ['3']],
    [{ price: { neq: 7 } }, ['1', '2', '4']],
    [{ id: { in_list: ['1', 3, 'x'] } }, ['1', '3']],
    [{ price: { in_list: ['7.00', 19.9] } }, ['1', '3']],
    [{ price: { in_list: ['20.00 USD', 20] } }, ['2']],
    [{ sold: { in_list: [true] } }, ['1']],
    [{ sold: { in_list: ['true', 1] } }, []],
    [{ 'weight (g)': { in_list: ['0120', 120] } }, ['4']],
    [{ or: [{ sold: { in_list: [false] } }, { brand: { eq: 'Bolt' } }] }, ['3']],
    [{ sold: { eq: true } }, ['1']],
    [{ 'weight (g)': { eq: '0120' } }, ['4']],
    [{ "' OR 1=1 --": { eq: "'" } }, []],
    [{ and: [{ brand: { eq: 'Acme' } }, { price: { gte: 19.95 } }] }, ['2']],
    [{ or: [{ brand: { eq: 'Bolt' } }, { brand: { eq: 'acme' } }] }, ['3', '4']],
  ])('200: %j matches products %j', async (productSetFilter, ids) => {
    expect((await create({ productSetFilter })).count).toBe(ids.length);
    const { productSetPreview } = await caller.graphql(
      `query ($id: ID!, $filter: JSON) {
        productSetPreview(advertiserId: $id, filter: $filter) { count products { id } }
      }`,
      { id: accountId, filter: productSetFilter },
    );
    expect(productSetPreview).toEqual({ count: ids.length, products: ids.map((id) => ({ id })) });
  });

  it('a preview goes on after a product, and still counts all that match', async () => {
    const { productSetPreview } = await caller.graphql(
      'query ($id: ID!) { productSetPreview(advertiserId: $id, first: 2, after: "2") { count products { id } } }',
      { id: accountId },
    );
    expect(productSetPreview).toEqual({ count: 4, products: [{ id: '3' }, { id: '4' }] });
  });

  it('200: the count follows the feed', async () => {
    const own = await createAdvertiser(caller);
    const { id } = await create({ accountId: own });
    const count = async () => (await caller.get(`/productsets/${id}`)).body.response.count;
    expect(await count()).toBe(0);
    await load(own, PRODUCTS);
    expect(await count()).toBe(2);
    await load(own, PRODUCTS.slice(1));
    expect(await count()).toBe(1);
  });

  it('200: only counts products of its own advertiser', async () => {
    const own = await createAdvertiser(caller);
    await load(own, PRODUCTS.slice(0, 1));
    expect((await create({ accountId: own })).count).toBe(1);
  });

  it('400: every problem at once, and nothing is stored', async () => {
    const count = await test.system.db.productSet.count();
    const productSetFilter = { and: [{ price: { gte: '5' } }, { size: { like: 'L' } }] };
    const reply = await caller.post('/productsets', { accountId, type: 'retail', productSetFilter });
    expect(problemsOf(reply)).toEqual({
      name: 'name is required',
      type: 'type must be one of PRODUCT, RETAIL',
      'productSetFilter.and[0].price.gte':
        'productSetFilter.and[0].price.gte must be a number, because the operator compares numbers',
      'productSetFilter.and[1].size':
        'productSetFilter.and[1].size must use one of the operators eq, neq, contains, not_contains, lte, gte, in_list',
    });
    expect(await test.system.db.productSet.count()).toBe(count);
  });

  // covers: 2.product-set.1, 2.product-set.2
  it.each(['and', 'or'])(
    'a set holds five filters in one %s-group, not six, and no second group',
    async (join) => {
      const filters = (count: number) => Array.from({ length: count }, () => ({ brand: { eq: 'Acme' } }));
      const post = (productSetFilter: object) => caller.post('/productsets', set({ productSetFilter }));
      expect((await post({ [join]: filters(5) })).status).toBe(200);
      expect(problemsOf(await post({ [join]: filters(6) }))).toEqual({
        [`productSetFilter.${join}`]: `productSetFilter.${join} can contain at most 5 filters`,
      });
      for (const several of [
        { and: filters(1), or: filters(1) },
        { [join]: [...filters(1), { or: filters(2) }] },
      ])
        expect((await post(several)).status).toBe(400);
    },
  );

  it('400: a filter is required', async () => {
    const reply = await caller.post('/productsets', set({ productSetFilter: null }));
    expect(problemsOf(reply)).toEqual({ productSetFilter: 'productSetFilter is required' });
  });

  it('400: an advertiser of another seat, with the message of one that does not exist', async () => {
    const foreign = await createAdvertiser(stranger);
    const theirs = await caller.post('/productsets', set({ accountId: foreign }));
    const nobodys = await caller.post('/productsets', set({ accountId: 2_000_000_000 }));
    expect(theirs.status).toBe(400);
    expect(theirs.body.errors).toEqual(nobodys.body.errors);
  });
});

describe('GET /traffic/productsets', () => {
  // covers: 2.product-set.isallproducts, 2.product-sets.get-/traffic/productsets
  it('200: lists an advertiser’s sets, the one of all products among them', async () => {
    const own = await createAdvertiser(caller);
    const mine = await create({ accountId: own });
    const all = (await caller.get(`/productsets?accountId=${own}`)).body.response;
    expect(all).toEqual([
      expect.objectContaining({ isAllProducts: true, productSetFilter: null, count: 0, accountId: own }),
      mine,
    ]);
    const last = await caller.get(`/productsets?accountId=${own}&sort=id&dir=desc&limit=1`);
    expect(last.body.response).toEqual([mine]);
    expect(mine).not.toHaveProperty('isAllProducts');
  });

  it('200: the set of all products counts the whole feed', async () => {
    const [all] = (await caller.get(`/productsets?accountId=${accountId}&limit=1`)).body.response;
    expect(all.count).toBe(PRODUCTS.length);
  });

  it('200: sorted by count, ties by id, page by page', async () => {
    const own = await createAdvertiser(caller);
    await load(own, PRODUCTS);
    const none = await create({ accountId: own, name: 'None', productSetFilter: { brand: { eq: 'Zed' } } });
    const two = await create({ accountId: own, name: 'Two' });
    const too = await create({ accountId: own, name: 'Two' });
    const ids = async (query: string) =>
      (await caller.get(`/productsets?accountId=${own}&sort=count&${query}`)).body.response.map(
        ({ id }: { id: number }) => id,
      );
    expect((await ids('dir=asc')).slice(0, 3)).toEqual([none.id, two.id, too.id]);
    expect((await ids('dir=desc')).slice(1)).toEqual([too.id, two.id, none.id]);
    expect(await ids('dir=asc&limit=1&page=2')).toEqual([two.id]);
    expect(await ids('query=TWO&dir=desc')).toEqual([too.id, two.id]);
  });

  it('404: an advertiser of another seat, as one that is not there', async () => {
    const theirs = await stranger.get(`/productsets?accountId=${accountId}`);
    const nobodys = await stranger.get('/productsets?accountId=2000000000');
    expect(theirs.status).toBe(404);
    expect(theirs.body.errors).toEqual(nobodys.body.errors);
  });
});

describe('GET /traffic/productsets/{id}', () => {
  it('404: for another seat, and when the set is another advertiser’s', async () => {
    const { id } = await create();
    const other = await createAdvertiser(caller);
    expect((await caller.get(`/productsets/${id}`)).status).toBe(200);
    expect((await caller.get(`/productsets/${id}?accountId=${other}`)).status).toBe(404);
    expect((await stranger.get(`/productsets/${id}`)).status).toBe(404);
  });
});

describe('updateProductSet', () => {
  const update = (input: object) =>
    caller
      .graphql(
        `mutation ($input: UpdateProductSetInput!) { updateProductSet(input: $input) {
          ... on UpdateProductSetPayload { productSet { name count productSetFilter updatedAt } }
          ... on ValidationError { issues { path message } }
          ... on ConflictError { message }
        } }`,
        { input },
      )
      .then((data) => data.updateProductSet);

  it('changes the filter, and the count with it', async () => {
    const { id } = await create();
    const { productSet } = await update({ id, productSetFilter: { category: { eq: 'Hats' } } });
    expect(productSet).toMatchObject({
      name: 'Shoes',
      count: 2,
      productSetFilter: '{"category":{"eq":"Hats"}}',
    });
  });

  it('refuses another advertiser, and a filter on the set of all products', async () => {
    const [all] = (await caller.get(`/productsets?accountId=${accountId}&limit=1`)).body.response;
    const other = await createAdvertiser(caller);
    const input = { id: all.id, advertiserId: other, productSetFilter: { brand: { eq: 'Acme' } } };
    expect((await update(input)).issues).toEqual([
      { path: 'advertiserId', message: 'advertiserId cannot be changed' },
      {
        path: 'productSetFilter',
        message: 'productSetFilter cannot be set, because this is the set of all products',
      },
    ]);
  });

  it('refuses a stale updatedAt', async () => {
    const { id, updatedAt } = await create();
    await update({ id, name: 'Second', updatedAt });
    expect((await update({ id, name: 'Third', updatedAt })).message).toContain('was changed at');
  });
});
