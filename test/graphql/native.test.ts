import { describe, expect, it } from 'vitest';
import {
  adGroupOf,
  attributeOf,
  campaignOf,
  createTree,
  keywordOf,
  nativeTest,
} from '../rest/native/support.ts';
import { tokenFor } from '../support/actors.ts';

const native = await nativeTest();

async function tree() {
  const made = await createTree(native);
  const token = await tokenFor(native.system, made.client);
  const run = async (query: string, variables: object = {}) => {
    const answer = await native.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ query, variables }),
    });
    return answer.json();
  };
  return { ...made, run };
}

const ITEM = 'index error { code message description }';

describe('bulk mutations', () => {
  it('answer item by item what the native interface’s batch answers', async () => {
    const { call, run, ...ids } = await tree();
    const good = keywordOf(ids);
    const items = [
      good,
      { ...good, value: good.value.toUpperCase() },
      keywordOf({ ...ids, advertiserId: 987_654_321 }),
      keywordOf(ids, { matchType: 'broad' }),
      keywordOf(ids, { bidSet: { bids: [{ priceType: 'CPC', value: 1, channel: 'NATIVE' }] } }),
      keywordOf(ids),
    ];
    const dry = await run(
      `mutation ($inputs: [CreateKeywordInput!]!) {
         createKeywords(inputs: $inputs, validateOnly: true) { ${ITEM} keyword { value status } } }`,
      { inputs: items },
    );
    const rest = await call('POST', '/keyword', items);
    const errors = dry.data.createKeywords.flatMap(
      ({ index, error }: { index: number; error: object | null }) =>
        error ? [{ errIndex: index, ...error }] : [],
    );
    expect(errors).toEqual(rest.body.errors);
    expect(dry.data.createKeywords[0].keyword).toEqual({ value: good.value, status: 'ACTIVE' });
    expect(rest.body.response[0].id).toEqual(expect.any(Number));
  });

  it('change by global ids, tell unknown from invalid, and honour updatedAt', async () => {
    const { run, call, ...ids } = await tree();
    const made = await run(
      `mutation ($inputs: [CreateAdGroupInput!]!) {
         createAdGroups(inputs: $inputs) { ${ITEM} adGroup { id updatedAt campaignId } } }`,
      {
        inputs: [
          {
            ...adGroupOf(ids),
            advertiserId: `Advertiser:${ids.advertiserId}`,
            campaignId: `Campaign:${ids.campaignId}`,
          },
        ],
      },
    );
    const { id, updatedAt, campaignId } = made.data.createAdGroups[0].adGroup;
    expect(campaignId).toBe(ids.campaignId);
    const update = `mutation ($inputs: [UpdateAdGroupInput!]!) {
      updateAdGroups(inputs: $inputs) { ${ITEM} adGroup { status } } }`;
    const changed = await run(update, {
      inputs: [
        { id, status: 'PAUSED', updatedAt },
        { id: '987654321', status: 'PAUSED' },
        { id: `AdGroup:${ids.adGroupId}`, bidSet: { bids: [] }, updatedAt: '2020-01-01T00:00:00.000Z' },
      ],
    });
    expect(changed.data.updateAdGroups).toMatchObject([
      { index: 0, error: null, adGroup: { status: 'PAUSED' } },
      { index: 1, error: { code: 'E40005_NOT_FOUND' }, adGroup: null },
      { index: 2, error: { code: 'E40004_REQUEST_CONFLICT' }, adGroup: null },
    ]);
  });

  it('reach campaigns too', async () => {
    const { run, ...ids } = await tree();
    const { data } = await run(
      `mutation ($inputs: [CreateCampaignsInput!]!) { createCampaigns(inputs: $inputs) { ${ITEM} campaign { channel adGroups { totalCount } } } }`,
      {
        inputs: [campaignOf(ids.advertiserId), campaignOf(ids.advertiserId, { objective: 'PROMOTE_BRAND' })],
      },
    );
    expect(data.createCampaigns).toMatchObject([
      { error: null, campaign: { channel: 'SEARCH_AND_NATIVE', adGroups: { totalCount: 0 } } },
      { error: { message: 'Mismatching campaign channel and objective' }, campaign: null },
    ]);
  });

  it('carry the documented 500 of a mismatched bid channel', async () => {
    const { run, call, ...ids } = await tree();
    await call('PUT', '/campaign', { id: ids.campaignId, channel: 'NATIVE' });
    const { data } = await run(
      `mutation ($inputs: [CreateAdGroupInput!]!) { createAdGroups(inputs: $inputs) { ${ITEM} } }`,
      { inputs: [adGroupOf(ids)] },
    );
    expect(data.createAdGroups[0].error).toEqual({
      code: 'E10000_INTERNAL_SERVER_ERROR',
      message: 'Internal Server Error',
      description: 'mismatched bid channel',
    });
  });
});

