import { describe, expect, it } from 'vitest';
import { adGroupOf, campaignOf, createTree, keywordOf, nativeTest } from './support.ts';

const native = await nativeTest();
const bids = (...channels: string[]) => ({
  bidSet: { bids: channels.map((channel) => ({ priceType: 'CPC', value: 1, channel })) },
});
const MISMATCH = {
  status: 400,
  body: {
    response: null,
    errors: [
      {
        errIndex: -1,
        code: 'E40000_INVALID_INPUT',
        message: 'Mismatching campaign channel and objective',
        description: expect.any(String),
      },
    ],
  },
};
const MISMATCHED_BID = {
  errIndex: -1,
  code: 'E10000_INTERNAL_SERVER_ERROR',
  message: 'Internal Server Error',
  description: 'mismatched bid channel',
};

describe('a campaign', () => {
  // covers: 3.errors.3
  it.each(['SEARCH', 'SEARCH_AND_NATIVE'])(
    'with a native-only objective cannot run on %s',
    async (channel) => {
      const { call, advertiserId } = await createTree(native);
      const contradiction = { objective: 'PROMOTE_BRAND', channel };
      expect(await call('POST', '/campaign', campaignOf(advertiserId, contradiction))).toMatchObject(
        MISMATCH,
      );
      const created = await call(
        'POST',
        '/campaign',
        campaignOf(advertiserId, { ...contradiction, channel: 'NATIVE' }),
      );
      const { id } = created.body.response;
      expect(await call('PUT', '/campaign', { id, channel })).toMatchObject(MISMATCH);
      expect((await call('GET', `/campaign/${id}`)).body.response.channel).toBe('NATIVE');
    },
  );

  // covers: 3.errors.6
  it('with objective VISIT_WEB toggles its channel, and cannot turn native-only while it has search', async () => {
    const { call, campaignId: id } = await createTree(native);
    for (const channel of ['NATIVE', 'SEARCH', 'SEARCH_AND_NATIVE'])
      expect(await call('PUT', '/campaign', { id, channel })).toMatchObject({
        status: 200,
        body: { response: { channel } },
      });
    expect(await call('PUT', '/campaign', { id, objective: 'PROMOTE_BRAND' })).toMatchObject(MISMATCH);
    const both = { id, objective: 'PROMOTE_BRAND', channel: 'NATIVE' };
    expect((await call('PUT', '/campaign', both)).status).toBe(200);
  });

  // covers: 3.examples-of-object-calls.put-/campaign/
  it('is updated by a partial PUT and returned whole', async () => {
    const { call, campaignId: id } = await createTree(native);
    const before = (await call('GET', `/campaign/${id}`)).body.response;
    const after = await call('PUT', '/campaign/', { id, status: 'PAUSED' });
    expect(after).toMatchObject({ status: 200, body: { errors: null } });
    const { lastUpdateDate } = after.body.response;
    expect(after.body.response).toEqual({ ...before, status: 'PAUSED', lastUpdateDate });
  });

  it('has a language of the dictionary and documented words only', async () => {
    const { call, advertiserId } = await createTree(native);
    for (const wrong of [
      { language: 'EN' },
      { language: 'xx' },
      { channel: 'native' },
      { objective: 'visit_web' },
      { budgetType: 'WEEKLY' },
      { status: 'Active' },
      { budget: -1 },
      { budget: '10' },
      { isPartnerNetwork: true },
    ])
      expect(await call('POST', '/campaign', campaignOf(advertiserId, wrong))).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'E40000_INVALID_INPUT' }] },
      });
  });
});

