import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { System } from '../../../src/domain/context.ts';
import { ensurePartitions } from '../../../src/domain/events/intake/partitions.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { priced } from '../../../src/graphql/server/price/cost.ts';
import { pointsOfReads } from '../../../src/graphql/server/price/reads.ts';
import { DAY_MS } from '../../../src/platform/database/rows/partition-names.ts';
import { readStatistics } from '../../../src/resources/filter/row-estimates.ts';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { byExecutor } from '../../support/by-executor.ts';
import { testSystem } from '../../support/system.ts';

/** What a list reads to find its rows is paid: filters, totals and orders look at all rows of the seat, or of the owner. */

const LINES = 6_000;
const CAMPAIGNS = 10;
const CHANGES = 12_000;
const RECEIPTS = 8_000;
/** Of the pixel that most receipts are of, and another one. */
const PIXELS = [7, 8] as const;

const system = await testSystem();
const { send } = await testApp(system);
const large = await createClient(system);
const small = await createClient(system);
await fill(large.seatId);
await readStatistics(system);
const headers = {
  large: await bearerHeaders(system, large),
  small: await bearerHeaders(system, small),
};
async function fill(seatId: number): Promise<void> {
  const run = (text: string) => system.pool.query(text, [seatId]);
  await run(`INSERT INTO advertiser (seat_id, account_group_id, name, status, landing_page_url, iab_category_id,
      timezone, currency, billing_price, contact)
    SELECT $1, (SELECT min(id) FROM account_group WHERE seat_id = $1), 'A', 'ACTIVE', 'https://example.com', 1,
      'UTC', 'USD', 0, '{}'`);
  await run(`INSERT INTO campaign (seat_id, advertiser_id, name)
    SELECT $1, id, 'C' || n FROM advertiser, generate_series(1, ${CAMPAIGNS}) n WHERE seat_id = $1`);
  await run(`INSERT INTO line (seat_id, advertiser_id, campaign_id, name, status)
    SELECT $1, advertiser_id, id, 'L' || n, 'PAUSED' FROM campaign, generate_series(1, ${LINES / CAMPAIGNS}) n
    WHERE seat_id = $1`);
  await run(`INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
    SELECT $1, 'Line', n, 'UPDATE', 1, 'c', 'r' || n, '[]' FROM generate_series(1, ${CHANGES}) n`);
  // On two days, which are two partitions.
  for (const day of [0, 1]) {
    const at = new Date(Date.now() + day * DAY_MS);
    await ensurePartitions(system, at);
    await system.pool.query(
      `INSERT INTO event_receipt (id, received_at, seat_id, pixel_id, client_id, outcome, event_count)
      SELECT gen_random_uuid(), $2::timestamptz, $1, CASE WHEN n % 4 = 0 THEN ${PIXELS[1]} ELSE ${PIXELS[0]} END, 'c', 'ACCEPTED', 1
      FROM generate_series(1, ${RECEIPTS / 2}) n`,
      [seatId, at],
    );
    await system.pool.query(
      `INSERT INTO conversion_receipt (id, received_at, seat_id, client_id, outcome, dp, event_id)
      SELECT gen_random_uuid(), $2::timestamptz, $1, 'c', 'ACCEPTED', 'd', n::text FROM generate_series(1, ${RECEIPTS / 2}) n`,
      [seatId, at],
    );
  }
  // As autovacuum does it, which leaves out the tables of partitions themselves.
  const { rows } = await system.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  );
  await system.pool.query(`ANALYZE ${rows.map(({ name }) => `"${name}"`).join(', ')}`);
}

interface Cost {
  readonly requested: number;
  readonly used: number;
}

async function costOf(query: string, seat: keyof typeof headers, more: object = {}): Promise<Cost> {
  const { body } = await send('POST', '/graphql', {
    headers: { ...headers[seat], ...more },
    body: { query },
  });
  expect(body.errors).toBeUndefined();
  return body.extensions.cost;
}

const RECEIPTS_OF = `eventReceipts(pixelId: ${PIXELS[0]}, first: 1`;
const NAME = 'name: {contains: "x"}';

