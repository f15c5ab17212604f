import { type OperationDefinitionNode, parse } from 'graphql';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { LINE } from '../../../src/domain/campaigns/line/definition.ts';
import { prepare } from '../../../src/graphql/reading/operations.ts';
import { planQuery } from '../../../src/graphql/reading/plan/plan.ts';
import { collect } from '../../../src/graphql/reading/selection.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { BY_ID } from '../../../src/resources/filter/keyset.ts';
import { type Compiled, compile, compileSize } from '../../../src/resources/read/compile.ts';
import { prepared, read } from '../../../src/resources/read/read.ts';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { byExecutor } from '../../support/by-executor.ts';
import { isAnsweredByText } from '../../support/outputs.ts';
import { trafficSystem } from '../../support/seat.ts';
import { countStatements } from '../../support/statements.ts';

/** Each query here is answered by one statement, and by the executor alike. */
const { system, caller } = await trafficSystem();
const seat = await caller({ legalComplianceCountry: 'DE' });
const context = await seat.context();
const other = await caller();

const TEXTS = [
  'plain',
  'quote " backslash \\ slash / tab \t line \n return \r',
  '</script><b>&amp;',
  'ümläut ☃ 🎉 \u2028 \u2029 \u202eright to left',
  "'; DROP TABLE line; --",
  '%_\\%',
];
const NUMBERS = [0, 0.1, 1e-7, 1.5e-7, 1e-6, 0.000123, 1e-5, 123456.789, 1e11, 999999999999.9999, 12.5, 100];

beforeAll(async () => {
  // Names that were stored before they had to be one line are still read.
  const rename = (table: string, id: number, name: string) =>
    system.pool.query(`UPDATE ${table} SET name = $2 WHERE id = $1`, [id, name]);
  for (const name of TEXTS) {
    const advertiser = await seat.advertiser();
    await rename('advertiser', advertiser.id, name);
    const campaign = await seat.campaign({ advertiserId: advertiser.id });
    await rename('campaign', campaign.id, name);
    for (const bidPrice of NUMBERS.slice(0, 3)) {
      const line = await seat.line({ orderId: campaign.id, bidPrice });
      await rename('line', line.id, name);
    }
  }
  const { id } = await seat.line({ name: 'numbers' });
  for (const [index, value] of NUMBERS.entries())
    await seat.put(`/lines/${id}`, { bidPrice: value, goalAmount: NUMBERS.at(-index) });
}, 120_000);

async function ask(query: string, variables: object = {}) {
  const { body } = await seat.graphql(query, variables as Record<string, unknown>);
  expect(body.errors).toBeUndefined();
  const { body: other } = await seat.graphql(byExecutor(query), variables as Record<string, unknown>);
  const { executor: _, ...objects } = other.data;
  if (!query.includes('rateLimit')) expect(JSON.stringify(body.data)).toBe(JSON.stringify(objects));
  return { data: body.data, isCompiled: isAnsweredByText(context, query, variables) };
}