describe('an ad group', () => {
  // covers: 3.errors.4
  it.each([
    ['NATIVE', 'SEARCH'],
    ['SEARCH', 'NATIVE'],
  ])('of a %s campaign has no bid on %s: the documented 500', async (channel, other) => {
    const { call, ...tree } = await createTree(native, { campaign: { channel }, adGroup: bids(channel) });
    const refused = { status: 500, body: { response: null, errors: [MISMATCHED_BID] } };
    expect(await call('POST', '/adgroup', adGroupOf(tree, bids(other)))).toMatchObject(refused);
    expect(await call('PUT', '/adgroup', { id: tree.adGroupId, ...bids(channel, other) })).toMatchObject(
      refused,
    );
    const batch = await call('POST', '/adgroup', [
      adGroupOf(tree, bids(channel)),
      adGroupOf(tree, bids(other)),
    ]);
    expect(batch).toMatchObject({ status: 200, body: { errors: [{ ...MISMATCHED_BID, errIndex: 1 }] } });
  });

  // A native-only objective such as PROMOTE_BRAND rules out search components.
  it('of a campaign with a native-only objective has no bid on SEARCH, though the campaign names no channel', async () => {
    const { call, ...tree } = await createTree(native, {
      campaign: { objective: 'PROMOTE_BRAND', channel: undefined },
      adGroup: bids('NATIVE'),
    });
    const refused = { status: 500, body: { response: null, errors: [MISMATCHED_BID] } };
    expect(await call('POST', '/adgroup', adGroupOf(tree, bids('SEARCH')))).toMatchObject(refused);
    expect(await call('PUT', '/adgroup', { id: tree.adGroupId, ...bids('SEARCH') })).toMatchObject(refused);
    expect((await call('PUT', '/adgroup', { id: tree.adGroupId, ...bids('NATIVE') })).status).toBe(200);
  });

  it('of a campaign on both channels has bids on both', async () => {
    const { call, ...tree } = await createTree(native);
    expect((await call('POST', '/adgroup', adGroupOf(tree, bids('NATIVE', 'SEARCH')))).status).toBe(200);
  });

  // covers: 2.product-set.3
  it('names a product set of its advertiser', async () => {
    const { call, ...tree } = await createTree(native);
    const foreign = await createTree(native);
    const setOf = async ({ client, advertiserId }: typeof foreign) => {
      const data = { seatId: client.seatId, advertiserId, name: 'Set', type: 'RETAIL', status: 'ACTIVE' };
      return (await native.system.db.productSet.create({ data })).id;
    };
    const own = await setOf({ call, ...tree });
    const theirs = await setOf(foreign);
    const put = async (productSetId: number) =>
      (await call('PUT', '/adgroup', { id: tree.adGroupId, productSetId })).status;
    expect([await put(own), await put(theirs), await put(987_654_321)]).toEqual([200, 400, 400]);
  });

  it('needs a campaign of its advertiser, a real day and whole bids', async () => {
    const { call, ...tree } = await createTree(native);
    const foreign = await createTree(native);
    for (const wrong of [
      { campaignId: foreign.campaignId },
      { campaignId: 987_654_321 },
      { startDateStr: '2026-02-30' },
      { startDateStr: '2026-1-1' },
      { bidSet: { bids: [{ priceType: 'CPC', value: -1, channel: 'SEARCH' }] } },
      { bidSet: { bids: [{ priceType: 'CPC', value: 1 }] } },
      { bidSet: undefined },
      { adGroupName: ' ' },
    ])
      expect((await call('POST', '/adgroup', adGroupOf(tree, wrong))).status).toBe(400);
    expect((await call('POST', '/adgroup', adGroupOf(tree, { startDateStr: '2026-02-28' }))).status).toBe(
      200,
    );
  });
});

describe('a keyword', () => {
  // covers: 3.errors.5
  it('takes no bid on the native channel', async () => {
    const { call, ...tree } = await createTree(native);
    const refused = {
      status: 400,
      body: { errors: [{ errIndex: -1, code: 'E40000_INVALID_INPUT', message: 'Invalid bid metadata' }] },
    };
    expect(await call('POST', '/keyword', keywordOf(tree, bids('NATIVE')))).toMatchObject(refused);
    const { id } = (await call('POST', '/keyword', keywordOf(tree, bids('SEARCH')))).body.response;
    expect(await call('PUT', '/keyword', { id, ...bids('SEARCH', 'NATIVE') })).toMatchObject(refused);
  });

  it('has no place in a campaign with a native-only objective', async () => {
    const { call, ...tree } = await createTree(native, {
      campaign: { objective: 'PROMOTE_BRAND', channel: 'NATIVE' },
      adGroup: bids('NATIVE'),
    });
    expect(await call('POST', '/keyword', keywordOf(tree))).toMatchObject(MISMATCH);
  });
});

describe('a bid set', () => {
  it('has one bid for each price type and channel', async () => {
    const { call, adGroupId, ...tree } = await createTree(native);
    const bid = { priceType: 'CPC', value: 1, channel: 'SEARCH' };
    const twice = { bids: [bid, { ...bid, value: 2 }] };
    const refused = {
      status: 400,
      body: { errors: [{ description: 'bidSet.bids must have one bid for each price type and channel' }] },
    };
    expect(await call('POST', '/adgroup', adGroupOf(tree, { bidSet: twice }))).toMatchObject(refused);
    expect(await call('PUT', '/adgroup', { id: adGroupId, bidSet: twice })).toMatchObject(refused);
    const other = { bids: [bid, { ...bid, priceType: 'CPM' }, { ...bid, channel: 'NATIVE' }] };
    expect(await call('PUT', '/adgroup', { id: adGroupId, bidSet: other })).toMatchObject({ status: 200 });
  });
});
