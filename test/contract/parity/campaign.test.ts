import { describe, expect, it } from 'vitest';
import { createAdvertiser, nativeTest } from '../../rest/native/support.ts';
import { bearerHeaders } from '../../support/app.ts';
import { inGraphqlNames, inGraphqlWords } from '../../support/graphql-names.ts';

/**
 * A campaign of the native interface and one of GraphQL are one row with one set of rules: the same input
 * leaves the same state, or is refused in the same words.
 */
const native = await nativeTest();
const { call, client } = await native.caller();
const advertiserId = await createAdvertiser(native.system, client);

async function graphql(query: string, { input: given }: { input: object }) {
  const headers = { ...(await bearerHeaders(native.system, client)), 'content-type': 'application/json' };
  const input = inGraphqlNames('CreateCampaignInput', given);
  const payload = JSON.stringify({ query, variables: { input } });
  return (await native.app.inject({ method: 'POST', url: '/graphql', headers, payload })).json().data;
}

const CREATE = `mutation($input: CreateCampaignInput!) { answer: createCampaign(input: $input) { __typename
  ... on CreateCampaignPayload { campaign { databaseId } } ... on ValidationError { issues { message } } } }`;
const UPDATE = CREATE.replaceAll('Create', 'Update').replace('createCampaign(', 'updateCampaign(');

const good = {
  campaignName: 'Spring',
  status: 'PAUSED',
  budget: 12.5,
  budgetType: 'LIFETIME',
  objective: 'VISIT_WEB',
  language: 'fr',
  channel: 'SEARCH_AND_NATIVE',
  isPartnerNetwork: 'TRUE',
  somethingElse: { kept: [1] },
};

/** What the native interface answers, without what differs from one row to the next. */
async function read(id: number) {
  const {
    id: _,
    createdDate: __,
    lastUpdateDate: ___,
    ...state
  } = (await call('GET', `/campaign/${id}`)).body.response;
  return state;
}

describe('create', () => {
  it('leaves the same state through either interface', async () => {
    const byRest = await call('POST', '/campaign/', { advertiserId, ...good });
    expect(byRest.status).toBe(200);
    const { somethingElse, ...known } = good;
    const owner = { advertiserId: `Advertiser:${advertiserId}` };
    const input = { ...owner, ...known, isPartnerNetwork: true, extra: { somethingElse } };
    const { answer } = await graphql(CREATE, { input });
    expect(await read(answer.campaign.databaseId)).toEqual(await read(byRest.body.response.id));
  });
});

describe('refusals', () => {
  const BAD: readonly [string, object, 'message' | 'description'][] = [
    ['no name', { campaignName: '' }, 'description'],
    ['a negative budget', { budget: -1 }, 'description'],
    ['an unknown language', { language: 'zz' }, 'description'],
    [
      'a channel that contradicts its objective',
      { objective: 'PROMOTE_BRAND', channel: 'SEARCH' },
      'message',
    ],
  ];

  it.each(BAD)('of a creation with %s are the same', async (_case, change, said) => {
    const { somethingElse: _, ...known } = good;
    const input = { advertiserId, ...known, ...change };
    const rest = await call('POST', '/campaign/', input);
    expect(rest.status).toBe(400);
    const { answer } = await graphql(CREATE, { input: { ...input, isPartnerNetwork: true } });
    expect(answer.__typename).toBe('ValidationError');
    expect(answer.issues.map(({ message }: { message: string }) => message)).toEqual(
      inGraphqlWords(
        'CreateCampaignInput',
        rest.body.errors.map((error: Record<string, string>) => error[said]),
      ),
    );
  });

  it.each(BAD)('of a change to %s are the same, and nothing changes', async (_case, change, said) => {
    const { id } = (await call('POST', '/campaign/', { advertiserId, ...good })).body.response;
    const before = await read(id);
    const rest = await call('PUT', '/campaign/', { id, ...change });
    expect(rest.status).toBe(400);
    const { answer } = await graphql(UPDATE, { input: { id, ...change } });
    expect(answer.issues.map(({ message }: { message: string }) => message)).toEqual(
      inGraphqlWords(
        'CreateCampaignInput',
        rest.body.errors.map((error: Record<string, string>) => error[said]),
      ),
    );
    expect(await read(id)).toEqual(before);
  });
});
