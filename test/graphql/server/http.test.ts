import { getIntrospectionQuery } from 'graphql';
import { auditServer } from 'graphql-http';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
const client = await createClient(system);
const headers = await bearerHeaders(system, client);
const query = (text: string, more: Record<string, string> = {}) =>
  send('POST', '/graphql', { headers: { ...headers, ...more }, body: { query: text } });

describe('GraphQL over HTTP', () => {
  test('every MUST and SHOULD of the graphql-http audit passes', async () => {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    afterAll(() => app.close());
    const results = await auditServer({
      url: `${origin}/graphql`,
      fetchFn: (url: string, init: RequestInit = {}) =>
        fetch(url, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } }),
    });
    const failed = results.filter((audit) => audit.status === 'error' || audit.status === 'warn');
    expect(failed.map(({ name, ...rest }) => [name, 'reason' in rest && rest.reason])).toEqual([]);
    expect(results.length).toBeGreaterThan(50);
  });

  test.each([
    ['401: without a token', 'POST', { query: '{ __typename }' }, { authorization: '' }, 401],
    ['400: a batch', 'POST', [{ query: '{ __typename }' }], {}, 400],
    ['400: no query', 'POST', {}, {}, 400],
    ['400: the name of a document, where only texts are served', 'POST', { documentId: 'x' }, {}, 400],
    ['400: a query that is no text', 'POST', { query: 1 }, {}, 400],
    ['400: malformed JSON', 'POST', '{"query":', {}, 400],
    ['400: a list of nothing', 'POST', [], {}, 400],
    ['400: a text', 'POST', '"{ __typename }"', {}, 400],
    ['400: null', 'POST', 'null', {}, 400],
    ['415: nothing at all', 'POST', undefined, {}, 415],
    ['413: more than a mebibyte', 'POST', { query: `# ${'x'.repeat(1_100_000)}` }, {}, 413],
    [
      '415: a form',
      'POST',
      'query=%7B__typename%7D',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
    ],
    ['415: plain text', 'POST', '{"query":"{__typename}"}', { 'content-type': 'text/plain' }, 415],
    ['415: multipart', 'POST', 'x', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['415: bare GraphQL', 'POST', '{ __typename }', { 'content-type': 'application/graphql' }, 415],
    ['405: DELETE', 'DELETE', undefined, {}, 405],
    ['405: PUT', 'PUT', { query: '{ __typename }' }, {}, 405],
  ] as const)('%s', async (_name, method, body, more, status) => {
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*']) {
      const answer = await send(method, '/graphql', { headers: { ...headers, accept, ...more }, body });
      expect(answer.status).toBe(status);
      const [error] = answer.body.errors;
      expect(Object.keys(error.extensions)).toEqual(['code']);
      expect(error.message).toEqual(expect.any(String));
      expect(answer.headers['x-request-id']).toBeTruthy();
    }
  });

  test.each([
    ['no query', ''],
    ['variables that are no JSON', 'query={__typename}&variables=x'],
    ['extensions that are no JSON', 'query={__typename}&extensions={'],
  ])('400: GET with %s', async (_name, parameters) => {
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*']) {
      const more = { headers: { ...headers, accept } };
      const { status, body } = await send('GET', `/graphql?${parameters}`, more);
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_REQUEST' } })]);
    }
  });

  test.each(['query', 'operationName', 'variables', 'extensions'])(
    '400: GET with %s given twice, and says so',
    async (name) => {
      const parameters = new URLSearchParams({ query: '{ __typename }', variables: '{}' });
      for (const value of ['{}', '{ __typename }']) parameters.append(name, value);
      const { status, body } = await send('GET', `/graphql?${parameters}`, { headers });
      expect(status).toBe(400);
      expect(body.errors[0].message).toBe(`"${name}" is given more than once.`);
    },
  );

  test('400: more than 1,000 names of variables, before anything copies them', async () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, i]));
    const post = (count: number) =>
      send('POST', '/graphql', { headers, body: { query: '{ __typename }', variables: named(count) } });
    expect((await post(1_000)).status).toBe(200);
    const { status, body } = await post(1_001);
    expect([status, body.errors[0].message]).toEqual([400, '"variables" has more than 1000 names.']);
  });

  test('a refused value is not repeated at length, however much is wrong with it', async () => {
    const wrong = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`unknown${i}`, 'x'.repeat(100)]));
    const text = 'query ($f: AdvertiserFilter) { advertisers(filter: $f) { totalCount } }';
    const body = { query: text, variables: { f: wrong } };
    const variable = await send('POST', '/graphql', { headers, body });
    expect(variable.status).toBe(400);
    expect(variable.body.errors[0].message).toMatch(/^Variable "\$f" got invalid value/);
    const literal = await query(`{ advertisers(first: "${'x'.repeat(500_000)}") { totalCount } }`);
    expect(literal.body.errors[0].message).toMatch(/^"first": Int cannot represent non-integer value/);
    for (const { body } of [variable, literal]) expect(JSON.stringify(body).length).toBeLessThan(100_000);
  });

  test('405 with Allow: a mutation by GET, and nothing runs', async () => {
    const mutation = 'mutation { createAdvertiser(input: { name: "by GET" }) { __typename } }';
    const answer = await send('GET', `/graphql?query=${encodeURIComponent(mutation)}`, { headers });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(await system.db.advertiser.count({ where: { seatId: client.seatId } })).toBe(0);
  });

  test('406: an answer in no media type that GraphQL has', async () => {
    for (const accept of ['text/csv', 'multipart/mixed', 'multipart/*; deferSpec=20220824']) {
      const mutation = 'mutation { createAdvertiser(input: { name: "not shown" }) { __typename } }';
      for (const text of ['{ __typename }', mutation]) {
        const { status, body } = await query(text, { accept });
        expect([status, body.errors[0].extensions]).toEqual([406, { code: 'BAD_REQUEST' }]);
      }
    }
    expect(await system.db.advertiser.count({ where: { seatId: client.seatId } })).toBe(0);
  });

  const text = expect.any(String);
  test('multipart/mixed next to a media type that GraphQL has is passed over', async () => {
    for (const [accept, type] of [
      ['multipart/mixed; deferSpec=20220824, application/json', 'application/json; charset=utf-8'],
      ['text/event-stream, multipart/mixed', 'text/event-stream'],
    ] as const) {
      const { status, headers } = await query('{ viewer { role } rateLimit { limit } __typename }', {
        accept,
      });
      expect([status, headers['content-type']]).toEqual([200, type]);
      expect(headers).not.toMatchObject({ 'transfer-encoding': text, 'content-length': text });
    }
  });
});

