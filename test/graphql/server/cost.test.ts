import { getNamedType, isLeafType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { takePoints } from '../../../src/domain/access/quota/lease.ts';
import { createAdvertiser } from '../../../src/domain/campaigns/advertiser/create.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { chargeReading } from '../../../src/graphql/server/price/charge.ts';
import { costOf } from '../../../src/graphql/server/price/cost.ts';
import { CallNotes } from '../../../src/http/requests/call-notes.ts';
import { contextOf, createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { ADVERTISER } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { send } = await testApp(system);

const price = (text: string, variables?: Record<string, unknown>) =>
  costOf({ schema, document: parse(text), variables });

/** A client with an hour of `points`, and what sends its queries. */
async function caller(points?: number) {
  const client = await createClient(
    system,
    points === undefined ? { quotas: {} } : { quotas: { graphqlPerHr: points } },
  );
  const headers = await bearerHeaders(system, client);
  return {
    client,
    ask: (query: string, more: Record<string, string> = {}) =>
      send('POST', '/graphql', { headers: { ...headers, ...more }, body: { query } }),
  };
}

test('loading a feed is priced by its products, values and characters', () => {
  const load = (content: string, isDry = false) =>
    price(
      `mutation ($content: String!, $dry: Boolean) {
        loadProductFeed(input: {advertiserId: 1, format: CSV, content: $content}, validateOnly: $dry) { __typename } }`,
      { content, dry: isDry },
    );
  const products = (count: number, row: string) => `id,title\n${`${row}\n`.repeat(count)}`;
  expect(load(products(1, '1,a'))).toBe(11);
  expect(load(products(5_000, '1,a'))).toBe(139);
  expect(load(products(5_000, '1,a'), true)).toBe(139);
  expect(load(products(5_000, '1,a,,,,,,,,,'))).toBe(253);
  expect(load(products(5_000, `1,${'a'.repeat(100)}`))).toBe(163);
  // What is refused by its size is not parsed.
  expect(load(products(11_000, '1,a'))).toBe(13);
});

const FRACTIONS = [
  'query ($n: Int) { advertisers(first: $n) { nodes { id } } }',
  'query ($n: Int) { lineAlerts(first: $n) { nodes { reasons } } }',
  'query ($n: Int) { productSetPreview(advertiserId: 1, first: $n) { products { id } } }',
  'query ($n: Int) { delivery(input: { range: { preset: TODAY }, by: [LINE], first: $n }) { nodes { __typename } } }',
  'query ($n: Int) { report(id: "x") { rows(first: $n) { nodes } } }',
];

test('every field of the root that reads something costs at least a point, under each of its aliases', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ name }) => name !== 'rateLimit',
  );
  expect(fields.some(({ type }) => isLeafType(getNamedType(type)))).toBe(true);
  for (const { name, type } of fields) {
    const set = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
    const aliases = Array.from({ length: 40 }, (_, n) => `a${n}: ${name} ${set}`).join(' ');
    expect([name, price(`{ ${aliases} }`) >= 40]).toEqual([name, true]);
  }
});

test('a total alone costs the facts that are read for it', () => {
  const facts = [
    'lineAlerts',
    'delivery(input: {by: [LINE], range: {preset: ALL_TIME}})',
    'lines(orderBy: {delivery: {metric: CTR, range: {preset: ALL_TIME}}})',
  ];
  for (const field of facts) {
    const [total, rows] = ['totalCount', 'totalCount pageInfo { hasNextPage }'].map((of) =>
      price(`{ ${field} { ${of} } }`),
    );
    expect([field, total]).toEqual([field, expect.any(Number)]);
    expect(total).toBeGreaterThan(50);
    expect(total).toBeLessThanOrEqual(rows as number);
  }
});

test.each(FRACTIONS)('a page size that is no integer costs whole points: %s', (query) => {
  expect(Number.isInteger(price(query, { n: 2.6 }))).toBe(true);
});

test('reading a request that takes no points is paid if its document is long, or took very long', async () => {
  const ctx = await contextOf(system, await createClient(system, { quotas: { graphqlPerHr: 1_000 } }));
  const taken = async (given: Partial<CallNotes>) => {
    const left = async () => (await takePoints({ system, userId: ctx.actor.userId, cost: 0 })).remaining;
    const before = await left();
    await chargeReading(ctx, Object.assign(new CallNotes(), given));
    return before - (await left());
  };
  expect(await taken({ readingMs: 30 })).toBe(0);
  expect(await taken({ readingMs: 30, isLong: true })).toBe(10);
  expect(await taken({ readingMs: 60 })).toBe(20);
  expect(await taken({ readingMs: 60, isLong: true, isCharged: true })).toBe(0);
});