describe('single mutations', () => {
  const KEYWORD = `... on CreateKeywordPayload { keyword { id databaseId adGroup { id } } }
    ... on ValidationError { message issues { path message } }
    ... on ForbiddenError { message }`;

  it('create, change and delete, and refuse in typed errors', async () => {
    const { run, call, ...ids } = await tree();
    const create = `mutation ($input: CreateKeywordInput!) { createKeyword(input: $input) { __typename ${KEYWORD} } }`;
    const input = keywordOf(ids, { parentId: `AdGroup:${ids.adGroupId}` });
    const made = (await run(create, { input })).data.createKeyword;
    expect(made.keyword.adGroup.id).toBe(`AdGroup:${ids.adGroupId}`);
    expect((await run(create, { input })).data.createKeyword).toMatchObject({
      __typename: 'ValidationError',
      message: expect.stringContaining('Duplicate attribute value'),
    });
    const gone = await run(
      `mutation { deleteKeyword(id: "${made.keyword.id}") { ... on DeleteKeywordPayload { keyword { status } } } }`,
    );
    expect(gone.data.deleteKeyword.keyword.status).toBe('DELETED');
    expect(gone.data).toBeDefined();
    const unknown = await run('mutation { deleteKeyword(id: "987654321") { __typename } }');
    expect(unknown.data.deleteKeyword.__typename).toBe('NotFoundError');
  });

  it('name every problem where it stands, in the words of the native interface', async () => {
    const { run, call, ...ids } = await tree();
    const input = keywordOf(ids, { matchType: 'broad', landingUrl: 'nowhere' });
    const { data } = await run(
      `mutation ($input: CreateKeywordInput!) { createKeyword(input: $input) { ${KEYWORD} } }`,
      { input },
    );
    const { issues } = data.createKeyword;
    expect(issues.map(({ path }: { path: string }) => path).sort()).toEqual(['landingUrl', 'matchType']);
    const [error] = (await call('POST', '/keyword', input)).body.errors;
    expect(issues.map(({ message }: { message: string }) => message)).toEqual(error.description.split('; '));
  });

  it('take a targeting attribute’s parent by the type it names', async () => {
    const { run, call, ...ids } = await tree();
    const create = async (fields: object) =>
      (
        await run(
          `mutation ($input: CreateTargetingAttributeInput!) {
             createTargetingAttribute(input: $input) {
               __typename ... on CreateTargetingAttributePayload { targetingAttribute { parentId } } } }`,
          { input: attributeOf(ids, fields) },
        )
      ).data.createTargetingAttribute;
    expect(await create({ parentType: 'CAMPAIGN', parentId: `Campaign:${ids.campaignId}` })).toMatchObject({
      targetingAttribute: { parentId: ids.campaignId },
    });
    expect(await create({ parentType: 'CAMPAIGN', parentId: `AdGroup:${ids.adGroupId}` })).toEqual({
      __typename: 'ValidationError',
    });
  });

  it('are forbidden to viewers', async () => {
    const { client, ...ids } = await tree();
    const viewer = await native.caller({ role: 'VIEWER', seatId: client.seatId });
    const token = await tokenFor(native.system, viewer.client);
    const answer = await native.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({
        query: 'mutation ($input: CreateKeywordInput!) { createKeyword(input: $input) { __typename } }',
        variables: { input: keywordOf(ids) },
      }),
    });
    expect(answer.json().data.createKeyword.__typename).toBe('ForbiddenError');
  });
});

describe('reads', () => {
  it('go from the advertiser down, page, and leave out what is deleted and what is another seat’s', async () => {
    const { run, call, ...ids } = await tree();
    const { body } = await call('POST', '/keyword', [keywordOf(ids), keywordOf(ids), keywordOf(ids)]);
    const [a, b, c] = body.response;
    await call('DELETE', `/keyword/${b.id}`);
    await call('POST', '/targetingattribute', attributeOf(ids));
    await call('POST', '/ad', { adGroupId: ids.adGroupId, title: 'T', landingUrl: 'https://example.com/' });
    const { data } = await run(`{ advertiser(id: "${ids.advertiserId}") { adGroups { totalCount nodes {
      databaseId keywords(first: 1) { totalCount nodes { databaseId value } pageInfo { endCursor hasNextPage } }
      targetingAttributes { nodes { type value } } ads { nodes { title } } } } } }`);
    const [group] = data.advertiser.adGroups.nodes;
    expect(group).toMatchObject({
      databaseId: ids.adGroupId,
      keywords: { totalCount: 2, nodes: [{ databaseId: a.id, value: a.value }] },
      targetingAttributes: { nodes: [{ type: 'GENDER', value: 'FEMALE' }] },
      ads: { nodes: [{ title: 'T' }] },
    });
    const next = await run(
      `{ adGroup(id: "${ids.adGroupId}") { keywords(first: 5, after: "${group.keywords.pageInfo.endCursor}") { nodes { databaseId } } } }`,
    );
    expect(next.data.adGroup.keywords.nodes).toEqual([{ databaseId: c.id }]);

    const stranger = await tree();
    const { data: theirs } = await stranger.run(
      `{ adGroup(id: "${ids.adGroupId}") { id } keyword(id: "${a.id}") { id } keywords { totalCount } }`,
    );
    expect(theirs).toEqual({ adGroup: null, keyword: null, keywords: { totalCount: 0 } });
  });
});
