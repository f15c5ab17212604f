import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { schema } from '../../../src/graphql/schema.ts';
import type { Estate } from '../guards/estate.ts';
import { inputOf, KINDS, type Kind } from '../guards/inputs.ts';
import { kindOf, looksLikeId } from '../guards/slots.ts';
import { HOSTILE, spoil } from './hostile.ts';
import type { Random } from './random.ts';

interface Variables {
  readonly types: string[];
  readonly values: Record<string, unknown>;
}

/** A request that the schema allows, with variables that the seat would send. */
export function graphqlRequest(random: Random, estate: Estate): { query: string; variables: object } {
  return random.chance(0.6) ? readRequest(random, estate) : writeRequest(random, estate);
}

function readRequest(random: Random, estate: Estate) {
  const root = schema.getQueryType();
  if (!root) throw new Error('the schema has no queries');
  const variables: Variables = { types: [], values: {} };
  const fields = Object.values(root.getFields());
  const chosen = Array.from({ length: 1 + random.below(2) }, (_, at) => {
    const field = random.pick(fields);
    return `f${at}: ${fieldText(random, { field, estate, variables, owner: 'Query', depth: 4 })}`;
  });
  const head = variables.types.length > 0 ? `query (${variables.types.join(', ')})` : 'query';
  return { query: `${head} { ${chosen.join(' ')} }`, variables: variables.values };
}

interface Around {
  readonly estate: Estate;
  readonly variables: Variables;
  readonly owner: string;
  readonly depth: number;
}

function fieldText(random: Random, options: Around & { field: GraphQLField<unknown, unknown> }): string {
  const { field, ...around } = options;
  const given = field.args.flatMap((arg) => argumentText(random, arg, field, around));
  const args = given.length > 0 ? `(${given.join(', ')})` : '';
  return `${field.name}${args} ${selectionText(random, field.type, around)}`;
}

function argumentText(
  random: Random,
  arg: GraphQLArgument,
  field: GraphQLField<unknown, unknown>,
  { estate, variables }: Around,
): string[] {
  if (['after', 'before', 'last'].includes(arg.name)) return [];
  if (!isNonNullType(arg.type) && random.chance(0.6)) return [];
  const name = `v${variables.types.length}`;
  variables.types.push(`$${name}: ${arg.type}`);
  variables.values[name] = inputValue(random, { type: arg.type, name: arg.name, field, estate });
  return [`${arg.name}: $${name}`];
}

interface Wanted {
  readonly type: GraphQLInputType;
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly estate: Estate;
  /** Input objects around it. */
  readonly within?: number;
}

/** A value that fits the type, and mostly the rules. */
function inputValue(random: Random, wanted: Wanted): unknown {
  const { type, name, field, estate, within = 0 } = wanted;
  if (isListType(getNullableType(type)))
    return [inputValue(random, { ...wanted, type: getNamedType(type) as GraphQLInputType })];
  const named = getNamedType(type);
  /** Filters hold filters: mostly as deep as is allowed, at times deeper. */
  const isNotTooDeep = (one: { name: string }) => within < 7 || !['and', 'or', 'not'].includes(one.name);
  if (isEnumType(named)) return random.pick(named.getValues()).name;
  if (isInputObjectType(named))
    return Object.fromEntries(
      random
        .some(Object.values(named.getFields()).filter(isNotTooDeep), 0.4)
        .concat(Object.values(named.getFields()).filter((one) => isNonNullType(one.type)))
        .map((one) => [
          one.name,
          inputValue(random, { ...wanted, type: one.type, name: one.name, within: within + 1 }),
        ]),
    );
  if (named.name === 'ID' || looksLikeId(name)) return idFor(random, wanted);
  if (name === 'first') return 1 + random.below(4);
  const plain: Readonly<Record<string, unknown>> = {
    Int: 1 + random.below(20),
    SafeInt: 1 + random.below(20),
    Decimal: random.chance(0.5) ? random.below(9000) / 1000 : `${random.below(9000)}.5`,
    Boolean: random.chance(0.5),
    DateTime: '2026-03-01T00:00:00.000Z',
    JSON: { brand: { eq: 'Acme' } },
    String: field.name === 'locations' ? 'arub' : 'en',
  };
  return plain[named.name] ?? estate.mark;
}

