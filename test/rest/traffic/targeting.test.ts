import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../support/caller.ts';
import {
  createAdvertiser,
  createLine,
  problemsOf,
  type TrafficTest,
  trafficTest,
} from '../../support/traffic/traffic.ts';

let test: TrafficTest;
let caller: Caller;
let stranger: Caller;
let advertiserId: number;
let lineId: number;

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
  stranger = await createCaller(test.system, { app: test.app });
  advertiserId = await createAdvertiser(caller);
  lineId = await createLine(caller, { advertiserId });
});

const read = async () => (await caller.get(`/lines/${lineId}/targeting`)).body.response;
const post = (body: unknown) => caller.post(`/lines/${lineId}/targeting/`, body);

async function refusal(body: unknown) {
  const before = await read();
  const reply = await post(body);
  expect(reply.status).toBe(400);
  expect(await read()).toEqual(before);
  return problemsOf(reply);
}

async function nativeList(owner: Caller, accountId: number, overrides: object = {}): Promise<number> {
  const { body } = await owner.post('/nativelists', {
    accountId,
    name: 'Blocked',
    status: 'ACTIVE',
    items: [{ itemName: 'example.com' }],
    ...overrides,
  });
  return body.response.id;
}

async function productSet(owner: Caller, accountId: number): Promise<number> {
  const productSetFilter = { brand: { eq: 'Acme' } };
  const { body } = await owner.post('/productsets', { accountId, name: 'Set', productSetFilter });
  return body.response.id;
}

describe('funnel targeting', () => {
  const attribute = (productSetId: number, overrides: object = {}) => ({
    lookBack: 30,
    funnelType: 'ViewProduct',
    productSetId,
    exclude: false,
    ...overrides,
  });
  const on = [{ name: 'TARGET_PRODUCT_FUNNEL', isTargeted: true }];

  // covers: 2.funnel-targeting-on-a-line.id, 2.funnel-targeting-on-a-line.types
  // covers: 2.funnel-targeting-on-a-line.funnelattributes, 2.funnel-targeting-on-a-line.funnelattributes-.lookback
  // covers: 2.funnel-targeting-on-a-line.funnelattributes-.funneltype
  // covers: 2.funnel-targeting-on-a-line.funnelattributes-.productsetid
  // covers: 2.funnel-targeting-on-a-line.funnelattributes-.exclude
  // covers: 2.funnel-targeting.post-/traffic/lines/id/targeting/, 2.funnel-targeting.get-/traffic/lines/id/targeting
  it('200: stores types and attributes, and a read answers all that is enabled', async () => {
    const set = await productSet(caller, advertiserId);
    const funnelAttributes = [
      attribute(set),
      attribute(set, { funnelType: 'AddToCart', lookBack: 7 }),
      attribute(set, { funnelType: 'Purchase', exclude: true }),
    ];
    const { status, body } = await post({ types: on, funnelAttributes });
    expect(status).toBe(200);
    expect(body.response).toMatchObject({ id: lineId, types: on, funnelAttributes });
    expect(await read()).toEqual(body.response);
  });

  it('200: a further call replaces the attributes, and touches no other type', async () => {
    const set = await productSet(caller, advertiserId);
    await post({ types: [{ name: 'GEOGRAPHY', isTargeted: true }], geos: { added: [23424736] } });
    const { geos } = await read();
    await post({ types: on, funnelAttributes: [attribute(set)] });
    expect(await read()).toMatchObject({ geos, funnelAttributes: [attribute(set)] });
  });

  it('200: turned off, its attributes are not answered; turned on again, they are', async () => {
    const set = await productSet(caller, advertiserId);
    await post({ types: on, funnelAttributes: [attribute(set)] });
    await post({ types: [{ name: 'TARGET_PRODUCT_FUNNEL', isTargeted: false }] });
    expect((await read()).funnelAttributes).toEqual([]);
    await post({ types: on });
    expect((await read()).funnelAttributes).toEqual([attribute(set)]);
  });

  it('400: every wrong attribute is named by its place', async () => {
    const set = await productSet(caller, advertiserId);
    const funnelAttributes = [
      attribute(set),
      attribute(set, { lookBack: 0 }),
      attribute(set, { funnelType: 'View' }),
      {},
    ];
    expect(Object.keys(await refusal({ types: on, funnelAttributes }))).toEqual([
      'funnelAttributes[1].lookBack',
      'funnelAttributes[2].funnelType',
      'funnelAttributes[3].lookBack',
      'funnelAttributes[3].funnelType',
      'funnelAttributes[3].productSetId',
    ]);
    expect(await refusal({ types: on, funnelAttributes: [attribute(set), attribute(set)] })).toEqual({
      'funnelAttributes[1]': 'funnelAttributes[1] must not repeat funnelAttributes[0]',
    });
  });

  it('400: a product set of another advertiser of the seat, of another seat, or of nobody: all alike', async () => {
    const ids = [
      await productSet(caller, await createAdvertiser(caller)),
      await productSet(stranger, await createAdvertiser(stranger)),
      2_000_000_000,
      3_000_000_000,
    ];
    const found = await refusal({ types: on, funnelAttributes: ids.map((id) => attribute(id)) });
    const said = 'must be the ID of a product set of the line’s advertiser';
    expect(Object.entries(found)).toEqual(
      ids.map((_, index) => {
        const path = `funnelAttributes[${index}].productSetId`;
        return [path, `${path} ${said}`];
      }),
    );
  });
});

