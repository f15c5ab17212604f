import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { setUserQuota } from '../../../src/domain/access/quota/set.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { callersOf } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';
import { directPosts, routedDuring, type Way } from '../../support/traffic/direct-posts.ts';

const system = await testSystem();
const { app, lines, hostname, port, post: postTo } = await directPosts(system);
const { caller } = await callersOf(system);
const admin = await caller();
const { client } = admin;
const token = await tokenFor(system, client);
const poor = await createClient(system);
await setUserQuota({ system, userId: poor.userId, quotas: { graphqlPerHr: 0 } });
const poorToken = await tokenFor(system, poor);

type Headers = Record<string, string>;
const post = (way: Way, body: unknown, headers: Headers = {}) =>
  postTo(way, {
    path: '/graphql',
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

const ADVERTISERS = { query: 'query Read { advertisers(first: 5) { nodes { id name } totalCount } }' };
const SCHEMA = { query: '{ __type(name: "Ad") { name } }' };
const ONE = {
  query: 'query One($id: ID!) { advertiser(id: $id) { name } }',
  variables: { id: 'Advertiser:999999' },
};
const CASES: [what: string, status: number, body: unknown, headers?: Headers][] = [
  ['a query', 200, ADVERTISERS],
  ['a query with variables', 200, ONE],
  [
    'one of two operations',
    200,
    { query: 'query A { __typename } query B { viewer { role } }', operationName: 'B' },
  ],
  ['what the executor answers', 200, SCHEMA],
  ['an error of a field', 200, { query: '{ advertiser(id: "x") { name } }' }],
  ['a mutation', 200, { query: 'mutation { createClick(input: {adId: "Ad:999999"}) { __typename } }' }],
  ['what it would cost', 200, ADVERTISERS, { 'x-cost-only': 'true' }],
  ['a media type of GraphQL', 200, ADVERTISERS, { accept: 'application/graphql-response+json' }],
  ['a media type that nobody knows', 406, ADVERTISERS, { accept: 'image/png' }],
  ['why the executor answers', 200, SCHEMA, { 'x-explain': 'true' }],
  ['a query that does not parse', 200, { query: '{' }],
  ['a field that does not exist', 200, { query: '{ nothing }' }],
  ['a variable of the wrong type', 400, { ...ONE, variables: { id: [] } }],
  ['no query', 400, {}],
  ['a batch', 400, [ADVERTISERS]],
  [
    'more variables than a document has',
    400,
    { ...ONE, variables: Object.fromEntries(Array(1_001).entries()) },
  ],
  ['half an object', 400, '{"query":'],
  ['no body', 400, ''],
  ['bytes that are no UTF-8', 400, Buffer.from([0x7b, 0xff, 0x7d])],
  ['too many levels', 400, `{"query":${'['.repeat(200)}${']'.repeat(200)}}`],
  ['a prototype', 400, '{"query":"{ __typename }","__proto__":{}}'],
  ['no token', 401, ADVERTISERS, { authorization: '' }],
  ['an invalid token', 401, ADVERTISERS, { authorization: 'Bearer x' }],
  ['a seat that is not the caller’s', 404, ADVERTISERS, { 'x-seat-id': '999999' }],
  ['an empty hour', 429, ADVERTISERS, { authorization: `Bearer ${poorToken}` }],
];

test('a read that is one statement does not come to Fastify, and everything else does', async () => {
  expect(await routedDuring(() => post('direct', ADVERTISERS))).toBe(0);
  expect(await routedDuring(() => post('routed', ADVERTISERS))).toBe(1);
  expect(await routedDuring(() => post('direct', SCHEMA))).toBe(1);
  expect(
    await routedDuring(() => post('direct', { ...ADVERTISERS, extensions: { x: 'x'.repeat(20_000) } })),
  ).toBe(1);
});

describe('a plain request is answered before Fastify sees it, and as Fastify would answer it', () => {
  /** What is left of the hour falls with each request. */
  // What is refused costs by the CPU that reading it took.
  const settled = (text: string) =>
    text.replace(
      /BAD_USER_INPUT|GRAPHQL_(PARSE|VALIDATION)_FAILED/.test(text)
        ? /"(requested|used|remaining|resetAt)":("[^"]*"|\d+)/g
        : /"(remaining|resetAt|timestamp)":("[^"]*"|\d+)/g,
      '"$1":0',
    );
  test.each(CASES)('%s', async (_what, status, body, headers) => {
    const [direct, routed] = [await post('direct', body, headers), await post('routed', body, headers)];
    expect(direct.status).toBe(status);
    for (const answer of [direct, routed]) {
      if (answer.headers['retry-after']) answer.headers['retry-after'] = 'soon';
      answer.headers['content-length'] &&= 'some';
      // Fastify means to close the connection after a body that it cannot read; neither way closes it.
      for (const name of ['connection', 'keep-alive']) delete answer.headers[name];
    }
    expect({ ...direct, text: settled(direct.text) }).toEqual({ ...routed, text: settled(routed.text) });
    expect(Object.keys(direct.headers).sort()).toEqual(Object.keys(routed.headers).sort());
  });
});

test('an answer with letters of several bytes is announced by its bytes', async () => {
  await admin.advertiser({ name: 'Zoë 東京' });
  const answer = await post('direct', ADVERTISERS);
  expect(answer.text).toContain('Zoë 東京');
  expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text));
});

