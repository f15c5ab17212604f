import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { costOf, priced } from '../../../src/graphql/server/price/cost.ts';
import { costliestOf } from '../../../src/graphql/server/price/costliest.ts';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem({ env: { FLIGHTLINE_INTROSPECTION: 'on' } });
const { send } = await testApp(system);
const withToken = await bearerHeaders(system, await createClient(system));
const ask = (query: string, headers: Record<string, string> = withToken) =>
  send('POST', '/graphql', { headers, body: { query } });
const price = (text: string) => costOf({ schema, document: parse(text) });
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ');
/** Each level selects all types of the fields of the level above. */
const nested = (levels: number): string =>
  levels === 0 ? 'name' : `fields { type { ${nested(levels - 1)} } }`;

describe('introspection is priced by what it answers', () => {
  test('a point for each five values', () => {
    const types = Object.keys(schema.getTypeMap()).length;
    expect(price('{ __type(name: "PageInfo") { name } }')).toBe(1);
    expect(price('{ __schema { types { name } } }')).toBe(Math.ceil((1 + types) / 5));
    expect(price(`{ __schema { ${aliases(10, 'types { name }')} } }`)).toBe(2 * (1 + types));
    expect(price('{ __type(name: "None") { fields { name } } }')).toBe(1);
  });

  test('the schema is read once for all prices of a request, those of a refusal included', () => {
    const types = vi.spyOn(schema, 'getTypeMap');
    const text = `{ ${aliases(9, 'advertisers(first: 100) { nodes { lines(first: 100) { nodes { id } } } }')}
      __schema { types { name } } }`;
    const prices = priced({ schema, document: parse(text) });
    expect(costliestOf(prices)?.field).toBe('a0.nodes.lines');
    expect(prices.least()).toBeLessThan(prices.cost);
    expect(types).toHaveBeenCalledTimes(1);
    types.mockRestore();
  });

  test('reading the whole schema is served', async () => {
    const query = getIntrospectionQuery();
    expect(price(query)).toBeGreaterThan(1_000);
    const { status, body } = await ask(query);
    expect([status, body.errors]).toEqual([200, undefined]);
  });

  test.each([
    ['aliases', `{ __schema { ${aliases(200, 'types { fields { name type { name } } }')} } }`],
    [
      'types within types',
      `{ __schema { ${aliases(30, 'types { fields { args { type { name ofType { name } } } type { ofType { name } } } }')} } }`,
    ],
    [
      'a fragment in many places',
      `{ __schema { ${aliases(90, 'types { ...F }')} } } fragment F on __Type { ${nested(2)} }`,
    ],
  ])(
    '%s that would answer very much are refused before they run, with and without a token',
    async (_name, query) => {
      for (const headers of [withToken, {}]) {
        const { status, body } = await ask(query, headers);
        expect([status, body.errors[0].extensions.code]).toEqual([400, 'COST_LIMIT_EXCEEDED']);
      }
    },
  );
});

describe('a request reads the schema once', () => {
  test.each([
    ['by alias', '{ a: __schema { types { name } } b: __schema { types { name } } }'],
    ['as a type too', '{ __schema { types { name } } __type(name: "Line") { name } }'],
    [
      'in a fragment',
      '{ ...A b: __schema { types { name } } } fragment A on Query { a: __schema { types { name } } }',
    ],
    ['in an inline fragment', '{ __schema { types { name } } ... { b: __schema { types { name } } } }'],
  ])('%s: 400', async (_name, query) => {
    for (const headers of [withToken, {}]) {
      const { status, body } = await ask(query, headers);
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        {
          message: 'A request may select one `__schema` or `__type`.',
          extensions: { code: 'DOCUMENT_LIMIT_EXCEEDED' },
        },
      ]);
    }
  });

  test('fragments that add to the same one are served', async () => {
    const { body } = await ask(
      '{ __schema { queryType { name } } ...A } fragment A on Query { __schema { mutationType { name } } }',
    );
    expect(body.data.__schema).toEqual({ queryType: { name: 'Query' }, mutationType: { name: 'Mutation' } });
  });
});

test('without a token the schema is made once for each document, and new documents share the points of a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    const query = getIntrospectionQuery();
    const first = await ask(query, {});
    expect(first.body.data.__schema.types.length).toBeGreaterThan(100);
    const variants = Array.from({ length: 100_000 / price(query) + 1 }, (_, i) => `${query} # ${i}`);
    const statuses = [];
    for (const variant of variants) statuses.push((await ask(variant, {})).status);
    expect(statuses[0]).toBe(200);
    const last = await ask(`${query} # another`, {});
    expect([last.status, last.body.errors[0].extensions.code]).toEqual([429, 'COST_LIMIT_EXCEEDED']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(variants[statuses.lastIndexOf(200)] as string, {})).status).toBe(200);
    system.advance(60);
    expect((await ask(`${query} # another`, {})).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});