describe('a read by one statement returns the same as the executor', () => {
  test.each([
    ['names of every kind', '{ advertisers(first: 100) { nodes { id databaseId name timezone currency } } }'],
    [
      'contacts, which are stored as JSON',
      '{ advertisers { nodes { contact { city email } billingContact { city __typename } } } }',
    ],
    [
      'numbers of every size',
      '{ advertisers(first: 100) { nodes { billingPrice lines { nodes { bidPrice goalAmount maxGoal deliveryStatus } } } } }',
    ],
    [
      'pages with cursors, backwards and forwards',
      `{ a: advertisers(first: 2, orderBy: {field: NAME, direction: DESC}) { edges { cursor node { name } } pageInfo
         { hasNextPage hasPreviousPage startCursor endCursor } totalCount }
         b: advertisers(last: 2, orderBy: {field: UPDATED_AT}) { nodes { updatedAt } pageInfo
         { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    ],
    ...['first', 'last'].flatMap((which) =>
      ['startCursor', 'endCursor', 'hasNextPage startCursor', 'hasNextPage endCursor'].map(
        (info): [string, string] => [
          `rows in their order with ${info} of the ${which}`,
          `{ advertisers(${which}: 4, orderBy: {field: NAME}) { nodes { name campaigns(${which}: 2) { nodes { name } } } pageInfo { ${info} } } }`,
        ],
      ),
    ),
    [
      'page info alone, of rows below each row, in every order of theirs',
      `{ advertisers(first: 3) { totalCount edges { cursor node { ${['NAME', 'UPDATED_AT', 'CREATED_AT']
        .map(
          (by) =>
            `${by}: productSets(orderBy: {direction: DESC, field: ${by}}) { pageInfo { endCursor hasNextPage startCursor } }`,
        )
        .join(' ')} } } } }`,
    ],
    [
      'aliases, fragments and type names',
      `{ __typename x: advertisers(first: 1) { __typename nodes { ...A ... on Advertiser { n: name __typename } } } }
       fragment A on Advertiser { id name lines(first: 1) { edges { node { ...B } } } } fragment B on Line { id name campaign { name } }`,
    ],
    [
      'filters',
      '{ advertisers(filter: {query: "%_", name: {contains: "\\\\"}}) { totalCount nodes { name } } }',
    ],
    [
      'empty pages',
      '{ advertisers(filter: {name: {eq: "none"}}) { nodes { id } edges { cursor } totalCount pageInfo { endCursor hasNextPage } } }',
    ],
    ['what is not there', '{ advertiser(id: 2000000000) { id } line(id: "Line:2000000000") { name } }'],
    [
      'rows that name their owner again, and other rows of its type',
      `{ advertisers(first: 3) { nodes { name lines(first: 3) { nodes { name advertiser { id name } campaign { name advertiser { name }
         lines(first: 2) { nodes { name campaign { name } advertiser { name } ads(first: 2) { nodes { line { name advertiser { name } } } } } } } } } } } }`,
    ],
    [
      'the quota with rows',
      '{ rateLimit { limit cost remaining resetAt } advertisers(first: 1) { nodes { id } } }',
    ],
  ])('%s', async (_what, query) => {
    expect((await ask(query)).isCompiled).toBe(true);
  });

  test('variables shape the statement: null, absent, true, false and page sizes', async () => {
    const query = `query ($first: Int, $with: Boolean!, $filter: AdvertiserFilter, $after: String) {
      advertisers(first: $first, filter: $filter, after: $after) { totalCount @include(if: $with) edges { cursor node { name @skip(if: $with) id } } } }`;
    const first = await ask(query, { first: 2, with: true });
    const { cursor } = first.data.advertisers.edges[1];
    for (const variables of [
      { first: 2, with: false },
      { first: null, with: true, filter: null },
      { with: true, filter: { status: 'ACTIVE', name: { in: TEXTS } } },
      { first: 1, with: true, after: cursor, filter: { statusIn: ['ACTIVE', 'INACTIVE'] } },
    ])
      expect((await ask(query, variables)).isCompiled).toBe(true);
    const next = await ask(query, { first: 2, with: true, after: cursor });
    const ids = (answer: typeof next) =>
      answer.data.advertisers.edges.map((edge: { node: { id: string } }) => edge.node.id);
    expect(new Set([...ids(first), ...ids(next)]).size).toBe(4);
  });
});

test('the values of one call do not shape the statements of others', async () => {
  const advertiser = await seat.advertiser();
  const campaign = await seat.campaign({ advertiserId: advertiser.id });
  const { id } = await seat.line({ orderId: campaign.id, name: 'shaped' });
  const lines =
    'query ($filter: LineFilter) { lines(filter: $filter, first: 1) { totalCount nodes { name } } }';
  const changes =
    'query ($filter: ChangeFilter) { changes(filter: $filter) { totalCount nodes { resource resourceId } } }';
  const calls: [document: string, filter: object, count: number | undefined][] = [
    [lines, { query: '' }, undefined],
    [lines, { query: 'shaped' }, 1],
    [lines, { query: 'of no line' }, 0],
    [lines, { not: { query: '' } }, 0],
    [lines, { not: { query: 'shaped' } }, undefined],
    [changes, { within: `Line:${id}` }, 1],
    [changes, { within: `Advertiser:${advertiser.id}` }, 3],
    [changes, { within: `Campaign:${campaign.id}` }, 2],
    [changes, { field: 'none', within: `Campaign:${campaign.id}` }, 0],
    [changes, { field: 'campaignId', within: `Campaign:${campaign.id}` }, 1],
    [changes, { field: 'name', within: `Campaign:${campaign.id}` }, 2],
  ];
  for (const [document, filter, count] of calls) {
    const { data } = await ask(document, { filter });
    const { totalCount } = data.lines ?? data.changes;
    if (count === undefined) expect(totalCount).toBeGreaterThan(1);
    else expect([filter, totalCount]).toEqual([filter, count]);
  }
});

test('rows that are looked up under many names are read together, each under its name', async () => {
  const { id } = await seat.advertiser();
  const of = (
    name: string,
    given: number | string,
    selection = '{ id name lines(first: 1) { nodes { id } } }',
  ) => `${name}: advertiser(id: "${given}") ${selection}`;
  const missing = of('NULL', 2_000_000_000);
  const others = [of('c', id, '{ ...F }'), of('d', id, '{ ...F }'), 'lines(first: 1) { nodes { id } }'];
  const query = `{ ${[of('a', id), missing, of('b', `Advertiser:${id}`), ...others, of('e', id)].join(' ')} }
    fragment F on Advertiser { __typename name }`;
  const { data, isCompiled } = await ask(query);
  expect([isCompiled, data.NULL, data.b, data.e]).toEqual([true, null, data.a, data.a]);
  expect(Object.keys(data)).toEqual(['a', 'NULL', 'b', 'c', 'd', 'lines', 'e']);
  // With more than 1,000 fields, too.
  const many = Array.from({ length: 300 }, (_, index) => of(`a${index}`, id, '{ id name status currency }'));
  expect((await ask(`{ ${many.join(' ')} }`)).isCompiled).toBe(true);
  const foreign = await ask(`{ ${[of('a', id), of('b', (await other.advertiser()).id)].join(' ')} }`);
  expect(foreign.data.b).toBeNull();
});

test('what no expression answers is left to the executor', async () => {
  const { data, isCompiled } = await ask(
    '{ lines(first: 1) { nodes { targeting { nativeLists { id } } } } }',
  );
  expect([isCompiled, data.lines.nodes[0].targeting]).toEqual([false, { nativeLists: [] }]);
});

test('refusals are the executor’s: a bad cursor, a page too large, another type’s ID', async () => {
  for (const query of [
    '{ advertisers(first: 101) { totalCount } }',
    '{ advertisers(after: "x") { totalCount } }',
    '{ advertiser(id: "Line:1") { id } }',
  ])
    expect((await seat.graphql(query)).body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
});

test('an answer that may exceed 32 MiB is not built at once', async () => {
  const aliases = Array.from({ length: 60 }, (_, i) => `a${i}: name`).join(' ');
  const query = `{ advertisers(first: 100) { nodes { lines(first: 100) { nodes { ${aliases} } } } } }`;
  const answered = prepare({
    ctx: await seat.context(),
    schema,
    query,
    operationName: undefined,
    variables: {},
  });
  expect(answered).toEqual({ reason: 'the answer may exceed 32 MiB' });
});

test('the size of an answer is known without its text', async () => {
  const query = `{ advertisers(first: 3) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { id name contact { city }
    lines(first: 2) { nodes { id bidPrice advertiser { name } schedules { id } } } } } }
    advertiser(id: 1) { name } a: line(id: 1) { name } b: line(id: 2) { name } nodes(ids: ["Line:1", "Advertiser:1"]) { id } }`;
  const [operation] = parse(query).definitions as [OperationDefinitionNode];
  const { plan, argumentsOf, pagesOf } = planQuery(
    context,
    { schema, fragments: new Map(), variables: {} },
    operation,
  );
  const values = { arguments: argumentsOf({}), pages: pagesOf(context, {}) };
  const answer = (statement: Compiled) => read({ ctx: context, statement: prepared(statement), values });
  const bytes = Buffer.byteLength(await answer(compile(plan)));
  const size = Number(await answer(compileSize(plan)));
  // Each item of a list counts a comma, the last of each list too.
  expect(size).toBeGreaterThanOrEqual(bytes);
  expect(size).toBeLessThan(bytes + 30);
});

test('a plan cannot be made without the condition on who may see the rows', () => {
  const page = {
    index: 0,
    limit: 1,
    order: BY_ID,
    backward: false,
    conditions: [],
    hasPosition: false,
  };
  const textOf = (name: 'Line' | 'Seat') => {
    const rows = { resource: { ...LINE, name, visible: 'with its owner' as const } };
    const parts = [{ name: 'totalCount', is: 'total' as const }];
    const members = [{ name: 'lines', value: { is: 'page' as const, rows, page, parts } }];
    return compile({ format: 'graphql', members }).text;
  };
  // Rows that are visible with their owner are found with it.
  expect(textOf('Line')).toMatch(/EXISTS \(SELECT FROM "\w+" t\d.*seat_id = \$1/s);
  expect(() => textOf('Seat')).toThrow('Seat has no owner.');
});

test('a fragment is entered once for a selection, however often it is spread', () => {
  const spreads = (name: string) => Array.from({ length: 3 }, () => `...${name}`).join(' ');
  const chain = Array.from({ length: 40 }, (_, i) => `fragment F${i} on Query { ${spreads(`F${i + 1}`)} }`);
  const document = parse(`{ ...F0 } ${chain.join(' ')} fragment F40 on Query { __typename }`);
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === 'FragmentDefinition' ? [[one.name.value, one] as const] : [],
    ),
  );
  const operation = document.definitions.find((one) => one.kind === 'OperationDefinition');
  const query = schema.getQueryType();
  if (!query || !operation) throw new Error('no query');
  expect([...collect({ schema, fragments, variables: {} }, query, [operation.selectionSet]).keys()]).toEqual([
    '__typename',
  ]);
});

test('callers that go away take their statements along, also when these hold every connection of the seat', {
  tags: ['one-process'],
}, async () => {
  const { pool } = system;
  const { app } = await testApp(system);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { seatId } = seat.client;
  // One user's calls do not get all of them.
  const clients = [
    seat.client,
    await createClient(system, { seatId }),
    await createClient(system, { seatId }),
  ];
  const callers = await Promise.all(
    clients.map(async (client) => ({
      ...(await bearerHeaders(system, client)),
      'content-type': 'application/json',
    })),
  );
  const body = JSON.stringify({ query: '{ advertisers(first: 1) { nodes { id } } }' });
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE advertiser IN ACCESS EXCLUSIVE MODE');
  const waiting = async () => {
    // In a transaction the activity is looked at once.
    await blocker.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await blocker.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };
  try {
    const leaving = new AbortController();
    // Two are reserved for other seats.
    const all = pool.options.max - 3;
    const reads = Array.from({ length: all + 4 }, (_, n) => {
      const headers = callers[n % callers.length] ?? {};
      return fetch(`${url}/graphql`, { method: 'POST', headers, body, signal: leaving.signal });
    });
    const left = Promise.allSettled(reads);
    await vi.waitFor(async () => expect(await waiting()).toBe(all), 10_000);
    leaving.abort();
    expect((await left).every(({ status }) => status === 'rejected')).toBe(true);
    await vi.waitFor(async () => expect(await waiting()).toBe(0), 4_000);
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
    await app.close();
  }
});

test.each([
  [
    'application/graphql-response+json, application/json;q=0.9',
    'application/graphql-response+json; charset=utf-8',
  ],
  [
    'text/event-stream, application/graphql-response+json',
    'application/graphql-response+json; charset=utf-8',
  ],
  ['application/json; charset=utf-8, */*', 'application/json; charset=utf-8'],
])('a read is one statement for clients that accept %s', async (accept, type) => {
  const query = '{ advertisers(first: 1) { nodes { id } } }';
  const context = await seat.context();
  const { app } = await testApp(context);
  const headers = { ...(await bearerHeaders(context, seat.client)), accept };
  const ask = (query: string) => app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
  const read = await ask(query);
  expect(isAnsweredByText(context, query)).toBe(true);
  expect(read.headers['content-type']).toBe(type);
  // The executor's server negotiates the same.
  expect((await ask('{ __schema { queryType { name } } }')).headers['content-type']).toBe(type);
  await app.close();
});

test('ADMINs who send X-Explain get the statement, its time and rows, or why there is none', async () => {
  const context = await seat.context();
  const { send } = await testApp(context);
  const headers = { ...(await bearerHeaders(context, seat.client)), 'x-explain': 'true' };
  const explain = async (query: string) =>
    (await send('POST', '/graphql', { headers, body: { query } })).body.extensions;
  const { plan, cost } = await explain(
    '{ advertisers(first: 3) { nodes { name lines(first: 1) { nodes { id } } } } }',
  );
  expect(plan).toEqual({
    compiled: true,
    sql: expect.stringContaining('"advertiser"'),
    ms: expect.any(Number),
    rows: expect.any(Number),
  });
  expect(plan.rows).toBeGreaterThanOrEqual(6);
  const line = await seat.line({
    schedules: [{ startDateStr: '2026-01-01T00:00:00Z', endDateStr: '2028-01-01T00:00:00Z', budget: 9 }],
  });
  expect((await explain(`{ line(id: "Line:${line.id}") { pacing { ratio } } }`)).plan).toMatchObject({
    compiled: true,
    sql: expect.stringContaining('spent_by_line'),
  });
  const range = 'range: {between: {start: "2026-02-26", end: "2026-03-02"}}';
  const { plan: ofDelivery } = await explain(
    `{ line(id: "Line:${line.id}") { delivery(${range}) { impressions } } }`,
  );
  expect(ofDelivery).toMatchObject({ compiled: true, deliverySql: expect.stringContaining('delivery') });
  expect(cost.requested).toBeGreaterThan(0);
  expect((await explain('{ dictionary { languages { value } } advertisers { totalCount } }')).plan).toEqual({
    compiled: false,
    reason: 'Query.dictionary',
  });
  expect((await explain('{ dictionary { languages { value } } }')).plan).toEqual({
    compiled: false,
    reason: 'Query.dictionary',
  });
  expect((await explain('mutation { createClick(input: {adId: 1}) { __typename } }')).plan).toEqual({
    compiled: false,
    reason: 'mutation',
  });
});

test('a dry run shows the pacing of what it would write', async () => {
  const { id } = await seat.line();
  const { body } = await seat.graphql(
    `mutation { updateLine(input: {id: "${id}", schedules: [
        {startDate: "2026-01-01T00:00:00Z", endDate: "2028-01-01T00:00:00Z", budget: 9}]}, validateOnly: true) {
      ... on UpdateLinePayload { line { pacing { budget { amount } } } } } }`,
  );
  expect(body.data.updateLine).toEqual({ line: { pacing: { budget: { amount: '9.000000' } } } });
});

test('a field of a fragment is read with what each place and operation selects of it', async () => {
  const line = await seat.line();
  const id = `Line:${line.id}`;
  const document = `
    query One($id: ID!) { viewer { role } node(id: $id) { ...F } }
    query Two($id: ID!) { viewer { role } node(id: $id) { ...F ... on Line { history(first: 1) { nodes { node { ... on Line { name } } } } } }
      other: node(id: $id) { ... on Line { name } ...F } }
    fragment F on Line { history(first: 1) { nodes { node { id } } } }`;
  const headers = await bearerHeaders(context, seat.client);
  const { send } = await testApp(context);
  const ask = async (operationName: string) =>
    (await send('POST', '/graphql', { headers, body: { query: document, operationName, variables: { id } } }))
      .body.data;
  const changed = { history: { nodes: [{ node: { id } }] } };
  expect((await ask('One')).node).toEqual(changed);
  const typed = { history: { nodes: [{ node: { id, name: line.name } }] } };
  expect(await ask('Two')).toMatchObject({ node: typed, other: { ...changed, name: line.name } });
  expect((await ask('One')).node).toEqual(changed);
});

test('a field of one name in rows of two types is read with what each selects', async () => {
  const line = await seat.line();
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) {
    ... on Line { history(first: 1) { nodes { node { ... on Line { name } } } } }
    ... on Advertiser { history(first: 1) { nodes { node { ... on Advertiser { currency } } } } } } }`;
  const { body } = await seat.graphql(query, { ids: [`Line:${line.id}`, `Advertiser:${line.advertiserId}`] });
  expect(body.data.nodes).toEqual([
    { history: { nodes: [{ node: { name: line.name } }] } },
    { history: { nodes: [{ node: { currency: 'USD' } }] } },
  ]);
});

describe('root fields that are no rows', () => {
  const OTHERS = `first: changes(first: 2) { nodes { id action user { id } node { id } fields { path before after } } }`;

  test('are answered with rows, each in its place', async () => {
    const query = `query ($n: Int!, $named: Boolean!) { ${OTHERS} advertisers(first: $n) { nodes { id name } } __typename
      ...Lists last: viewer { role seat { id } } }
      fragment Lists on Query { dictionary @include(if: $named) { languages { value } } campaigns(first: 1) { totalCount } }`;
    const { data, isCompiled } = await ask(query, { n: 2, named: true });
    expect(isCompiled).toBe(false);
    expect(Object.keys(data)).toEqual([
      ...['first', 'advertisers', '__typename', 'dictionary', 'campaigns', 'last'],
    ]);
    const { data: others } = await ask(query, { n: 2, named: false });
    expect(Object.keys(others)).toEqual(['first', 'advertisers', '__typename', 'campaigns', 'last']);
  });

  test('leave rows their arguments and pages', async () => {
    const id = (await seat.advertiser({})).id;
    const { data, isCompiled } = await ask(
      `query ($id: ID!) { advertiser(id: $id) { campaigns(first: 1) { nodes { history(first: 1) { nodes { node { id } } } } } }
         other: advertiser(id: $id) { id lines(first: 1) { totalCount } } }`,
      { id },
    );
    expect(isCompiled).toBe(false);
    expect(data.other).toEqual({ id: `Advertiser:${id}`, lines: { totalCount: 0 } });
  });

  test('rows in an order by delivery are ranked once', { tags: ['one-process'] }, async () => {
    const query = `{ campaigns(first: 1) { totalCount } advertisers(first: 1, orderBy: {delivery: {metric: SPEND,
      range: {preset: TODAY}}}) { nodes { history(first: 1) { nodes { node { id } } } } } }`;
    const { result, statements } = await countStatements(system.pool, () => seat.graphql(query));
    expect(result.body.errors).toBeUndefined();
    expect(statements.filter((sql) => sql.includes('row_number() OVER'))).toHaveLength(1);
  });

  test('rows of one field do not wait for those of another', async () => {
    const context = await seat.context();
    const { send } = await testApp(context);
    const headers = await bearerHeaders(context, seat.client);
    const blocker = await system.pool.connect();
    const runningReads = async () => {
      await blocker.query('SELECT pg_stat_clear_snapshot()');
      const { rowCount } = await blocker.query(
        `SELECT FROM pg_stat_activity WHERE query LIKE '%FROM "change"%' AND query_start > now() AND pid <> pg_backend_pid()`,
      );
      return rowCount;
    };
    try {
      await blocker.query('BEGIN; LOCK TABLE campaign IN ACCESS EXCLUSIVE MODE');
      const query =
        '{ viewer { role } campaigns(first: 1) { totalCount } changes(first: 1) { nodes { id } } }';
      const answer = send('POST', '/graphql', { headers, body: { query } });
      // Another statement on the same connection takes its place.
      await vi.waitFor(async () => expect(await runningReads()).toBe(1), { timeout: 5_000, interval: 5 });
      await blocker.query('ROLLBACK');
      expect((await answer).body.errors).toBeUndefined();
    } finally {
      blocker.release(true);
    }
  });

  test('that are refused leave the whole answer to the executor, which is charged once', {
    tags: ['one-process'],
  }, async () => {
    const remaining = async (query: string) => (await seat.graphql(query)).body;
    const query =
      '{ advertisers(first: 3) { nodes { id } } changes(first: 0) { nodes { id } } rateLimit { cost } }';
    const before = (await remaining('{ rateLimit { remaining } }')).data.rateLimit.remaining;
    const { errors, extensions } = await remaining(query);
    expect(errors).toEqual([expect.objectContaining({ path: ['changes'] })]);
    const after = (await remaining('{ rateLimit { remaining } }')).data.rateLimit.remaining;
    expect(before - after).toBe(extensions.cost.used);
  });

  test('alone are the executor’s', async () => {
    expect((await ask(`{ __typename rateLimit { cost } ${OTHERS} viewer { role } }`)).isCompiled).toBe(false);
  });
});

test('the owner of a row that was reached from it is not read again', async () => {
  const context = await seat.context();
  const { send } = await testApp(context);
  const headers = { ...(await bearerHeaders(context, seat.client)), 'x-explain': 'true' };
  const query =
    '{ advertisers(first: 3) { nodes { lines(first: 2) { nodes { advertiser { name } campaign { name } } } } } }';
  const { sql } = (await send('POST', '/graphql', { headers, body: { query } })).body.extensions.plan;
  const reads = (table: string) => sql.split(`FROM "${table}"`).length - 1;
  expect([reads('advertiser'), reads('campaign')]).toEqual([1, 1]);
});

test('only ADMINs are explained to', async () => {
  const editor = await caller({ role: 'EDITOR' });
  const context = await editor.context();
  const { send } = await testApp(context);
  const headers = { ...(await bearerHeaders(context, editor.client)), 'x-explain': 'true' };
  const ask = (query: string) => send('POST', '/graphql', { headers, body: { query } });
  for (const query of ['{ advertisers { totalCount } }', '{ dictionary { languages { value } } }'])
    expect((await ask(query)).body.extensions).toEqual({ cost: expect.anything() });
});