test('a request that is left to its route takes its points and its log line once', async () => {
  const cost = async (query: string) => {
    const { text } = await post('direct', { query });
    return JSON.parse(text).extensions.cost;
  };
  const before = await cost('{ rateLimit { remaining } }');
  lines.length = 0;
  const after = await cost('query Fallback { __typename advertisers(first: 3) { nodes { id } } }');
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 });
  expect(lines).toMatchObject([{ operation: 'Fallback', status: 200, client: client.clientId }]);
  expect(before.remaining - after.remaining).toBe(after.used);
});

test('a body that is left to its route is parsed once', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  await post('direct', {
    query: 'mutation ParsedOnce { createClick(input: {adId: "Ad:999999"}) { __typename } }',
  });
  const texts = parse.mock.calls.map(([text]) => text);
  expect(texts.filter((text) => text.includes('mutation ParsedOnce'))).toHaveLength(1);
});

test('what is answered directly is counted and logged as any request', async () => {
  const count = async () => {
    const { body } = await app.inject('/metrics');
    const found =
      /flightline_http_request_seconds_count\{[^}]*route="\/graphql"[^}]*status="200"\} (\d+)/.exec(body);
    return Number(found?.[1] ?? 0);
  };
  const before = await count();
  lines.length = 0;
  for (const way of ['direct', 'routed'] as const) await post(way, ADVERTISERS);
  await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 10_000 });
  const { clientId, userId, seatId } = client;
  const line = {
    client: clientId,
    user: userId,
    seat: seatId,
    method: 'POST',
    path: '/graphql',
    status: 200,
  };
  expect(lines).toMatchObject(Array(2).fill({ ...line, operation: 'Read', cost: 5 }));
  const [direct = {}, routed = {}] = lines;
  expect(Object.keys(direct).sort()).toEqual(Object.keys(routed).sort());
  expect(await count()).toBe(before + 2);
});

test('a refusal is logged once, with its code', async () => {
  lines.length = 0;
  await post('direct', ADVERTISERS, { authorization: 'Bearer x' });
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 });
  expect(lines).toMatchObject([{ status: 401, errors: ['UNAUTHENTICATED'] }]);
});

test('pipelined requests are answered in their order', async () => {
  const socket = connect(port, hostname);
  const one = (id: number) => {
    const body = JSON.stringify(ADVERTISERS);
    return `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nauthorization: Bearer ${token}\r\nx-request-id: ${id}\r\n\r\n${body}`;
  };
  await once(socket, 'connect');
  socket.write(one(1) + one(2) + one(3));
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await vi.waitFor(() => expect(text.match(/"totalCount"/g)).toHaveLength(3), { timeout: 10_000 });
  expect(text.match(/x-request-id: \d/g)).toEqual(['x-request-id: 1', 'x-request-id: 2', 'x-request-id: 3']);
  socket.destroy();
});
