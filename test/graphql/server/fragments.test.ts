import { expect, test } from 'vitest';
import { createAdvertiser, trafficTest } from '../../support/traffic/traffic.ts';

const { caller } = await trafficTest();
const advertiserId = await createAdvertiser(caller);

/** Fragments of which each spreads the next several times, and the last of which holds the body. */
function chain(options: { on: string; depth: number; times: number; body: string; within?: string }): string {
  const { on, depth, times, body, within = 'SPREADS' } = options;
  const links = Array.from({ length: depth }, (_, i) => {
    const spreads = `...F${i + 1} `.repeat(times);
    return `fragment F${i} on ${on} { ${within.replaceAll('SPREADS', spreads)} }`;
  });
  return `${links.join(' ')} fragment F${depth} on ${on} { ${body} }`;
}

/** Work that doubled with each fragment would not end at forty. */
const DEPTHS = [12, 40, 90];

test.each([
  [
    'a connection',
    '{ advertisers { ...F0 } }',
    'AdvertiserConnection',
    'totalCount',
    'advertisers.totalCount',
  ],
  [
    'a page',
    '{ advertisers { ...F0 } }',
    'AdvertiserConnection',
    'nodes { databaseId }',
    'advertisers.nodes',
  ],
  ['the root', '{ ...F0 }', 'Query', 'advertisers { totalCount }', 'advertisers'],
  [
    'a history',
    `{ advertiser(id: ${advertiserId}) { history { ...F0 } } }`,
    'ChangeConnection',
    'totalCount',
    'advertiser.history.totalCount',
  ],
  ['all changes', '{ changes { ...F0 } }', 'ChangeConnection', 'totalCount', 'changes.totalCount'],
  [
    'rows that belong to another',
    `{ advertiser(id: ${advertiserId}) { lines { ...F0 } } }`,
    'LineConnection',
    'totalCount',
    'advertiser.lines.totalCount',
  ],
  ['an object', `{ advertiser(id: ${advertiserId}) { ...F0 } }`, 'Advertiser', 'name', 'advertiser.name'],
  ['the schema', '{ __schema { ...F0 } }', '__Schema', 'queryType { name }', '__schema.queryType.name'],
])(
  'fragments that spread each other many times cost what one spread costs: %s',
  async (...row) => {
    const [, query, on, body, path] = row;
    for (const depth of DEPTHS)
      for (const times of [1, 2, 20]) {
        const within =
          times === 2 ? `... on ${on} { SPREADS } __typename ... @include(if: true) { SPREADS }` : 'SPREADS';
        const answer = await caller.graphqlBody(`${query} ${chain({ on, depth, times, body, within })}`);
        expect(answer.errors).toBeUndefined();
        expect(answer.data).toHaveProperty(path);
      }
  },
  20_000,
);

test('fragments that multiply fields are refused before anything walks them', async () => {
  const fields = Array.from(
    { length: 12 },
    (_, i) => `a${i}: campaigns { nodes { advertiser { SPREADS } } }`,
  );
  const fragments = chain({ on: 'Advertiser', depth: 4, times: 1, body: 'id', within: fields.join(' ') });
  const { errors } = await caller.graphqlBody(`{ advertiser(id: ${advertiserId}) { ...F0 } } ${fragments}`);
  expect(errors[0]).toMatchObject({
    message: 'The document has too many fields once its fragments are spread: at most 20000 are allowed.',
    extensions: { code: 'DOCUMENT_LIMIT_EXCEEDED' },
  });
});

const TOO_DEEP = {
  errors: [
    {
      message: 'The document has too many levels of inline fragments: at most 20 are allowed.',
      extensions: { code: 'DOCUMENT_LIMIT_EXCEEDED' },
    },
  ],
};

test('inline fragments within each other are refused before they cost anything', async () => {
  const nested = (levels: number) => `{ viewer { ${'... { '.repeat(levels)} role ${'}'.repeat(levels)} } }`;
  expect(await caller.graphqlBody(nested(20))).toMatchObject({ data: { viewer: { role: 'ADMIN' } } });
  expect(await caller.graphqlBody(nested(1_000))).toMatchObject(TOO_DEEP);
});

test('the deepest inline fragments in the longest chain of fragments are answered', async () => {
  const within = `${'... { '.repeat(20)} SPREADS ${'}'.repeat(20)}`;
  const fragments = chain({ on: 'Viewer', depth: 99, times: 1, body: 'role', within });
  const { data } = await caller.graphqlBody(`{ viewer { ...F0 } } ${fragments}`);
  expect(data).toEqual({ viewer: { role: 'ADMIN' } });
});