test('a page size that is no integer is refused, and the next call is counted', async () => {
  const client = await createClient(system, { quotas: {} });
  const headers = await bearerHeaders(system, client);
  const body = { query: FRACTIONS[1], variables: { n: 2.6 } };
  const refused = await send('POST', '/graphql', { headers, body });
  expect(refused.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  for (let n = 0; n < 3; n += 1) {
    const next = await send('POST', '/graphql', {
      headers,
      body: { query: '{ advertisers(first: 2) { nodes { id } } }' },
    });
    expect([next.status, next.body.errors]).toEqual([200, undefined]);
  }
});

describe('the cost of a request', () => {
  test.each([
    ['one object', '{ advertiser(id: 1) { id name } }', 1],
    ['an object within an object', '{ advertiser(id: 1) { contact { city } } }', 2],
    ['a page', '{ advertisers(first: 20) { nodes { id } } }', 20],
    [
      'a page as edges',
      '{ advertisers(first: 20) { edges { cursor node { id } } pageInfo { endCursor } } }',
      20,
    ],
    ['a page of the usual size', '{ advertisers { nodes { id } } }', 25],
    ['a page that selects objects', '{ advertisers(first: 20) { nodes { contact { city } } } }', 40],
    ['a page larger than the maximum', '{ advertisers(first: 1000000) { nodes { id } } }', 100],
    ['a total alone', '{ advertisers { totalCount } }', 1],
    ['a total of each row', '{ advertisers(first: 20) { nodes { lines { totalCount } } } }', 40],
    ['a list of which the bound is known', '{ nativeList(id: 1) { items { itemName } } }', 501],
    ['a preview of its usual size', '{ productSetPreview(advertiserId: 1) { count products { id } } }', 10],
    ['a preview', '{ productSetPreview(advertiserId: 1, first: 3) { products { id } } }', 3],
    ['cursors alone', '{ advertisers(first: 20) { edges { cursor } } }', 20],
    ['what a page says of itself', '{ advertisers(first: 20) { pageInfo { endCursor } } }', 20],
    [
      'a point for ten days that are read of a row',
      '{ advertisers(first: 10) { nodes { delivery(range: {preset: LAST_30_DAYS}) { impressions } } } }',
      50,
    ],
    [
      'ten points for a day that rows are ordered by',
      '{ lines(first: 5, orderBy: {delivery: {metric: CTR, range: {preset: LAST_7_DAYS}}}) { nodes { id } } }',
      75,
    ],
    ['a total with rows', '{ advertisers(first: 20) { totalCount nodes { id } } }', 20],
    ['a page of the dictionary', '{ dictionary { locations(type: city, mr: 300) { name } } }', 301],
    ['one without a size', '{ dictionary { locations(type: city) { name } } }', 501],
    ['a whole list of the dictionary', '{ dictionary { categories { name } } }', 501],
    ['a list within an object', '{ line(id: 1) { schedules { id } } }', 6],
    ['a page by number', '{ bidMultiplierTargets(type: DAY_PARTING, limit: 40) { name } }', 40],
    ['aliases', '{ a: advertiser(id: 1) { id } b: advertiser(id: 1) { id } }', 2],
    [
      'a fragment wherever it is spread',
      '{ a: advertiser(id: 1) { ...F } b: advertiser(id: 2) { ...F } } fragment F on Advertiser { contact { city } }',
      4,
    ],
    [
      'a mutation',
      'mutation { createAdvertiser(input: {}) { ... on CreateAdvertiserPayload { advertiser { id } } } }',
      10,
    ],
    [
      'mutations by alias',
      'mutation { a: createAdvertiser(input: {}) { __typename } b: createAdvertiser(input: {}) { __typename } }',
      20,
    ],
    [
      'what a mutation answers beyond its object',
      'mutation { createAdvertiser(input: {}) { ... on CreateAdvertiserPayload { advertiser { contact { city } } } ... on ValidationError { issues { path } } } }',
      11,
    ],
    ['the quota', '{ rateLimit { remaining } }', 0],
    ['nothing', '{ __typename }', 0],
  ])('%s', (_name, text, points) => {
    expect(price(text)).toBe(points);
  });

  test('page sizes come from variables and their defaults too', () => {
    const text = 'query ($n: Int = 7) { advertisers(first: $n) { nodes { id } } }';
    expect(price(text)).toBe(7);
    expect(price(text, { n: 30 })).toBe(30);
    expect(price('query ($n: Int) { advertisers(first: $n) { nodes { id } } }')).toBe(25);
  });

  test('a page size that is no whole number is refused as what it is', async () => {
    const query = 'query($n: Int) { advertisers(first: $n) { nodes { id } } }';
    expect(price(query, { n: 0.3 })).toBe(25);
    const client = await createClient(system);
    const body = { query, variables: { n: 0.3 } };
    const answer = await send('POST', '/graphql', { headers: await bearerHeaders(system, client), body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain('"$n" got invalid value 0.3');
  });

  test.each([
    'reports { nodes { rows(first: $n) { columns } } }',
    'delivery(input: {by: LINE, range: {preset: TODAY}, first: $n}) { totalCount }',
    'advertisers(first: $n) { totalCount }',
  ])('the page size of %s is refused with an error, whatever its type', async (field) => {
    const headers = await bearerHeaders(system, await createClient(system));
    for (const n of ['NaN', {}, [], true]) {
      const body = { query: `query ($n: Int) { ${field} }`, variables: { n } };
      const answer = await send('POST', '/graphql', { headers, body });
      expect([n, answer.body.errors[0].extensions.code]).toEqual([n, 'BAD_USER_INPUT']);
    }
  });

  test('a fragment that is spread again in the same place is neither priced nor walked again', () => {
    const fragments = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    );
    expect(price(`{ ...F0 } ${fragments.join(' ')} fragment F60 on Query { advertiser(id: 1) { id } }`)).toBe(
      1,
    );
  });
});

describe('the caller’s hour', () => {
  test('extensions.cost and rateLimit say what a request took and what is left', async () => {
    const { ask } = await caller();
    const { body } = await ask(
      '{ advertisers(first: 3) { nodes { id } } rateLimit { limit cost remaining resetAt } }',
    );
    const resetAt = expect.stringMatching(/:00:00.000Z$/);
    expect(body.extensions.cost).toEqual({
      requested: 3,
      used: 2,
      limit: 1_000_000,
      remaining: 999_998,
      resetAt,
    });
    expect(body.data.rateLimit).toEqual({ limit: 1_000_000, cost: 3, remaining: 999_997, resetAt });
  });

  test('429 with Retry-After when it is used up; nothing runs and nothing is taken', async () => {
    const { ask, client } = await caller(25);
    const twenty = Array.from({ length: 20 }, (_, i) => `a${i}: advertiser(id: 1) { id }`);
    expect((await ask(`{ ${twenty.join(' ')} }`)).status).toBe(200);
    const { status, headers, body } = await ask(
      'mutation { updateAdvertiser(input: { id: 1, name: "x" }) { __typename } }',
    );
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.data).toBeUndefined();
    expect(body.errors).toEqual([
      {
        message: 'The request costs 10 points; 5 of the hour’s 25 are left.',
        extensions: { code: 'COST_LIMIT_EXCEEDED' },
      },
    ]);
    expect(body.extensions.cost).toMatchObject({ requested: 10, remaining: 5 });
    expect(await system.db.advertiser.count({ where: { seatId: client.seatId } })).toBe(0);
    expect((await ask('{ rateLimit { remaining } }')).body.data.rateLimit.remaining).toBe(5);
  });

  test('400 over 20,000 points in one request, and what finding that out took is taken', async () => {
    const { ask } = await caller();
    const pages = Array.from({ length: 201 }, (_, i) => `p${i}: advertisers(first: 100) { nodes { id } }`);
    const { status, body } = await ask(`{ ${pages.join(' ')} }`);
    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      message:
        'The request costs 20100 points, but one request may cost at most 20000. `p0` costs most, 100 points. The request would pass with `first: 99` in every list.',
      extensions: { code: 'COST_LIMIT_EXCEEDED' },
    });
    const { requested, used, remaining } = body.extensions.cost;
    expect([requested, remaining]).toEqual([20_100, 1_000_000 - used]);
    expect(used).toBeGreaterThanOrEqual(1);
    expect(used).toBeLessThan(100);
  });

  test('X-Cost-Only returns the cost; nothing runs and nothing is taken', async () => {
    const { ask, client } = await caller();
    const { status, body } = await ask(
      'mutation { updateAdvertiser(input: { id: 1, name: "x" }) { __typename } }',
      {
        'x-cost-only': 'true',
      },
    );
    expect(status).toBe(200);
    expect(body.data).toBeNull();
    expect(body.extensions.cost).toMatchObject({ requested: 10, remaining: 1_000_000 });
    expect(await system.db.advertiser.count({ where: { seatId: client.seatId } })).toBe(0);
  });

  test.each([
    [
      '{ advertisers(first: 50) { nodes { lines(first: 100) { nodes { ads(first: 20) { nodes { id } } } } } } }',
      '`advertisers.nodes.lines.nodes.ads` costs most, 100000 points. The request would pass with `first: 2` there.',
    ],
    [
      '{ advertisers(first: 100) { nodes { lines(first: 100) { nodes { ads(first: 100) { nodes { id } } } } } } }',
      '`advertisers.nodes.lines.nodes.ads` costs most, 1000000 points. The request would pass with `first: 26` in every list.',
    ],
    [
      '{ all: advertisers(first: 100) { nodes { lines(first: 100) { nodes { schedules { id } } } } } }',
      '`all.nodes.lines.nodes.schedules` costs most, 50000 points. The request would pass with `first: 57` in every list.',
    ],
  ])(
    'the error of a request over 20,000 points names the most expensive field: %#',
    async (query, advice) => {
      const { ask } = await caller();
      const { body } = await ask(query);
      expect(body.errors[0].message).toContain(advice);
      const [, size, where] = /first: (\d+)` (there|in every list)/.exec(advice) ?? [];
      const smaller = query.replace(
        where === 'there' ? /first: \d+(?!.*first)/ : /first: \d+/g,
        `first: ${size}`,
      );
      expect(price(smaller)).toBeLessThanOrEqual(20_000);
      const larger = smaller.replaceAll(`first: ${size}`, `first: ${Number(size) + 1}`);
      expect(price(larger)).toBeGreaterThan(20_000);
    },
  );

  test('unused rows of a page are refunded, by both paths; everything else is charged', async () => {
    const { ask, client } = await caller(500);
    const ctx = await contextOf(system, client);
    const { id } = await createAdvertiser({ ctx, input: ADVERTISER });
    await createAdvertiser({ ctx, input: { ...ADVERTISER, name: 'Another' } });
    const read = await ask('{ advertisers(first: 100) { nodes { id } } }');
    expect(read.body.extensions.cost).toMatchObject({ requested: 100, used: 3, remaining: 497 });
    const executed = await ask('{ viewer { role } advertisers(first: 100) { nodes { id } } }');
    expect(executed.body.extensions.cost).toMatchObject({ requested: 101, used: 4, remaining: 493 });
    const missing = await ask('{ a: line(id: 1) { id } b: line(id: 2) { id } }');
    expect(missing.body.extensions.cost).toMatchObject({ requested: 2, used: 2, remaining: 491 });
    const full = await ask(`{ advertiser(id: ${id}) { id } advertisers(first: 2) { nodes { id } } }`);
    expect(full.body.extensions.cost).toMatchObject({ requested: 3, used: 3, remaining: 488 });
    expect((await ask('{ rateLimit { remaining } }')).body.data.rateLimit.remaining).toBe(488);
  });

  test('requests at once take exactly what the hour has', async () => {
    const { ask } = await caller(60);
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('{ advertiser(id: 1) { id } }')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  test('the windows of REST do not stop GraphQL, nor its points REST', async () => {
    const client = await createClient(system, { quotas: { getPerMin: 1, graphqlPerHr: 0 } });
    const headers = await bearerHeaders(system, client);
    const rest = { 'x-auth-method': 'OAuth2', 'x-auth-token': headers.authorization?.slice(7) ?? '' };
    expect((await send('GET', '/traffic/advertisers', { headers: rest })).status).toBe(200);
    expect((await send('GET', '/traffic/advertisers', { headers: rest })).status).toBe(429);
    expect(
      (await send('POST', '/graphql', { headers, body: { query: '{ rateLimit { limit } }' } })).status,
    ).toBe(200);
  });
});