/** A query, its points in a seat without rows, and those of reading in one with many. */
const QUERIES: readonly (readonly [what: string, query: string, points: number, reading: number])[] = [
  ['a total', '{ lines { totalCount } }', 1, 3],
  ['a total of a text', `{ lines(filter: {${NAME}}) { totalCount } }`, 1, 18],
  ['a page of a text', `{ lines(first: 1, filter: {${NAME}}) { nodes { id } } }`, 1, 18],
  [
    'a total of a long text',
    `{ lines(filter: {name: {contains: "${'x'.repeat(100)}"}}) { totalCount } }`,
    1,
    63,
  ],
  ['a search', '{ search(query: "x", types: [Line], first: 1) { totalCount } }', 1, 33],
  ['a search for a long text', `{ search(query: "${'x'.repeat(200)}", first: 1) { totalCount } }`, 1, 60],
  ['both', `{ lines(first: 1, filter: {${NAME}}) { totalCount nodes { id } } }`, 1, 36],
  ['filters within filters', `{ lines(filter: {or: [{${NAME}}, {not: {${NAME}}}]}) { totalCount } }`, 4, 33],
  ['an order without an index', '{ lines(first: 1, orderBy: {field: BID_PRICE}) { nodes { id } } }', 1, 6],
  ['an order with an index', '{ lines(first: 1, orderBy: {field: NAME}) { nodes { id } } }', 1, 0],
  ['an order by pacing', '{ lines(first: 1, orderBy: {pacing: RATIO}) { nodes { id } } }', 621, 0],
  ['the order by ID', '{ lines(first: 1, orderBy: {field: ID}) { nodes { id } } }', 1, 0],
  ['a page', '{ lines(first: 1) { nodes { id } } }', 1, 0],
  ['lines by their IDs', `{ lines(first: 1, filter: {id: {in: [1, 2]}, ${NAME}}) { totalCount } }`, 1, 0],
  ['lines of one campaign', `{ lines(filter: {campaignId: {eq: 1}, ${NAME}}) { totalCount } }`, 1, 2],
  ['totals of owners', '{ campaigns(first: 10) { nodes { lines { totalCount } } } }', 20, 3],
  ['changes of a field', '{ changes(filter: {field: "x"}) { totalCount } }', 1, 12],
  ['changes within an advertiser', '{ changes(filter: {within: "Advertiser:1"}) { totalCount } }', 1, 12],
  // Of the 132 points, 6 are for the lines of the advertisers.
  [
    'changes within twenty',
    `{ changes(filter: {or: [${'{within: "Advertiser:1"}'.repeat(20)}]}) { totalCount } }`,
    21,
    132,
  ],
  ['changes of one line', '{ changes(filter: {resource: Line, resourceId: 1}) { totalCount } }', 1, 0],
  [
    'event receipts of an outcome',
    `{ ${RECEIPTS_OF}, filter: {outcome: DUPLICATE}) { edges { cursor } } }`,
    1,
    6,
  ],
  ['a total of event receipts', `{ ${RECEIPTS_OF}) { totalCount } }`, 1, 3],
  ['a page of event receipts', `{ ${RECEIPTS_OF}) { edges { cursor } } }`, 1, 0],
  [
    'conversion receipts of an ID',
    '{ conversionReceipts(first: 1, filter: {eventId: "0"}) { totalCount edges { cursor } } }',
    1,
    16,
  ],
  [
    'aliases',
    `{ a: lines(filter: {${NAME}}) { totalCount } b: lines(filter: {${NAME}}) { totalCount } }`,
    2,
    36,
  ],
  ['a fragment', `{ ...F } fragment F on Query { lines(filter: {${NAME}}) { totalCount } }`, 1, 18],
];

describe.each([
  ['text', (query: string) => query, 0],
  // The type that leaves it to the executor is a point.
  ['the executor', byExecutor, 1],
])('by %s', (_by, as, more) => {
  test.each(QUERIES)('%s: %s', async (_what, query, points, reading) => {
    expect((await costOf(as(query), 'small')).requested).toBe(points + more);
    const { requested, used } = await costOf(as(query), 'large');
    expect(requested).toBe(points + more + reading);
    // Rows that pages do not fill are given back, what was read is not.
    expect(used).toBeGreaterThanOrEqual(reading);
  });
});

test('a call pays for its own texts and time zones, not for those of whoever sent the document first', async () => {
  const costs = async (text: string, name: string) => {
    const query = `query ${name}($filter: LineFilter!) { lines(filter: $filter) { totalCount } }`;
    const variables = { filter: { or: [{ name: { contains: text } }] } };
    const { body } = await send('POST', '/graphql', { headers: headers.large, body: { query, variables } });
    expect(body.errors).toBeUndefined();
    return body.extensions.cost.requested;
  };
  const [short, long] = ['x', 'x'.repeat(100)];
  const fresh = { short: await costs(short, 'Short'), long: await costs(long, 'Long') };
  expect(fresh).toEqual({ short: 20, long: 65 });
  expect(await costs(long, 'Short')).toBe(fresh.long);
  expect(await costs(short, 'Short')).toBe(fresh.short);
  expect(await costs(short, 'Long')).toBe(fresh.short);
});

test('a container that does not exist is refused by its argument, whatever it is called', async () => {
  const query = '{ changes(filter: {within: "constructor:1"}) { totalCount } }';
  const { body } = await send('POST', '/graphql', { headers: headers.large, body: { query } });
  expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  expect(body.errors[0].message).toContain('must be the global ID of one of these types');
});

test('X-Cost-Only says it, and more than the ceiling is refused with the reason', async () => {
  const [, query] = QUERIES[1] ?? [];
  expect(await costOf(String(query), 'large', { 'x-cost-only': 'true' })).toMatchObject({ requested: 19 });
  const texts = `{${NAME}, language: {contains: "x"}, query: "x"}`;
  const list = `lines(first: 1, filter: ${texts}) { totalCount nodes { id } }`;
  const aliases = Array.from({ length: 250 }, (_, n) => `a${n}: ${list}`);
  const { body } = await send('POST', '/graphql', {
    headers: headers.large,
    body: { query: `{ ${aliases.join(' ')} }` },
  });
  expect(body.errors[0].extensions.code).toBe('COST_LIMIT_EXCEEDED');
  expect(body.errors[0].message).toContain('filters, orders and totals read');
});

