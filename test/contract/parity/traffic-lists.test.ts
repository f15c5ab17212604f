import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../support/caller.ts';
import {
  createAdvertiser,
  createLine,
  type TrafficTest,
  trafficTest,
} from '../../support/traffic/traffic.ts';
import { expectSameAnswer, type Operation } from './operation.ts';

/**
 * Deals, native lists, product sets, targeting and bid multipliers: the same input through REST and GraphQL
 * leaves the same state, or is refused in the same words.
 */
let test: TrafficTest;
let caller: Caller;
let advertiserId: number;

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
  advertiserId = await createAdvertiser(caller);
});

const deal = {
  name: 'Deal',
  status: 'ACTIVE',
  exchangeId: 3,
  exchangeDealId: 'X',
  description: 'D',
  accountIsExcluded: false,
};
const items = [{ itemName: 'example.com' }, { itemName: 'com.example.app' }];
const nativeList = () => ({ accountId: advertiserId, name: 'List', status: 'ACTIVE', items });
const productSet = () => ({
  accountId: advertiserId,
  name: 'Set',
  type: 'RETAIL',
  status: 'ACTIVE',
  productSetFilter: { brand: { eq: 'Acme' } },
});

/** The newest row without the columns that differ between two rows. */
async function newest(table: 'deal' | 'nativeList' | 'productSet') {
  const find = test.system.db[table].findFirst as (args: object) => Promise<Record<string, unknown> | null>;
  const { id: _, createdAt: __, updatedAt: ___, ...row } = (await find({ orderBy: { id: 'desc' } })) ?? {};
  return row;
}

describe('a creation', () => {
  it.each<[string, string, 'deal' | 'nativeList' | 'productSet', () => object]>([
    ['createDeal', '/deals', 'deal', () => ({ ...deal, accounts: [advertiserId], reservePrice: 1.5 })],
    ['createNativeList', '/nativelists', 'nativeList', nativeList],
    ['createProductSet', '/productsets', 'productSet', productSet],
  ])('%s stores the same row', async (mutation, path, table, input) => {
    const rest = (body: object) => caller.post(path, body);
    const rows: object[] = [];
    const noted = async (body: object) => {
      const reply = await rest(body);
      rows.push(await newest(table));
      return reply;
    };
    expect(await expectSameAnswer(caller, { mutation, rest: noted }, input())).toBe('accepted');
    expect(await newest(table)).toEqual(rows[0]);
  });

  it.each<[string, string, () => object]>([
    ['createDeal', '/deals', () => ({ ...deal, exchangeId: 0, reservePrice: -1, name: ' ' })],
    ['createDeal', '/deals', () => ({ ...deal, accounts: [2_000_000_000], accountGroups: [2_000_000_000] })],
    ['createNativeList', '/nativelists', () => ({ ...nativeList(), items: [...items, ...items] })],
    ['createNativeList', '/nativelists', () => ({ ...nativeList(), items: [{ itemName: 'a..b' }] })],
    [
      'createNativeList',
      '/nativelists',
      () => ({ ...nativeList(), items: Array(501).fill({ itemName: 'a.com' }) }),
    ],
    [
      'createProductSet',
      '/productsets',
      () => ({ ...productSet(), productSetFilter: { price: { gte: 1, lte: 5 } } }),
    ],
    ['createProductSet', '/productsets', () => ({ ...productSet(), productSetFilter: { and: [], or: [] } })],
    ['createProductSet', '/productsets', () => ({ ...productSet(), accountId: 2_000_000_000, name: '' })],
  ])('%s refuses %# with the same messages', async (mutation, path, input) => {
    const rest = (body: object) => caller.post(path, body);
    expect(await expectSameAnswer(caller, { mutation, rest }, input())).toEqual(expect.any(Array));
  });

  it('is refused to a viewer with the same messages', async () => {
    const viewer = await createCaller(test.system, { app: test.app, seatId: caller.seatId, role: 'VIEWER' });
    const rest = (body: object) => viewer.post('/deals', body);
    const said = await expectSameAnswer(viewer, { mutation: 'createDeal', rest }, deal);
    expect(said).toBe('This operation requires the role ADMIN or EDITOR. Your role is VIEWER.');
  });
});

describe('an update', () => {
  const update = (mutation: string, path: string, id: number): Operation => ({
    mutation,
    key: { id },
    rest: (body) => caller.put(`${path}/${id}`, body),
  });

  it('of a deal is accepted or refused alike', async () => {
    const { id } = (await caller.post('/deals', deal)).body.response;
    const operation = update('updateDeal', '/deals', id);
    expect(await expectSameAnswer(caller, operation, { name: 'New', accounts: [] })).toBe('accepted');
    expect(await expectSameAnswer(caller, operation, { name: '', exchangeId: -1 })).toHaveLength(2);
    const nobodys = update('updateDeal', '/deals', 2_000_000_000);
    expect(await expectSameAnswer(caller, nobodys, { name: 'New' })).toBe('Deal not found.');
  });

  it('of a native list is accepted, refused or in conflict alike', async () => {
    const { id, updatedAt } = (await caller.post('/nativelists', nativeList())).body.response;
    const operation = update('updateNativeList', '/nativelists', id);
    expect(await expectSameAnswer(caller, operation, { items: items.slice(1) })).toBe('accepted');
    expect(await expectSameAnswer(caller, operation, { accountId: 2_000_000_000 })).toHaveLength(1);
    expect(await expectSameAnswer(caller, operation, { name: 'Stale', updatedAt })).toContain(
      'was changed at',
    );
  });
});

