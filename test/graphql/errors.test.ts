import { describe, expect, test } from 'vitest';
import { DOMAIN_ERRORS, GRAPHQL_ERRORS, HTTP_FAULTS } from '../../src/http/error-catalogue.ts';
import { createClient } from '../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../support/app.ts';
import { trafficSystem } from '../support/seat.ts';

const { system, caller } = await trafficSystem();
const { send } = await testApp(system);
const seat = await caller();
const viewer = await createClient(system, { seatId: seat.seatId, role: 'VIEWER' });

const DEAL = { name: 'D', status: 'ACTIVE', exchangeId: 1, exchangeDealId: 'X', accountIsExcluded: true };
const UPDATE = `mutation ($input: UpdateNativeListInput!) {
  updateNativeList(input: $input) { __typename ... on Error { message code httpStatus } }
}`;

describe('a refused mutation says its code and the status that REST answers', () => {
  /** The same refusal through both faces. */
  async function refusals(id: number | string, fields: object, client = seat.client) {
    const graphql = await send('POST', '/graphql', {
      headers: await bearerHeaders(system, client),
      body: { query: UPDATE, variables: { input: { id, ...fields } } },
    });
    const rest = await send('PUT', `/traffic/nativelists/${id}`, {
      headers: await trafficHeaders(system, client),
      body: fields,
    });
    return { error: graphql.body.data.updateNativeList, status: rest.status };
  }

  test.each([
    ['VALIDATION', 'ValidationError', { name: '' }],
    ['CONFLICT', 'ConflictError', { name: 'N', updatedAt: '2020-01-01T00:00:00.000Z' }],
  ])('%s', async (code, type, fields) => {
    const { body } = await seat.post('/nativelists', {
      accountId: (await seat.advertiser()).id,
      name: 'L',
      status: 'ACTIVE',
      items: [{ itemName: 'example.com' }],
    });
    const { error, status } = await refusals(body.response.id, fields);
    expect(error).toMatchObject({ __typename: type, code, httpStatus: status });
    expect(error.message).not.toBe('');
  });

  test('NOT_FOUND', async () => {
    const { error, status } = await refusals(99_999_999, { name: 'N' });
    expect(error).toMatchObject({ __typename: 'NotFoundError', code: 'NOT_FOUND', httpStatus: status });
  });

  test('FORBIDDEN', async () => {
    const { error, status } = await refusals(1, { name: 'N' }, viewer);
    expect(error).toMatchObject({ __typename: 'ForbiddenError', code: 'FORBIDDEN', httpStatus: status });
  });
});

describe('what else GraphQL refuses has a code of the catalogue', () => {
  const KNOWN = { ...DOMAIN_ERRORS, ...HTTP_FAULTS, ...GRAPHQL_ERRORS };

  test.each([
    ['GRAPHQL_PARSE_FAILED', { query: '{' }],
    ['GRAPHQL_VALIDATION_FAILED', { query: '{ nothing }' }],
    ['BAD_USER_INPUT', { query: 'query ($f: Int!) { advertisers(first: $f) { totalCount } }' }],
    [
      'BAD_USER_INPUT',
      {
        query: 'mutation ($i: CreateDealInput!) { createDeal(input: $i) { __typename } }',
        variables: { i: { ...DEAL, fax: 1 } },
      },
    ],
    ['BAD_USER_INPUT', { query: '{ advertisers(first: 0) { totalCount } }' }],
    ['BAD_USER_INPUT', { query: '{ changes(after: "R1BDOk46MQ==") { nodes { id } } }' }],
    ['BAD_USER_INPUT', { query: '{ advertiser(id: "Line:1") { id } }' }],
    ['OPERATION_RESOLUTION_FAILURE', { query: 'query a { __typename } query b { __typename }' }],
    ['BAD_REQUEST', {}],
    ['DOCUMENT_LIMIT_EXCEEDED', { query: '{a'.repeat(40) + '}'.repeat(40) }],
    [
      'COST_LIMIT_EXCEEDED',
      {
        query:
          '{ advertisers(first: 100) { nodes { lines(first: 100) { nodes { ads(first: 100) { nodes { id } } } } } } }',
      },
    ],
  ] as const)('%s', async (code, body) => {
    const { body: answer } = await send('POST', '/graphql', {
      headers: await bearerHeaders(system, seat.client),
      body,
    });
    expect(answer.errors.map((error: { extensions?: { code: string } }) => error.extensions?.code)).toEqual([
      code,
    ]);
    expect(KNOWN).toHaveProperty(code);
  });
});
