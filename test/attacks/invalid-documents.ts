import type { Random } from './attack.ts';

/** A request that GraphQL refuses before it runs anything. */
export interface InvalidRequest {
  readonly name: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

type Make = (random: Random, count: number) => Omit<InvalidRequest, 'name'>;

const list = (count: number, item: (index: number) => string, separator = ' '): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);
/** Names that are nearly those of the schema, so that there is something to suggest. */
const near = (random: Random, name: string): string => `${name.slice(0, -1)}${random.pick([...'xyzqw'])}`;

const TYPES = [
  'LineFilter',
  'CreateLineInput',
  'AdvertiserOrder',
  'Targeting',
  'PixelEvent',
  'Money',
  'Strin',
];
const FIELDS = ['advertisers', 'lines', 'deliverySeries', 'eventReceipts', 'savedReports', 'dictionary'];
const MUTATIONS = [
  'updateAdvertiser',
  'createLines',
  'deleteSavedReport',
  'sendPixelEvent',
  'createApiClient',
];
const ARGUMENTS = ['first', 'after', 'filter', 'orderBy', 'input'];
const VALUES = ['ACTIVE', 'INACTIVE', 'DELETED', 'PAUSED', 'ARCHIVED'];

/** One kind of mistake each, as often as `count` says. What a document may have at most is a matter of the service. */
const KINDS = {
  'types of variables': (random, count) => ({
    query: `query(${list(count, (n) => `$v${n}: ${near(random, random.pick(TYPES))}${n}`)}) { __typename }`,
  }),
  'types of fragments': (random, count) => ({
    query: `{ ${list(count, () => `... on ${near(random, random.pick(TYPES))} { id }`)} }`,
  }),
  fields: (random, count) => ({
    query: `{ ${list(count, (n) => `${near(random, random.pick(FIELDS))}${n}`)} }`,
  }),
  'fields of objects': (random, count) => ({
    query: `{ advertiser(id: 1) { ${list(count, (n) => `${near(random, 'billingPrice')}${n}`)} } }`,
  }),
  mutations: (random, count) => ({
    query: `mutation { ${list(count, (n) => `m${n}: ${near(random, random.pick(MUTATIONS))}(input: {}) { id }`)} }`,
  }),
  arguments: (random, count) => ({
    query: `{ lines(${list(count, (n) => `${near(random, random.pick(ARGUMENTS))}${n}: 1`)}) { totalCount } }`,
  }),
  'an argument again and again': (_random, count) => ({
    query: `{ lines(${list(count, () => 'first: 1')}) { totalCount } }`,
  }),
  'values of enums': (random, count) => ({
    query: `{ lines(filter: {statusIn: [${list(count, () => near(random, random.pick(VALUES)))}]}) { totalCount } }`,
  }),
  'fields of inputs': (random, count) => ({
    query: `mutation { updateLine(input: {${list(count, (n) => `${near(random, 'bidPrice')}${n}: 1`)}}) { __typename } }`,
  }),
  directives: (random, count) => ({
    query: `{ ${list(count, (n) => `a${n}: __typename @${near(random, 'include')}(if: true)`)} }`,
  }),
  'fragments that nobody spreads': (_random, count) => ({
    query: `{ __typename } ${list(count, (n) => `fragment F${n} on Line { id }`)}`,
  }),
  'fragments that are not there': (_random, count) => ({ query: `{ ${list(count, (n) => `...F${n}`)} }` }),
  'fragments in a circle': (_random, count) => ({
    query: `{ ...F0 } ${list(count, (n) => `fragment F${n} on Query { ...F${(n + 1) % count} ...F0 }`, '\n')}`,
  }),
  'variables that are not declared': (_random, count) => ({
    query: `{ ${list(count, (n) => `a${n}: line(id: $v${n}) { id }`)} }`,
  }),
  'variables that are not used': (_random, count) => ({
    query: `query(${list(count, (n) => `$v${n}: Int`)}) { __typename }`,
  }),
  'one variable again and again': (_random, count) => ({
    query: `query(${list(count, () => '$v: Int', '\n')}) { lines(first: $v) { totalCount } }`,
  }),
  'fields that do not merge': (_random, count) => ({
    query: `{ ${list(Math.min(count, 150), (n) => `a: line(id: ${n}) { id }`)} }`,
  }),
  'fields that do not merge in fragments': (_random, count) => ({
    query: `{ lines { nodes { ${list(Math.min(count, 90), (n) => `...F${n}`)} } } } ${list(
      Math.min(count, 90),
      (n) => `fragment F${n} on Line { a: ads(first: ${n}) { nodes { a: id b: name } } }`,
    )}`,
  }),
  operations: (_random, count) => ({ query: list(count, () => 'query Q { __typename }') }),
  'long names': (_random, count) => ({ query: `{ ${'a'.repeat(count * 50)} }` }),
  'lines without anything': (_random, count) => ({ query: `${'\n'.repeat(count * 100)}{ nothing }` }),
  'text that does not parse': (_random, count) => ({ query: `{ ${list(count, () => 'a(b: [')} }` }),
  'variables with unknown fields': (random, count) => ({
    query: 'query($f: LineFilter) { lines(filter: $f) { totalCount } }',
    variables: {
      f: Object.fromEntries(
        Array.from({ length: Math.min(count, 900) }, (_, n) => [
          `${near(random, 'statusIn')}${n}`,
          'x'.repeat(200),
        ]),
      ),
    },
  }),
  'variables with unknown values': (random, count) => ({
    query: 'query($s: [LineStatus!]) { lines(filter: {statusIn: $s}) { totalCount } }',
    variables: { s: Array.from({ length: count }, () => near(random, random.pick(VALUES))) },
  }),
  'variables that are missing': (_random, count) => ({
    query: `query(${list(Math.min(count, 200), (n) => `$v${n}: ID!`)}) { ${list(
      Math.min(count, 200),
      (n) => `a${n}: line(id: $v${n}) { id }`,
    )} }`,
  }),
} satisfies Record<string, Make>;

export const INVALID = Object.keys(KINDS) as (keyof typeof KINDS)[];

export function invalidRequest(
  random: Random,
  { kind = random.pick(INVALID), count = 1 + random.integer(3_000) } = {},
): InvalidRequest {
  return { name: `${count} ${kind}`, ...KINDS[kind](random, count) };
}
