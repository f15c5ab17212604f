import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createReport } from '../../../src/domain/reporting/report/create.ts';
import { createLogger } from '../../../src/platform/log/logger.ts';
import { contextOf, createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const lines: Record<string, unknown>[] = [];
const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
const { app, send } = await testApp({ ...system, log });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());
const client = await createClient(system);
const headers = await bearerHeaders(system, client);
const asker = { client: client.clientId, user: client.userId, seat: client.seatId };

/** What the access log says of a GraphQL call. */
async function lineOf(body: unknown, more: Record<string, string> = {}): Promise<Record<string, unknown>> {
  lines.length = 0;
  await send('POST', '/graphql', { headers: { ...headers, ...more }, body });
  return lines.find(({ path }) => path === '/graphql') ?? {};
}

test('the line of a GraphQL call has operation name, client, user, seat and cost', async () => {
  const query = 'query Overview { advertisers(first: 3) { nodes { id } } }';
  const line = await lineOf({ query });
  expect(line).toMatchObject({ ...asker, operation: 'Overview', cost: 3, status: 200 });
  expect(line).not.toHaveProperty('errors');
});

test('of several operations the one that ran is named; an invalid name is not logged', async () => {
  const query = 'query One { __typename } query Two { __typename }';
  expect(await lineOf({ query, operationName: 'Two' })).toMatchObject({ operation: 'Two' });
  const secret = 'not a name: private';
  const line = await lineOf({ query, operationName: secret });
  expect(JSON.stringify(line)).not.toContain('private');
});

test.each([
  ['that does not parse', { query: '{' }, ['GRAPHQL_PARSE_FAILED']],
  ['with a field that does not exist', { query: '{ nothing }' }, ['GRAPHQL_VALIDATION_FAILED']],
  ['without a query', {}, ['BAD_REQUEST']],
  [
    'over the ceiling',
    {
      query:
        '{ advertisers(first: 100) { nodes { campaigns(first: 100) { nodes { lines(first: 100) { nodes { id } } } } } } }',
    },
    ['COST_LIMIT_EXCEEDED'],
  ],
])('the line of a call %s has the error code', async (_what, body, errors) => {
  expect(await lineOf(body)).toMatchObject({ ...asker, errors });
});

test('the line has the codes of the errors that mutations answer as data, each once', async () => {
  const query = `mutation Bad {
    one: createClick(input: { adId: "999999" }) { __typename }
    many: updateAds(inputs: [{ id: "Line:1" }, { id: "Line:2" }]) { __typename }
  }`;
  const line = await lineOf({ query });
  expect(line).toMatchObject({ ...asker, operation: 'Bad', status: 200 });
  expect((line.errors as string[]).sort()).toEqual(['NOT_FOUND', 'VALIDATION']);
});

test('a call without a good token is logged with the code of its refusal and without a caller', async () => {
  const line = await lineOf({ query: '{ __typename }' }, { authorization: 'Bearer x' });
  expect(line).toMatchObject({ status: 401, errors: ['UNAUTHENTICATED'] });
  expect(line).not.toHaveProperty('client');
});

test('a REST call is logged with client, user and seat, and a refused one with its code', async () => {
  lines.length = 0;
  const traffic = await trafficHeaders(system, client);
  await send('GET', '/traffic/advertisers/999999', { headers: traffic });
  await send('GET', '/traffic/advertisers', { headers: traffic });
  expect(lines).toMatchObject([
    { ...asker, errors: ['NOT_FOUND'] },
    { ...asker, status: 200 },
  ]);
});

describe('a stream', () => {
  const reportOption = { timezone: 'Etc/GMT', dimensionTypeIds: [6], metricTypeIds: [1] };
  const input = { dateTypeId: 10, intervalTypeId: 5, reportOption };

  /** A subscription to a report that does not change, and the line of its log. */
  async function subscription() {
    const { customerReportId: id } = await createReport({ ctx: await contextOf(system, client), input });
    const query = `subscription Watch { reportStatus(id: "${id}") { status } }`;
    lines.length = 0;
    return { query, line: { ...asker, operation: 'Watch', cost: expect.any(Number) } };
  }
  const webSocket = () =>
    createWsClient({
      url: `${origin.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: headers,
      retryAttempts: 0,
    });
  const STAYS_MS = 300;
  const stay = () => new Promise((resolve) => setTimeout(resolve, STAYS_MS));

  test('over SSE is logged when it has ended, with its whole duration, also if the client leaves', async () => {
    const { query, line } = await subscription();
    const results = createSseClient({ url: `${origin}/graphql`, headers, retryAttempts: 0 }).iterate({
      query,
    });
    await results.next();
    await stay();
    expect(lines).toEqual([]);
    await results.return?.();
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 });
    expect(lines[0]).toMatchObject({ ...line, path: '/graphql', status: 200, aborted: true });
    expect(lines[0]?.ms).toBeGreaterThanOrEqual(STAYS_MS);
    expect(lines[0]).not.toHaveProperty('errors');
  });

  test('over a WebSocket is logged when it has ended, with its whole duration', async () => {
    const { query, line } = await subscription();
    const socket = webSocket();
    const results = socket.iterate({ query });
    await results.next();
    await stay();
    expect(lines).toEqual([]);
    await results.return?.();
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 });
    expect(lines[0]).toMatchObject({ ...line, transport: 'websocket', requestId: expect.any(String) });
    expect(lines[0]?.ms).toBeGreaterThanOrEqual(STAYS_MS);
    await socket.dispose();
  });

  test('whose connection breaks is logged too', async () => {
    const { query, line } = await subscription();
    const socket = webSocket();
    await socket.iterate({ query }).next();
    socket.terminate();
    await vi.waitFor(() => expect(lines).toMatchObject([{ ...line, transport: 'websocket' }]), {
      timeout: 10_000,
    });
  });

  test('or another operation of a WebSocket is logged with the codes of its errors, each operation once', async () => {
    const socket = webSocket();
    const codesOf = async (query: string) => {
      lines.length = 0;
      await socket
        .iterate({ query })
        .next()
        .catch(() => undefined);
      await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), { timeout: 10_000 });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ ...asker, transport: 'websocket' });
      return lines[0]?.errors;
    };
    expect(await codesOf('query Fine { rateLimit { limit } }')).toBeUndefined();
    expect(await codesOf('{ nothing }')).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    expect(await codesOf('{')).toEqual(['GRAPHQL_PARSE_FAILED']);
    expect(await codesOf('subscription { reportStatus(id: "x") { status } }')).toEqual([expect.any(String)]);
    await socket.dispose();
  });
});

test('the line of a call has the address of the caller, and X-Forwarded-For is ignored', async () => {
  const line = await lineOf({ query: '{ __typename }' }, { 'x-forwarded-for': '203.0.113.9' });
  expect(line).toMatchObject({ ...asker, address: '127.0.0.1' });
});
