import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { checkClient } from '../../../src/domain/access/diagnostics/list.ts';
import { recorderOf } from '../../../src/domain/access/diagnostics/record.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { checkDocument, documentCache } from '../../../src/graphql/server/documents/documents.ts';
import { mergedFieldsRule } from '../../../src/graphql/server/documents/merged-fields.ts';
import { documentLimit } from '../../../src/graphql/server/limits.ts';
import { type Random, seeded } from '../../attacks/attack.ts';
import { INVALID, type InvalidRequest, invalidRequest } from '../../attacks/invalid-documents.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

interface Caller {
  readonly token: string;
  readonly clientId: string;
  remaining(): Promise<number>;
}

async function caller(points = 1_000): Promise<Caller> {
  const client = await createClient(system, { quotas: { graphqlPerHr: points } });
  const token = await tokenFor(system, client);
  const remaining = async () => {
    const { text } = await post({ token }, { query: '{ rateLimit { remaining } }' });
    return JSON.parse(text).data.rateLimit.remaining as number;
  };
  return { token, clientId: client.clientId, remaining };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}
type Sent = Pick<InvalidRequest, 'query' | 'variables'>;
type Send = (caller: Pick<Caller, 'token'>, request: Sent) => Promise<Answer>;

const over =
  (headers: Record<string, string>): Send =>
  async ({ token }, { query, variables }) => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, text: await response.text() };
  };
const post = over({});

const get: Send = async ({ token }, { query, variables }) => {
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables ?? {}) });
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/graphql?${parameters}`, { headers });
  return { status: response.status, text: await response.text() };
};

/** The status is that of the same answer over HTTP. */
const socket: Send = async ({ token }, { query, variables }) => {
  const client = createWsClient({
    url: `${origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  });
  const result = await client
    .iterate({ query, ...(variables && { variables }) })
    .next()
    .then(
      ({ value }) => value,
      (errors: unknown) => ({ errors }),
    );
  await client.dispose();
  const text = JSON.stringify(result);
  return { status: text.includes('COST_LIMIT_EXCEEDED') ? 429 : 200, text };
};

const WAYS: readonly (readonly [string, Send])[] = [
  ['POST', post],
  ['GET', get],
  ['SSE', over({ accept: 'text/event-stream' })],
  ['a WebSocket', socket],
  ['POST with X-Cost-Only', over({ 'x-cost-only': 'true' })],
];

const REFUSED: readonly (readonly [string, Sent])[] = [
  ['does not parse', { query: '{' }],
  ['is beyond a limit', { query: '{a'.repeat(40) + '}'.repeat(40) }],
  ['selects an unknown field', { query: '{ advertiserz { id } }' }],
  ['has an unknown type', { query: 'query ($a: LineFilte) { lines(filter: $a) { totalCount } }' }],
  ['has several operations and no name', { query: 'query a { __typename } query b { __typename }' }],
  ['lacks a variable', { query: 'query ($f: Int!) { lines(first: $f) { totalCount } }' }],
  [
    'has a wrong variable',
    {
      query: 'query ($s: LineStatus) { lines(filter: {status: $s}) { totalCount } }',
      variables: { s: 'ACTIV' },
    },
  ],
  [
    'has a wrong variable of a subscription',
    { query: 'subscription ($i: ID!) { reportStatus(id: $i) { id } }' },
  ],
];

const codesOf = ({ text }: Answer): string[] =>
  [...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => String(code));

describe.each(WAYS)('by %s', (_way, send) => {
  test('a refused request is told to the administrators of the client once', async () => {
    const one = await caller();
    await send(one, { query: 'query Mine { advertiserz { id } }' });
    await recorderOf(system).store();
    const { problems } = await checkClient({ system, clientId: one.clientId });
    expect(problems).toMatchObject([
      {
        kind: 'INVALID_REQUEST',
        message: expect.stringMatching(
          /^GraphQL(?: \(Mine\))?: Cannot query field "advertiserz" on type "Query"\.$/,
        ),
        count: 1,
      },
    ]);
  });

  test.each(REFUSED)(
    'a request that %s takes points each time, also when it is repeated',
    async (_what, request) => {
      const one = await caller();
      for (let times = 1; times <= 3; times += 1) {
        const before = await one.remaining();
        const answer = await send(one, request);
        expect(codesOf(answer)).not.toContain('COST_LIMIT_EXCEEDED');
        expect(codesOf(answer).length).toBeGreaterThan(0);
        expect(before - (await one.remaining())).toBeGreaterThanOrEqual(1);
      }
    },
  );

  test.each(REFUSED)('a request that %s is 429 once the hour is used up', async (_what, request) => {
    const one = await caller(0);
    const answer = await send(one, request);
    expect([answer.status === 200 ? 429 : answer.status, codesOf(answer)]).toEqual([
      429,
      ['COST_LIMIT_EXCEEDED'],
    ]);
    expect(answer.text).not.toContain('locations');
  });
});