describe('native list blocking', () => {
  const on = [{ name: 'NATIVE_LIST', isTargeted: true }];
  const block = (...ids: number[]) => ({
    types: on,
    nativeLists: { added: ids.map((id) => ({ id, exclude: true })) },
  });

  it('200: adds, removes and clears', async () => {
    const [a, b] = [await nativeList(caller, advertiserId), await nativeList(caller, advertiserId)];
    const lists = async () => (await read()).nativeLists;
    await post(block(a, b));
    expect(await lists()).toEqual([
      { id: a, name: 'Blocked', exclude: true },
      { id: b, name: 'Blocked', exclude: true },
    ]);
    await post({ types: on, nativeLists: { removed: [a, 2_000_000_000, 3_000_000_000] } });
    expect(await lists()).toEqual([{ id: b, name: 'Blocked', exclude: true }]);
    await post({ types: on, nativeLists: { clearAll: true, added: [{ id: a, exclude: true }] } });
    expect(await lists()).toEqual([{ id: a, name: 'Blocked', exclude: true }]);
  });

  it('400: lists can be blocked only', async () => {
    const id = await nativeList(caller, advertiserId);
    expect(await refusal({ types: on, nativeLists: { added: [{ id, exclude: false }] } })).toEqual({
      'nativeLists.added[0].exclude':
        'nativeLists.added[0].exclude must be true, because native lists can only be blocked',
    });
  });

  // covers: 2.native-list.status
  it('400: an INACTIVE or ARCHIVED list cannot be newly blocked; one that is blocked may stay', async () => {
    const inactive = await nativeList(caller, advertiserId, { status: 'INACTIVE' });
    const archived = await nativeList(caller, advertiserId, { status: 'ARCHIVED' });
    expect(Object.keys(await refusal(block(inactive, archived)))).toEqual([
      'nativeLists.added[0].id',
      'nativeLists.added[1].id',
    ]);
    const blocked = await nativeList(caller, advertiserId);
    await post(block(blocked));
    await caller.put(`/nativelists/${blocked}`, { status: 'ARCHIVED' });
    expect((await post(block(blocked))).status).toBe(200);
  });

  it('400: a list of another advertiser of the seat, of another seat, or of nobody: all alike', async () => {
    const ids = [
      await nativeList(caller, await createAdvertiser(caller)),
      await nativeList(stranger, await createAdvertiser(stranger)),
      2_000_000_000,
      3_000_000_000,
    ];
    const said = 'must be the ID of a native list of the line’s advertiser';
    expect(Object.entries(await refusal(block(...ids)))).toEqual(
      ids.map((_, index) => {
        const path = `nativeLists.added[${index}].id`;
        return [path, `${path} ${said}`];
      }),
    );
  });
});

it('an unknown type is named', async () => {
  expect(await refusal({ types: [{ name: 'GENDER', isTargeted: true }] })).toEqual({
    'types[0].name': 'types[0].name must be one of GEOGRAPHY, NATIVE_LIST, TARGET_PRODUCT_FUNNEL',
  });
});