function idFor(random: Random, { name, field, estate }: Wanted): unknown {
  const of = getNamedType(field.type).name;
  if (of === 'Node') {
    const kind = random.pick(KINDS);
    return `${kind}:${estate.ids[kind]}`;
  }
  const resource = (KINDS as readonly string[]).includes(of) ? (of as Kind) : undefined;
  try {
    const id = estate.ids[kindOf(field.name, name, resource)];
    return typeof id === 'number' && resource && random.chance(0.3) ? `${resource}:${id}` : id;
  } catch {
    return 1 + random.below(9);
  }
}

function selectionText(random: Random, type: GraphQLOutputType, around: Around): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isUnionType(named)) return '{ __typename }';
  if (isInterfaceType(named)) {
    const type = random.pick(schema.getPossibleTypes(named));
    return `{ __typename id ... on ${type.name} ${selectionText(random, type, around)} }`;
  }
  if (!isObjectType(named)) throw new Error(`cannot select ${String(type)}`);
  const { depth } = around;
  const fields = Object.values(named.getFields());
  const inner = { ...around, owner: named.name, depth: depth - 1 };
  const leaves = random.some(
    fields.filter((field) => isLeafType(getNamedType(field.type))),
    0.5,
  );
  const branches = fields.filter((field) => !isLeafType(getNamedType(field.type)));
  const chosen = depth > 0 && branches.length > 0 ? [random.pick(branches)] : [];
  const texts = [...leaves, ...chosen].map((field) => fieldText(random, { ...inner, field }));
  return `{ __typename ${texts.join(' ')} }`;
}

function writeRequest(random: Random, estate: Estate) {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const field = random.pick(mutations.filter(({ name }) => !name.startsWith('delete')));
  const input = inputOf(field.name, estate.ids, estate.mark);
  const bulk = field.args.some((arg) => arg.name === 'inputs');
  const type = field.args.find((arg) => arg.name.startsWith('input'))?.type;
  const query = `mutation ($input: ${type}, $validateOnly: Boolean) {
    ${field.name}(${bulk ? 'inputs' : 'input'}: $input, validateOnly: $validateOnly) { __typename } }`;
  return { query, variables: { input: bulk ? [input] : input, validateOnly: random.chance(0.9) } };
}

const BROKEN: readonly ((query: string) => string)[] = [
  (query) => query.slice(0, Math.floor(query.length / 2)),
  (query) => query.replace('{', '{{'),
  (query) => query.replaceAll('__typename', 'nothingOfTheKind'),
  (query) => `${query} ${query}`,
  (query) => query.replace('__typename', '...on Nothing { a }'),
  (query) => `${query.replace('{', '{ ...f ')} fragment f on Query { ...f }`,
  (query) => `${query}\0`,
  (query) => query.replace('__typename', `${'a { '.repeat(60)}b${' }'.repeat(60)}`),
  (query) => query.replace('__typename', `__typename @skip(if: true) @skip(if: ${'['.repeat(500)}`),
  () => `{ ${Array.from({ length: 1200 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
];

/** The same with something in it that is wrong: a variable, the document, or the envelope around both. */
export function spoiledGraphql(random: Random, estate: Estate): unknown {
  const { query, variables } = graphqlRequest(random, estate);
  if (random.chance(0.7)) return { query, variables: spoil(random, variables) };
  if (random.chance(0.6)) return { query: random.pick(BROKEN)(query), variables };
  return spoil(random, { query, variables, operationName: random.pick(HOSTILE), extensions: {} });
}