test('a mutation by GET takes points', async () => {
  const one = await caller();
  expect((await get(one, { query: 'mutation { deleteReport(id: "x") { __typename } }' })).status).toBe(405);
  expect(await one.remaining()).toBeLessThan(1_000);
});

test('the answer says what the refusal took', async () => {
  const { body } = await post(await caller(), { query: '{ nothing }' }).then(({ text }) => ({
    body: JSON.parse(text),
  }));
  expect(body.extensions.cost.used).toBeGreaterThanOrEqual(1);
  expect(body.extensions.cost.remaining).toBe(1_000 - body.extensions.cost.used);
});

const random = seeded(Number(process.env.FUZZ_SEED ?? 29));
const many = INVALID.flatMap((kind) => [3, 40, 700].map((count) => invalidRequest(random, { kind, count })));

test.each(many)('$name: at most five errors, and a suggestion in the first of them only', async (request) => {
  const { text } = await post(await caller(100_000), request);
  const { errors } = JSON.parse(text) as { errors: { message: string }[] };
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBeLessThanOrEqual(5);
  expect(text).not.toContain('BAD_REQUEST');
  for (const { message } of errors.slice(1)) expect(message).not.toContain('Did you mean');
  for (const { message } of errors) {
    expect(message.length).toBeLessThanOrEqual(501);
    // All types are not at hand.
    if (message.startsWith('Unknown type')) expect(message).not.toContain('Did you mean');
  }
});

test('the first error still has a suggestion, in documents and variables', async () => {
  const one = await caller();
  for (const [request, suggestion] of [
    [{ query: '{ advertiserz { id } }' }, 'Did you mean "advertiser" or "advertisers"?'],
    [REFUSED[6]?.[1] as Sent, 'Did you mean the enum value "ACTIVE" or "INACTIVE"?'],
  ] as const)
    expect(JSON.parse((await post(one, request)).text).errors[0].message).toContain(suggestion);
});

test('without a token nothing is parsed', async () => {
  const before = documentCache();
  for (const query of ['{ a: __typename }', '{ unknown }', '{', 'mutation { x }']) {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(response.status).toBe(401);
  }
  expect(documentCache()).toEqual(before);
});

test('cached errors have no stack, which would retain what validation used', () => {
  for (const [, { query: source }] of REFUSED.slice(0, 4)) {
    const { errors } = checkDocument({ schema, source, isSchemaHidden: false });
    expect(errors.length).toBeGreaterThan(0);
    for (const { stack } of errors) expect(stack).not.toMatch(/\n +at /);
  }
});

test('documents of callers are parsed and validated in one place', () => {
  const root = join(import.meta.dirname, '../../../src');
  const readers = (readdirSync(root, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts') && !/^(client|dashboard|pages)\//.test(path))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const imported = /import \{([^}]*)\} from 'graphql';/.exec(text)?.[1] ?? '';
      return /\b(parse|validate)\b/.test(imported) || /import .*parseWithinLimits/.test(text);
    })
    .sort();
  expect(readers).toEqual([
    'graphql/server/documents/documents.ts',
    'graphql/server/limits.ts',
    // The query by which tools read the schema.
    'graphql/server/price/introspection-cost.ts',
  ]);
});

test('a name of 256 characters and a text of 10,001 lines are refused; one less is served', async () => {
  const one = await caller();
  const name = (length: number) => ({ query: `{ ${'a'.repeat(length)}: __typename }` });
  const lines = (count: number) => ({ query: `{ __typename }${'\n'.repeat(count - 1)}` });
  for (const [request, problem] of [
    [name(256), 'A name in the document is too long: at most 255 characters are allowed.'],
    [lines(10_001), 'The document has too many lines: at most 10000 are allowed.'],
  ] as const) {
    const { errors } = JSON.parse((await post(one, request)).text);
    expect(errors).toEqual([{ message: problem, extensions: { code: 'DOCUMENT_LIMIT_EXCEEDED' } }]);
  }
  for (const request of [name(255), lines(10_000)])
    expect(JSON.parse((await post(one, request)).text).data).toBeDefined();
});