describe('documents beyond the limits are 400, whatever the client takes', () => {
  const fields = (n: number, field: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => field(i)).join(' ');
  const nested = (depth: number): string => (depth === 0 ? 'id' : `nodes { ${nested(depth - 1)} }`);
  test.each([
    ['a hundred thousand brackets', `{ a(x: ${'['.repeat(100_000)}) }`],
    ['a hundred thousand braces', '{a'.repeat(100_000)],
    ['more than 10,000 tokens', `{ ${fields(10_001, () => '__typename')} }`],
    ['16 levels', `{ advertisers { ${nested(14)} } }`],
    [
      '16 levels through fragments',
      `{ advertisers { ...A } } fragment A on AdvertiserConnection { ${nested(7).replace('id', '...B')} }
       fragment B on Advertiser { ${nested(7)} }`,
    ],
    ['more than 1,000 aliases', `{ ${fields(1001, (i) => `a${i}: __typename`)} }`],
    ['more than 100 directives', `{ ${fields(101, (i) => `a${i}: __typename @skip(if: false)`)} }`],
    ['a list of more than 1,000', `{ advertiser(id: [${fields(1001, () => '1')}]) { id } }`],
    ['a value of more than 16 levels', `{ advertiser(id: ${'['.repeat(17)}1${']'.repeat(17)}) { id } }`],
    ['one field 300 times', `{ ${fields(300, () => '__typename')} }`],
    ['more than 100 fragments', `{ id } ${fields(101, (i) => `fragment F${i} on Advertiser { id }`)}`],
  ])('%s', async (_name, text) => {
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*']) {
      const { status, body } = await query(text, { accept });
      expect(status).toBe(400);
      expect(body.errors[0].extensions.code).toBe('DOCUMENT_LIMIT_EXCEEDED');
    }
  });

  test('fragments that spread each other in a cycle are refused, and are no loop', async () => {
    const { body } = await query('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }');
    expect(body.errors[0].message).toContain('itself');
  });

  test('15 levels are served, and so is the query by which tools read the schema', async () => {
    const { body } = await query(`{ advertisers { nodes { id } } ${'a'} : __typename }`);
    expect(body.errors).toBeUndefined();
    const { status, body: read } = await query(getIntrospectionQuery({ descriptions: true }));
    expect(status).toBe(200);
    expect(read.data.__schema.types.length).toBeGreaterThan(10);
  });
});

describe('introspection', () => {
  const SCHEMA = '{ __schema { queryType { name } } }';
  const withSetting = async (introspection: 'authenticated' | 'on' | 'off') => {
    const { send } = await testApp({ ...system, config: { ...system.config, introspection } });
    return (text: string, anonymous = false, variables: object = {}) =>
      send('POST', '/graphql', { headers: anonymous ? {} : headers, body: { query: text, variables } });
  };

  test('is for callers with a token by default', async () => {
    const ask = await withSetting('authenticated');
    expect((await ask(SCHEMA)).body.data.__schema.queryType.name).toBe('Query');
    expect((await ask(SCHEMA, true)).status).toBe(401);
  });

  test('is for all when it is on, and anonymous callers get nothing else', async () => {
    const ask = await withSetting('on');
    expect((await ask(SCHEMA, true)).body.data.__schema.queryType.name).toBe('Query');
    expect((await ask(`{ __schema { queryType { name } } advertisers { totalCount } }`, true)).status).toBe(
      401,
    );
    const guess = await ask('{ advertiserz { totalCount } }', true);
    expect(guess.status).toBe(401);
    expect(JSON.stringify(guess.body)).not.toContain('Did you mean');
  });

  test('is for nobody when it is off, and errors give no hints either', async () => {
    const ask = await withSetting('off');
    expect((await ask(SCHEMA)).body.errors[0].message).toContain('introspection');
    const guess = await ask('{ advertiserz { totalCount } }');
    expect(guess.body.errors[0].message).toBe('Cannot query field "advertiserz" on type "Query".');
    const field = await ask(
      'mutation ($i: UpdateDealInput!) { updateDeal(input: $i) { __typename } }',
      false,
      {
        i: { id: '1', nam: 'x' },
      },
    );
    expect(field.body.errors[0].message).toContain('Field "nam" is not defined');
    const value = await ask(
      'query ($s: AdvertiserStatus) { advertisers(filter: { status: $s }) { totalCount } }',
      false,
      {
        s: 'ACTIV',
      },
    );
    expect(value.body.errors[0].message).toContain('"AdvertiserStatus"');
    for (const { body } of [guess, field, value]) expect(JSON.stringify(body)).not.toContain('Did you mean');
  });
});
