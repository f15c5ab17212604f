import { afterAll, describe, expect, test } from 'vitest';
import {
  isWithinBounds,
  MAX_FILTER_CHARACTERS,
  MAX_FILTERS,
} from '../../../src/resources/filter/filter-bounds.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
const client = await createClient(system);
const token = await tokenFor(system, client);
afterAll(() => app.close());

async function ask(
  query: string,
  { variables = {}, headers = {} }: { variables?: object; headers?: Record<string, string> } = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload: { query, variables },
  });
  return { status: response.statusCode, ...response.json() };
}

const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');
const list = (count: number, value: unknown) => new Array(count).fill(value);

describe('a variable is too large for the number of its uses', () => {
  const counts = aliases(300, 'advertisers(filter: $f) { totalCount }');
  const filters: Record<string, object> = {
    'a long text': { query: 'x'.repeat(500_000) },
    'many IDs': { id: { in: list(9_000, 'Advertiser:1') } },
    'many filters': { and: list(9_000, {}) },
    'filters that are deep and wide': { and: [{ or: list(4_000, { not: {} }) }] },
  };
  for (const [name, f] of Object.entries(filters))
    test(`${name}: refused for points, whatever reads it`, async () => {
      for (const further of ['', 'viewer { __typename }']) {
        const { status, errors, extensions } = await ask(
          `query ($f: AdvertiserFilter) { ${counts} ${further} }`,
          {
            variables: { f },
          },
        );
        expect(status).toBe(400);
        expect(errors).toHaveLength(1);
        expect(errors[0].extensions.code).toMatch('BAD_USER_INPUT');
        expect(errors[0].message).toContain('too large for the number of times');
        expect(extensions.cost.used).toBeGreaterThan(0);
      }
    });

  test('within an object, a list and fragments', async () => {
    const fragment =
      'fragment F on Advertiser { campaigns(filter: {and: [{query: $q}, {query: $q}]}) { totalCount } }';
    const query = `query ($q: String) { ${aliases(50, 'advertiser(id: 1) { ...F }')} } ${fragment}`;
    const { errors } = await ask(query, { variables: { q: 'x'.repeat(30_000) } });
    expect(errors[0].message).toContain('too large for the number of times');
  });

  test('as a default value', async () => {
    const query = `query ($f: AdvertiserFilter = {query: "${'x'.repeat(500_000)}"}) { ${counts} }`;
    const { errors } = await ask(query);
    expect(errors[0].message).toContain('too large for the number of times');
  });

  test('the inputs of mutations', async () => {
    const query = `mutation ($i: CreateAdvertiserInput!) { ${aliases(20, 'createAdvertiser(input: $i, validateOnly: true) { __typename }')} }`;
    const { errors } = await ask(query, { variables: { i: { name: 'x'.repeat(500_000) } } });
    expect(errors[0].message).toContain('too large for the number of times');
  });

  test('small ones can be used as often as a document can name them', async () => {
    const { errors, data } = await ask(`query ($f: AdvertiserFilter) { ${counts} }`, {
      variables: { f: { query: 'x'.repeat(255) } },
    });
    expect(errors).toBeUndefined();
    expect(data.a299.totalCount).toBe(0);
  });
});