test.each([
  ['escapes of one text', (count: number) => `lines(filter: {name: {contains: "${'\\n'.repeat(count)}"}})`],
  [
    'escapes of many texts',
    (count: number) => `lines(filter: {idIn: [${'"\\\\" '.repeat(count / 2)}${count % 2 ? '"\\t"' : ''}]})`,
  ],
  ['quotation marks in a wrong text', (count: number) => `lines(first: "${'\\"'.repeat(count)}")`],
  // Where a message repeats the text, these are written as escapes.
  ['control characters', (count: number) => `lines(first: "${'\u0080'.repeat(count)}")`],
])('%s: 10,001 are refused, 10,000 are not too many', (_what, field) => {
  const errorsFor = (count: number) =>
    checkDocument({ schema, source: `{ ${field(count)} { totalCount } }`, isSchemaHidden: false }).errors;
  const message = 'The document has too many escapes in texts: at most 10000 are allowed.';
  expect(errorsFor(10_001).map(({ message }) => message)).toEqual([message]);
  expect(errorsFor(10_000).map(({ message }) => message)).not.toContain(message);
});

test('a document in which graphql-js gives up says which limit it is beyond', async () => {
  const operations = Array.from({ length: 20 }, (_, n) => `query Q${n}($v: ID!) { ...F }`).join(' ');
  const fields = Array.from({ length: 4 }, (_, n) => `a${n}: nodes(ids: [${'$v '.repeat(950)}]) { id }`);
  const query = `${operations} fragment F on Query { ${fields.join(' ')} }`;
  const { errors } = JSON.parse((await post(await caller(), { query })).text);
  const message = 'The document uses variables and fragments in too many operations.';
  expect(errors).toEqual([{ message, extensions: { code: 'DOCUMENT_LIMIT_EXCEEDED' } }]);
});

describe('fields merge exactly where graphql-js says that they do', () => {
  const rule = mergedFieldsRule(() => documentLimit('too much'));
  const isValid = (document: DocumentNode, one: typeof rule) =>
    validate(schema, document, [one]).length === 0;

  const LEAVES = ['id', 'name', 'status', '__typename', 'updatedAt', 'message', 'code'];
  const ON = ['Node', 'Line', 'Advertiser', 'Campaign', 'Deal', 'Pixel'];

  function selections(random: Random, depth: number, fragments: number): string {
    const one = (): string => {
      const roll = random.integer(10);
      const alias = random.pick(['', '', '', '', '', 'a: ']);
      if (roll < 4 || depth === 0) return alias + random.pick(LEAVES);
      if (roll < 6) return `... on ${random.pick(ON)} { ${selections(random, depth - 1, fragments)} }`;
      if (roll < 7) return `...F${random.integer(fragments)}`;
      const argument = random.pick([
        '',
        '',
        '',
        '',
        '(first: 1)',
        '(first: 2)',
        '(first: $n)',
        '(filter: {name: {eq: "x"}, status: ACTIVE})',
        '(filter: {status: ACTIVE, name: {eq: "x"}})',
      ]);
      const field = random.pick(['lines', 'campaigns', 'ads']);
      return `${alias}${field}${argument} { ${random.pick(['', 'x: '])}nodes { ${selections(random, depth - 1, fragments)} } }`;
    };
    return Array.from({ length: 1 + random.integer(3) }, one).join(' ');
  }

  test('of 600 documents, some valid and some not', () => {
    const random = seeded(4);
    let valid = 0;
    for (let n = 0; n < 600; n += 1) {
      const fragments = Array.from(
        { length: 3 },
        // Each spreads only later ones, so that there is no circle.
        (_, index) =>
          `fragment F${index} on ${random.pick(ON)} { ${selections(random, 2, 3).replace(/\.\.\.F\d/g, index === 2 ? 'id' : '...F2')} }`,
      );
      const text = `query ($n: Int) { node(id: 1) { ${selections(random, 3, 3)} } ${random.pick(['', '', '', 'node(id: 1)', 'node(id: 2)']).replace(/\)$/, ') { name: id }')} ...R } fragment R on Query { node(id: 1) { ${selections(random, 2, 3)} } ...S } fragment S on Query { ...T } fragment T on Query { t: node(id: 1) { ...F0 ...F1 ...F2 } } ${fragments.join(' ')}`;
      const document = parse(text);
      const expected = isValid(document, OverlappingFieldsCanBeMergedRule);
      if (expected) valid += 1;
      expect([isValid(document, rule), text]).toEqual([expected, text]);
    }
    expect(valid).toBeGreaterThan(20);
    expect(valid).toBeLessThan(590);
  });
});

test.each([
  'subscription { seatChanges @skip(if: true) { id } }',
  'subscription ($s: Boolean!) { seatChanges @include(if: $s) { id } }',
  'subscription { ...F @skip(if: false) } fragment F on Subscription { seatChanges { id } }',
  'subscription { ... @include(if: false) { seatChanges { id } } }',
])('the root field of a subscription is not conditional: %s', async (query) => {
  const { status, text } = await over({ accept: 'text/event-stream' })(await caller(), {
    query,
    variables: { s: true },
  });
  expect(status).toBe(200);
  expect(text).toContain('The root field of a subscription cannot have @skip or @include.');
  expect(text).toContain('GRAPHQL_VALIDATION_FAILED');
});