describe('a change of a line', () => {
  const lineChange = (mutation: string, path: string, lineId: number): Operation => ({
    mutation,
    key: { lineId },
    rest: (body) => caller.post(`/lines/${lineId}/${path}`, body),
  });

  it('of its targeting is accepted or refused alike, and answered alike', async () => {
    const list = (await caller.post('/nativelists', nativeList())).body.response.id;
    const set = (await caller.post('/productsets', productSet())).body.response.id;
    const lineId = await createLine(caller, { advertiserId });
    const operation = lineChange('updateTargeting', 'targeting', lineId);
    const change = {
      types: [{ name: 'GEOGRAPHY', isTargeted: true }],
      geos: { added: [23424736] },
      nativeLists: { added: [{ id: list, exclude: true }] },
      funnelAttributes: [{ lookBack: 7, funnelType: 'Purchase', productSetId: set, exclude: true }],
    };
    expect(await expectSameAnswer(caller, operation, change)).toBe('accepted');
    const { targeting } = (
      await caller.graphql(
        `query ($id: ID!) { line(id: $id) { targeting {
          types { name isTargeted } geos { woeid type name } nativeLists { databaseId name exclude }
          funnelAttributes { lookBack funnelType productSetId exclude }
        } } }`,
        { id: lineId },
      )
    ).line;
    const { id: _, ...read } = (await caller.get(`/lines/${lineId}/targeting`)).body.response;
    const nativeLists = targeting.nativeLists.map(
      ({ databaseId, ...rest }: { databaseId: number; name: string }) => ({ id: databaseId, ...rest }),
    );
    expect({ ...targeting, nativeLists }).toEqual(read);

    const bad = {
      geos: { added: [2_000_000_000, 23424736] },
      nativeLists: {
        added: [
          { id: list, exclude: false },
          { id: 2_000_000_000, exclude: true },
        ],
      },
      funnelAttributes: [{ lookBack: 0, funnelType: 'Purchase', productSetId: 2_000_000_000 }],
    };
    expect(await expectSameAnswer(caller, operation, bad)).toHaveLength(5);
    const nobodys = lineChange('updateTargeting', 'targeting', 2_000_000_000);
    expect(await expectSameAnswer(caller, nobodys, change)).toBe('Line not found.');
  });

  it('of its bid multipliers is refused alike, and answered alike', async () => {
    const lineId = await createLine(caller, { advertiserId });
    const operation = lineChange('updateBidMultipliers', 'bidmultipliers', lineId);
    const monday = { targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 9 }, multiplier: 2 };
    const bad = {
      added: [{ ...monday, targetValue: { day: 'Funday', hour: 24 } }, monday, monday],
      edited: [
        { id: 2_000_000_000, multiplier: 10 },
        { id: 2_000_000_000, multiplier: 2 },
      ],
      removed: [2_000_000_000],
    };
    expect(await expectSameAnswer(caller, operation, bad)).toEqual(expect.any(Array));
    expect(
      await expectSameAnswer(caller, { ...operation, rest: async (body) => operation.rest(body) }, {}),
    ).toBe('accepted');
    const updated = await caller.graphql(
      `mutation ($input: UpdateBidMultipliersInput!) { updateBidMultipliers(input: $input) {
        ... on UpdateBidMultipliersPayload {
          bidMultiplierCap
          bidMultipliers { databaseId targetType targetValue multiplier }
          line { bidMultipliers { nodes { databaseId } totalCount } }
        }
      } }`,
      { input: { lineId, added: [monday] } },
    );
    const { bidMultipliers, bidMultiplierCap, line } = updated.updateBidMultipliers;
    const [{ databaseId, multiplier, ...rest }] = bidMultipliers;
    const shown = { id: databaseId, multiplier: Number(multiplier), ...rest };
    expect({ bidMultiplierCap, bidMultipliers: [shown] }).toEqual(
      (await caller.get(`/lines/${lineId}/bidmultipliers`)).body.response,
    );
    expect(line.bidMultipliers).toEqual({ nodes: [{ databaseId }], totalCount: 1 });
  });

  it('is refused with a stale updatedAt of the line', async () => {
    const lineId = await createLine(caller, { advertiserId });
    const { updatedAt } = (await caller.get(`/lines/${lineId}`)).body.response;
    const says = async (mutation: string, more: object) => {
      const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
      const { result } = await caller.graphql(
        `mutation ($input: ${type}) { result: ${mutation}(input: $input) { __typename } }`,
        { input: { lineId, updatedAt, ...more } },
      );
      return result.__typename;
    };
    expect(await says('updateTargeting', { geos: { added: [23424736] } })).toBe('UpdateTargetingPayload');
    expect(await says('updateTargeting', { geos: { clearAll: true } })).toBe('ConflictError');
    expect(await says('updateBidMultipliers', {})).toBe('ConflictError');
  });
});

it('a tree from the advertiser down reaches deals, native lists and product sets', async () => {
  await caller.post('/nativelists', nativeList());
  await caller.post('/deals', { ...deal, name: 'Reached', accounts: [advertiserId] });
  await caller.post('/deals', {
    ...deal,
    name: 'Not reached',
    accountIsExcluded: true,
    accounts: [advertiserId],
  });
  const { advertiser } = await caller.graphql(
    `query ($id: ID!) { advertiser(id: $id) {
      deals(filter: { query: "reached" }) { nodes { name } totalCount }
      nativeLists(first: 1, filter: { status: ACTIVE }) { nodes { name items { itemName } } totalCount }
      productSets(first: 1) { nodes { isAllProducts count } totalCount }
    } }`,
    { id: advertiserId },
  );
  expect(advertiser.deals).toEqual({ nodes: [{ name: 'Reached' }], totalCount: 1 });
  expect(advertiser.nativeLists.nodes[0].items[0]).toEqual({ itemName: 'example.com' });
  expect(advertiser.productSets.nodes).toEqual([{ isAllProducts: true, count: 0 }]);
});