describe('filters in variables', () => {
  const filter = (conditions: number) => ({ or: list(Math.floor(conditions / 2), { name: { eq: 'x' } }) });
  const roots = (count: number, variable = (index: number) => `f${index}`) =>
    Array.from({ length: count }, (_, n) => `a${n}: advertisers(filter: $${variable(n)}) { totalCount }`);

  test('have at most 3,000 nested filters and conditions together', async () => {
    const definitions = Array.from({ length: 40 }, (_, index) => `$f${index}: AdvertiserFilter`).join(' ');
    const query = `query (${definitions}) { advertiser(id: 1) { id } ${roots(40).join(' ')} }`;
    const variables = (each: number) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, filter(each)]));
    expect((await ask(query, { variables: variables(60) })).errors).toBeUndefined();
    const { status, errors, extensions } = await ask(query, { variables: variables(80) });
    expect(status).toBe(400);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(errors[0].message).toContain('at most 3000 nested filters and conditions');
    expect(extensions.cost.used).toBeGreaterThan(0);
  });

  test('count wherever they are used', async () => {
    const query = `query ($f: AdvertiserFilter) { ${roots(40, () => 'f').join(' ')} }`;
    expect((await ask(query, { variables: { f: filter(60) } })).errors).toBeUndefined();
    expect((await ask(query, { variables: { f: filter(80) } })).errors[0].message).toContain('3000');
  });

  test('are paid for even where they filter no rows', async () => {
    const query =
      'query ($f: LineFilter) { campaigns(first: 1) { nodes { lines(filter: $f) { totalCount } } } }';
    // Rows that are requested by their IDs cost nothing to find.
    const { extensions } = await ask(query, { variables: { f: { id: { eq: 'Line:1' }, ...filter(80) } } });
    expect(extensions.cost.used).toBeGreaterThanOrEqual(40);
  });
});

test('texts of fragments count wherever these are spread', async () => {
  const fragment = `fragment F on Advertiser { campaigns(filter: {name: {eq: "${'x'.repeat(90_000)}"}}) { totalCount } }`;
  const query = (count: number) => `{ ${aliases(count, 'advertiser(id: 1) { ...F }')} } ${fragment}`;
  expect((await ask(query(20))).errors).toBeUndefined();
  const { status, errors } = await ask(query(30));
  expect(status).toBe(400);
  expect(errors[0].extensions.code).toBe('DOCUMENT_LIMIT_EXCEEDED');
});

describe('a filter', () => {
  test('has values of 100,000 characters at most, over all filters within it', async () => {
    const query = 'query ($f: AdvertiserFilter) { advertisers(filter: $f) { totalCount } }';
    const parts = (length: number) => ({ or: list(10, { name: { eq: 'x'.repeat(length) } }) });
    expect((await ask(query, { variables: { f: parts(9_000) } })).errors).toBeUndefined();
    const { errors } = await ask(query, { variables: { f: parts(11_000) } });
    expect(errors[0].message).toBe(
      `Argument "filter.or[9].name.eq" must be within the first ${MAX_FILTER_CHARACTERS} characters of the filter.`,
    );
    for (const [field, argument] of [
      ['changes', 'filter: {field: $q}'],
      ['campaigns', 'filter: {name: {eq: $q}}'],
      ['lines', 'filter: {not: {name: {in: [$q]}}}'],
    ]) {
      const text = `query ($q: String!) { ${field}(${argument}) { totalCount } }`;
      const { errors } = await ask(text, { variables: { q: 'x'.repeat(200_000) } });
      expect(errors[0].message).toContain('characters of the filter');
    }
  });

  test('is not looked at beyond its bounds', () => {
    const read = new Set<string>();
    const many = new Proxy(list(10_000, {}), {
      get: (target, name) => {
        read.add(String(name));
        return Reflect.get(target, name);
      },
    });
    for (const filter of [{ and: many }, { or: [{ and: many }] }]) {
      read.clear();
      expect(isWithinBounds(filter, () => undefined)).toBe(false);
      expect(read.size).toBeLessThan(MAX_FILTERS + 10);
    }
  });
});

test('what pricing takes is paid for where nothing is run', async () => {
  const rows =
    'nodes { id campaigns(first: 100) { nodes { id lines(first: 100) { nodes { id ads(first: 100) { nodes { id } } } } } } }';
  const query = `{ ${aliases(800, 'advertisers(first: 9) { ...R }')} } fragment R on AdvertiserConnection { ${rows} }`;
  const remaining = async () => (await ask('{ rateLimit { remaining } }')).data.rateLimit.remaining;
  expect((await ask(query)).errors[0].extensions.code).toBe('COST_LIMIT_EXCEEDED');
  const before = await remaining();
  for (let time = 0; time < 5; time += 1) await ask(query);
  await expect.poll(remaining).toBeLessThan(before - 2);
});
