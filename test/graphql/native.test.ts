import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import {
  adGroupOf,
  attributeOf,
  campaignOf,
  createTree,
  keywordOf,
  nativeTest,
} from '../rest/native/support.ts';
import { tokenFor } from '../support/actors.ts';
import { inGraphqlNames } from '../support/graphql-names.ts';

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

const REFUSED = `__typename
  ... on ValidationError { issues { path message } }
  ... on NotFoundError { message }
  ... on ConflictError { message }
  ... on ForbiddenError { message }`;

const adOf = ({ adGroupId }: { adGroupId: number }) => ({
  adGroupId,
  title: 'T',
  landingUrl: 'https://example.com',
});

describe('bulk mutations', () => {
  it('return the same results, in order, as the batch of the native interface', async () => {
    const { call, run, ...ids } = await tree();
    const good = keywordOf(ids);
    const items = [
      good,
      { ...good, value: good.value.toUpperCase() },
      keywordOf(ids, { status: 'DELETED', landingUrl: 'nowhere' }),
    ];
    const dry = await run(
      `mutation ($inputs: [CreateKeywordInput!]!) {
         createKeywords(inputs: $inputs, validateOnly: true) {
           ${REFUSED} ... on CreateKeywordPayload { keyword { value status } } } }`,
      { inputs: items },
    );
    const rest = await call('POST', '/keyword', items);
    const [stored, duplicate, invalid] = dry.data.createKeywords;
    expect(stored).toEqual({
      __typename: 'CreateKeywordPayload',
      keyword: { value: good.value, status: 'ACTIVE' },
    });
    const said = (refused: { issues: { message: string }[] }) =>
      refused.issues.map(({ message }) => message).join('; ');
    expect(rest.body.errors).toMatchObject([
      { errIndex: 1, message: said(duplicate) },
      { errIndex: 2, description: said(invalid) },
    ]);
    expect(rest.body.response[0].id).toEqual(expect.any(Number));
  });

  it('update by global IDs, distinguish unknown from invalid IDs, and check updatedAt', async () => {
    const { run, call, ...ids } = await tree();
    const made = await run(
      `mutation ($inputs: [CreateAdGroupInput!]!) {
         createAdGroups(inputs: $inputs) { ... on CreateAdGroupPayload { adGroup { id updatedAt campaignId } } } }`,
      {
        inputs: [
          {
            ...inGraphqlNames('CreateAdGroupInput', adGroupOf(ids)),
            advertiserId: `Advertiser:${ids.advertiserId}`,
            campaignId: `Campaign:${ids.campaignId}`,
          },
        ],
      },
    );
    const { id, updatedAt, campaignId } = made.data.createAdGroups[0].adGroup;
    expect(campaignId).toBe(ids.campaignId);
    const update = `mutation ($inputs: [UpdateAdGroupInput!]!) {
      updateAdGroups(inputs: $inputs) { ${REFUSED} ... on UpdateAdGroupPayload { adGroup { status } } } }`;
    const changed = await run(update, {
      inputs: [
        { id, status: 'PAUSED', updatedAt },
        { id: '987654321', status: 'PAUSED' },
        { id: `AdGroup:${ids.adGroupId}`, bidSet: { bids: [] }, updatedAt: '2020-01-01T00:00:00.000Z' },
      ],
    });
    expect(changed.data.updateAdGroups).toMatchObject([
      { adGroup: { status: 'PAUSED' } },
      { __typename: 'NotFoundError' },
      { __typename: 'ConflictError' },
    ]);
  });

  it('reach campaigns too', async () => {
    const { run, ...ids } = await tree();
    const { data } = await run(
      `mutation ($inputs: [CreateCampaignsInput!]!) { createCampaigns(inputs: $inputs) {
         ${REFUSED} ... on CreateCampaignPayload { campaign { channel adGroups { totalCount } } } } }`,
      {
        inputs: [
          campaignOf(ids.advertiserId),
          campaignOf(ids.advertiserId, { objective: 'PROMOTE_BRAND' }),
        ].map((input) => inGraphqlNames('CreateCampaignsInput', input)),
      },
    );
    expect(data.createCampaigns).toMatchObject([
      { campaign: { channel: 'SEARCH_AND_NATIVE', adGroups: { totalCount: 0 } } },
      { __typename: 'ValidationError' },
    ]);
  });

  it('carry the documented 500 of a mismatched bid channel', async () => {
    const { run, call, ...ids } = await tree();
    await call('PUT', '/campaign', { id: ids.campaignId, channel: 'NATIVE' });
    const { data } = await run(
      `mutation ($inputs: [CreateAdGroupInput!]!) { createAdGroups(inputs: $inputs) { ${REFUSED} } }`,
      { inputs: [inGraphqlNames('CreateAdGroupInput', adGroupOf(ids))] },
    );
    expect(data.createAdGroups[0].issues[0].message).toContain('mismatched bid channel');
  });

  it.each(['Campaign', 'AdGroup', 'Keyword', 'NativeAd', 'TargetingAttribute'])(
    'of %ss answer the same union as the single ones, a typed ForbiddenError for each item of a viewer',
    async (resource) => {
      const { client, ...ids } = await tree();
      const viewer = await native.caller({ role: 'VIEWER', seatId: client.seatId });
      const token = await tokenFor(native.system, viewer.client);
      const good: Readonly<Record<string, object>> = {
        Campaign: inGraphqlNames('CreateCampaignsInput', campaignOf(ids.advertiserId)),
        AdGroup: inGraphqlNames('CreateAdGroupInput', adGroupOf(ids)),
        Keyword: keywordOf(ids),
        NativeAd: adOf(ids),
        TargetingAttribute: attributeOf(ids),
      };
      const plural = resource === 'Campaign' ? 's' : '';
      for (const [verb, input] of [
        ['create', good[resource]],
        ['update', { id: 1 }],
      ] as const) {
        const Verb = verb === 'create' ? 'Create' : 'Update';
        const name = `${verb}${resource}s`;
        expect(String(schema.getMutationType()?.getFields()[name]?.type)).toBe(
          `[${Verb}${resource}Result!]!`,
        );
        const answer = await native.app.inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload: JSON.stringify({
            query: `mutation ($inputs: [${Verb}${resource}${plural}Input!]!) { ${name}(inputs: $inputs) { ${REFUSED} } }`,
            variables: { inputs: [input, input] },
          }),
        });
        const refusal = {
          __typename: 'ForbiddenError',
          message: 'This operation requires the role ADMIN or EDITOR. Your role is VIEWER.',
        };
        expect(answer.json()).toMatchObject({ data: { [name]: [refusal, refusal] } });
      }
    },
  );

  it('take at most 500 inputs, refused as createLines refuses them', async () => {
    const { run, ...ids } = await tree();
    const inputs = Array.from({ length: 501 }, () => keywordOf(ids));
    const { errors } = await run(
      'mutation ($inputs: [CreateKeywordInput!]!) { createKeywords(inputs: $inputs) { __typename } }',
      { inputs },
    );
    expect(errors[0]).toMatchObject({
      message: 'Argument "inputs" must have at most 500 items.',
      extensions: { code: 'BAD_USER_INPUT' },
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

  it('are named in words where they are not found', async () => {
    const { run } = await tree();
    const missing = (mutation: string) =>
      run(`mutation { ${mutation}(id: "987654321") { ... on NotFoundError { message } } }`);
    expect((await missing('deleteAdGroup')).data.deleteAdGroup.message).toBe('Ad group not found.');
    expect((await missing('deleteTargetingAttribute')).data.deleteTargetingAttribute.message).toBe(
      'Targeting attribute not found.',
    );
  });

  it('name every problem where it stands, with the messages of the native interface', async () => {
    const { run, call, ...ids } = await tree();
    const input = keywordOf(ids, { status: 'DELETED', landingUrl: 'nowhere' });
    const { data } = await run(
      `mutation ($input: CreateKeywordInput!) { createKeyword(input: $input) { ${KEYWORD} } }`,
      { input },
    );
    const { issues } = data.createKeyword;
    expect(issues.map(({ path }: { path: string }) => path).sort()).toEqual(['landingUrl', 'status']);
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

describe('lists', () => {
  it.each([
    { list: 'adGroups', path: 'adgroup', of: adGroupOf },
    { list: 'ads', path: 'ad', of: adOf },
    { list: 'keywords', path: 'keyword', of: keywordOf },
    { list: 'targetingAttributes', path: 'targetingattribute', of: attributeOf },
  ])('leave deleted $list out unless the filter names a status', async ({ list, path, of }) => {
    const { run, call, ...ids } = await tree();
    const owner =
      list === 'adGroups' ? `campaign(id: "${ids.campaignId}")` : `adGroup(id: "${ids.adGroupId}")`;
    const { id } = (await call('POST', `/${path}`, of(ids))).body.response;
    expect((await call('DELETE', `/${path}/${id}`)).status).toBe(200);
    const row = 'nodes { databaseId }';
    const { data } = await run(
      `{ owner: ${owner} { usual: ${list} { ${row} } deleted: ${list}(filter: {status: DELETED}) { ${row} } } }`,
    );
    expect(data.owner.usual.nodes).not.toContainEqual({ databaseId: id });
    expect(data.owner.deleted.nodes).toEqual([{ databaseId: id }]);
  });
});
