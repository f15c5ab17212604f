import { describe, expect, test } from 'vitest';
import { trafficSystem } from '../../support/seat.ts';

/** Long lists of the dictionary, page by page: the same entries as the plain lists show, and all of them. */

const { caller } = await trafficSystem();
const seat = await caller();
const { id: advertiserId } = await seat.advertiser();

const ask = async (text: string, variables: Record<string, unknown> = {}) => {
  const { body } = await seat.graphql(
    `query ${'after' in variables ? '($after: String)' : ''} { dictionary { ${text} } }`,
    variables,
  );
  return body as { data: { dictionary: Record<string, never> }; errors?: { message: string }[] };
};

interface Page {
  readonly nodes: { value: unknown }[];
  readonly edges: { cursor: string; node: { value: unknown } }[];
  readonly totalCount: number | null;
  readonly pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
}

async function pages(field: string, given: string, first: number, most = Number.POSITIVE_INFINITY) {
  const values: unknown[] = [];
  let after: string | null = null;
  let page: Page;
  do {
    const selection = `nodes { value } edges { cursor node { value } } totalCount pageInfo { hasNextPage hasPreviousPage endCursor }`;
    const args = ['after: $after', `first: ${first}`, given].filter(Boolean).join(', ');
    const { data, errors } = await ask(`page: ${field}(${args}) { ${selection} }`, { after });
    expect(errors).toBeUndefined();
    page = data.dictionary.page as unknown as Page;
    expect(page.edges.map(({ node }) => node)).toEqual(page.nodes);
    expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
    expect(page.pageInfo.endCursor).toBe(page.edges.at(-1)?.cursor ?? null);
    values.push(...page.nodes.map(({ value }) => value));
    after = page.pageInfo.endCursor;
  } while (page.pageInfo.hasNextPage && values.length < most);
  return { values, totalCount: page.totalCount };
}

const plainList = async (text: string) => {
  const { data } = await ask(`list: ${text} { value }`);
  return (data.dictionary.list as unknown as { value: unknown }[]).map(({ value }) => value);
};

const ofAdvertiser = `advertiserId: "${advertiserId}"`;

describe('pages hold what the plain list holds, in its order, and the total', () => {
  test.each([
    ['sitesConnection', '', 'sites', 4],
    ['sitesConnection', 'category: "news"', 'sites(category: "news")', 2],
    ['categoriesConnection', '', 'categories', 100],
    ['categoriesConnection', 'parentId: 1', 'categories(parentId: 1)', 3],
    ['locationsConnection', 'type: COUNTRY_', 'locations(type: country)', 100],
    ['interestSegmentsPlatformConnection', ofAdvertiser, `interestSegmentsPlatform(${ofAdvertiser})`, 3],
    [
      'interestSegmentsDataProvidersConnection',
      ofAdvertiser,
      `interestSegmentsDataProviders(${ofAdvertiser})`,
      3,
    ],
    ['interestSegments3pConnection', ofAdvertiser, `interestSegments3p(${ofAdvertiser})`, 3],
  ])('%s(%s)', async (field, args, plain, first) => {
    const { values, totalCount } = await pages(field, args.replace('COUNTRY_', 'country'), first);
    const all = await plainList(plain);
    expect(all.length).toBeGreaterThan(0);
    expect(values).toEqual(all);
    expect(totalCount).toBe(all.length);
  });

  test('a search for places ranks and does not count', async () => {
    const { values, totalCount } = await pages('locationsConnection', 'location: "san", fuzzy: true', 10, 30);
    expect(values).toEqual(
      (await plainList('locations(location: "san", fuzzy: true)')).slice(0, values.length),
    );
    expect(values.length).toBeGreaterThan(10);
    expect(totalCount).toBeNull();
  });

  test.each(['sitesConnection', 'categoriesConnection'])(
    '%s finds a part of a name, in any case',
    async (field) => {
      const { data } = await ask(`page: ${field}(search: "NEW", first: 100) { totalCount nodes { name } }`);
      const { nodes, totalCount } = data.dictionary.page as unknown as {
        nodes: { name: string }[];
        totalCount: number;
      };
      expect(nodes.length).toBeGreaterThan(0);
      expect(totalCount).toBe(nodes.length);
      for (const { name } of nodes) expect(name.toLowerCase()).toContain('new');
    },
  );
});

test.each([
  ['sitesConnection(first: 0)', 'Argument "first" must be from 1 to 100.'],
  ['sitesConnection(first: 101)', 'Argument "first" must be from 1 to 100.'],
  ['sitesConnection(after: "x")', 'Argument "after" must be a cursor of this connection.'],
  [
    `sitesConnection(after: "${Buffer.from('["categories",1]').toString('base64url')}")`,
    'Argument "after" must be a cursor of this connection.',
  ],
  [
    `locationsConnection(type: city, after: "${Buffer.from('["locations",4294967296]').toString('base64url')}")`,
    'Argument "after" must be a cursor of this connection.',
  ],
  ['sitesConnection(category: "none")', 'category must be one of'],
  ['locationsConnection', 'must have one of woeid, location and type'],
  ['interestSegments3pConnection(advertiserId: "2000000011")', 'There is no advertiser 2000000011'],
])('%s is refused', async (field, message) => {
  const { errors } = await ask(`page: ${field} { nodes { value } }`);
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.message).toContain(message);
});
