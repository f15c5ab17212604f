import { describe, expect, test } from 'vitest';
import { DOMAIN_ERRORS, GRAPHQL_ERRORS, HTTP_FAULTS } from '../../../src/http/error-catalogue.ts';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../../support/app.ts';
import { trafficSystem } from '../../support/seat.ts';

const { system, caller } = await trafficSystem();
const { send } = await testApp(system);
const seat = await caller();
const viewer = await createClient(system, { seatId: seat.seatId, role: 'VIEWER' });

const DEAL = {
  ...{ name: 'D', status: 'ACTIVE', description: 'D' },
  ...{ exchangeId: 1, exchangeDealId: 'X', accountIsExcluded: true },
};
const UPDATE = `mutation ($input: UpdateNativeListInput!) {
  updateNativeList(input: $input) { __typename ... on Error { message code httpStatus } }
}`;

describe('a refused mutation contains its code and the status that REST returns', () => {
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

test('each code has its documented status, spelled out', () => {
  const statuses = (catalogue: Readonly<Record<string, { status: number }>>) =>
    Object.fromEntries(Object.entries(catalogue).map(([code, { status }]) => [code, status]));
  expect(statuses(DOMAIN_ERRORS)).toEqual({
    VALIDATION: 400,
    UNAUTHENTICATED: 401,
    FORBIDDEN: 403,
    NOT_FOUND: 404,
    CONFLICT: 409,
    RATE_LIMITED: 429,
    SERVICE_UNAVAILABLE: 503,
  });
  expect(statuses(HTTP_FAULTS)).toEqual({
    BAD_REQUEST: 400,
    MALFORMED_BODY: 400,
    ROUTE_NOT_FOUND: 404,
    METHOD_NOT_ALLOWED: 405,
    REQUEST_TIMEOUT: 408,
    BODY_TOO_LARGE: 413,
    URI_TOO_LONG: 414,
    UNSUPPORTED_MEDIA_TYPE: 415,
    UNSUPPORTED_ENCODING: 415,
    HEADERS_TOO_LARGE: 431,
    INTERNAL: 500,
    NOT_IMPLEMENTED: 501,
  });
  expect(statuses(GRAPHQL_ERRORS)).toEqual({
    ANSWER_LIMIT_EXCEEDED: 400,
    BAD_USER_INPUT: 400,
    COST_LIMIT_EXCEEDED: 429,
    DOCUMENT_LIMIT_EXCEEDED: 400,
    DOCUMENT_NOT_TRUSTED: 400,
    GRAPHQL_PARSE_FAILED: 400,
    GRAPHQL_VALIDATION_FAILED: 400,
    OPERATION_LIMIT_EXCEEDED: 429,
    OPERATION_RESOLUTION_FAILURE: 400,
    SUBSCRIPTION_LIMIT_EXCEEDED: 429,
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