test('a seat of so many lines that their pacing takes longer pays for each of them', async () => {
  const statistics = { table: 'line', column: 'seat_id', rows: 100_000, distinct: 1 };
  const rows = [{ ...statistics, values: ['1'], frequencies: [1] }];
  const pool = {
    query: async (text: string) => ({ rows: text.includes('pg_stats') ? rows : [] }),
  } as unknown as System['pool'];
  await readStatistics({ pool });
  const pointsOf = (list: string) =>
    pointsOfReads(priced({ schema, document: parse(`{ ${list} }`) }).reads(), { pool, seatId: 1 });
  const page = pointsOf('lines(first: 1, orderBy: {pacing: RATIO}) { nodes { id } }');
  // With the 620 points of every list by pacing, 15 seconds for 100,000 lines.
  expect(page).toBe(4_380);
  const filter = 'filter: {and: [{not: {pacing: BEHIND}}]}';
  expect(pointsOf(`lines(${filter}) { totalCount }`)).toBe(4_380 + 100);
  expect(pointsOf(`lines(first: 1, ${filter}) { totalCount nodes { id } }`)).toBe(4_380 + 5_000 + 200);
  expect(pointsOf('lines(first: 1, orderBy: {pacing: RATIO}) { totalCount }')).toBe(50);
});

const PRODUCTS = 9_000;

describe('products of a feed', async () => {
  const { rows } = await system.pool.query<{ id: number }>(
    'SELECT min(id) AS id FROM advertiser WHERE seat_id = $1',
    [large.seatId],
  );
  const advertiserId = rows[0]?.id ?? 0;
  await system.pool.query(
    `INSERT INTO product (advertiser_id, id, data) SELECT $1, n, jsonb_build_object('id', n) FROM generate_series(1, ${PRODUCTS}) n`,
    [advertiserId],
  );
  await system.pool.query('INSERT INTO product_feed VALUES ($1, 1, $2, now())', [advertiserId, PRODUCTS]);
  await readStatistics(system);
  const preview = (filter: string) =>
    `{ productSetPreview(advertiserId: "${advertiserId}", first: 0, filter: ${filter}) { count } }`;
  const list = JSON.stringify(Array.from({ length: 100 }, (_, n) => n));
  const filters: readonly (readonly [string, number])[] = [
    ['null', 1],
    ['{id: {eq: 1}}', 24],
    [`{id: {in_list: ${list}}}`, 24],
    [`{or: [${Array.from({ length: 5 }, () => '{id: {gte: 1}}').join()}]}`, 228],
    [`{id: {contains: "${'x'.repeat(255)}"}}`, 349],
    // Refused before anything is read.
    ['{id: {like: "x"}}', 1],
  ];

  test.each(filters)('a preview of %s costs %i points', async (filter, points) => {
    const { body } = await send('POST', '/graphql', {
      headers: headers.large,
      body: { query: preview(filter) },
    });
    expect(body.extensions.cost).toMatchObject({ requested: points, used: points });
  });

  test('the price tells nothing about feeds of other seats', async () => {
    const query = preview('{id: {eq: 1}}');
    const { body } = await send('POST', '/graphql', { headers: headers.small, body: { query } });
    expect(body.extensions.cost.requested).toBe(1);
  });

  test.each([
    ['text', (query: string) => query, 0],
    ['the executor', byExecutor, 1],
  ])('by %s, a count of a product set costs what counting takes, once', async (by, as, more) => {
    const set = await system.pool.query<{ id: number }>(
      `INSERT INTO product_set (seat_id, advertiser_id, name, type, status, product_set_filter)
       VALUES ($1, $2, 'Set', 'PRODUCT', 'ACTIVE', $3) RETURNING id`,
      [large.seatId, advertiserId, { id: { contains: by } }],
    );
    const remaining = async () => {
      const query = '{ rateLimit { remaining } }';
      const { body } = await send('POST', '/graphql', { headers: headers.large, body: { query } });
      return body.data.rateLimit.remaining;
    };
    const before = await remaining();
    const query = as(`{ productSet(id: "${set.rows[0]?.id}") { count } }`);
    const first = await costOf(query, 'large');
    expect(first.used).toBeGreaterThan(10);
    const { used } = await costOf(query, 'large');
    expect(used).toBe(1 + more);
    expect(before - (await remaining())).toBe(first.used + used);
  });
});

test('rateLimit is free once in a request', async () => {
  const again = '{ a: rateLimit { remaining } b: rateLimit { remaining } c: rateLimit { remaining } }';
  expect((await costOf('{ rateLimit { remaining } }', 'small')).requested).toBe(0);
  expect((await costOf(again, 'small')).requested).toBe(2);
});
