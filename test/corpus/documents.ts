import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isLeafType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { schema } from '../../src/graphql/schema.ts';
import { valuesOf } from '../../src/resources/define/enum-type.ts';
import { OPERATORS } from '../../src/resources/filter/list-fields.ts';
import type { Estate } from '../contract/guards/estate.ts';
import { INPUTS, inputOf, KINDS, type Kind } from '../contract/guards/inputs.ts';
import { isConnection, kindOf, selectionOf } from '../contract/guards/slots.ts';
import { type ListPlace, placeName, type Row, statusesOf } from '../support/list-world.ts';

export interface Question {
  readonly name: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

type Field = GraphQLField<unknown, unknown>;

const fieldsOf = (type: string): Field[] => {
  const found = schema.getType(type);
  return isObjectType(found) ? Object.values(found.getFields()) : [];
};
const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Arguments that fields require. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  range: '{between: {start: "2026-02-26", end: "2026-03-02"}}',
  interval: 'DAY',
  code: '"USD"',
  day: '"2026-03-01"',
  type: 'DAY_PARTING',
  input: '{by: [LINE, COUNTRY], range: {between: {start: "2026-02-26", end: "2026-03-02"}}}',
};
/** Differ from call to call, or are about the process. */
const UNSTABLE = /^(changePosition|rateLimit|sandboxClock|restRateLimits)$/;
/** Answer a secret, or what is signed. */
const SECRET =
  /^(createApiClient|rotateApiClient|createAuthorizationCode|createClick|createWebhook|rotateWebhookSecret)$/;
/** New each time, and within cursors. */
const UNSTABLE_ORDER = 'customerReportId';

/** Each field of each type that a query reaches, selected alone. */
export function fieldQuestions({ ids }: Estate): Question[] {
  const argumentOf = (field: Field, owner: string) => (arg: GraphQLArgument) => {
    if (arg.name === 'first' && isConnection(field.type)) return ['first: 3'];
    if (!String(arg.type).endsWith('!')) return [];
    if (getNamedType(arg.type).name !== 'ID') return [`${arg.name}: ${ARGUMENTS[arg.name]}`];
    const of = getNamedType(field.type).name as Kind;
    const kind =
      field.name === 'node' || field.name === 'nodes'
        ? 'Line'
        : kindOf(field.name, arg.name, KINDS.includes(of) ? of : undefined);
    const id = `"${kind}:${ids[kind]}"`;
    return [
      `${arg.name}: ${String(arg.type).startsWith('[') ? `[${id}]` : owner === 'Query' ? id : `"${ids[kind]}"`}`,
    ];
  };
  const call = (field: Field, owner: string, selection: string): string => {
    const args = field.args.flatMap(argumentOf(field, owner));
    return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${selection}`;
  };
  const questions: Question[] = [];
  const seen = new Set<string>();
  const queue: { type: string; around: (inner: string) => string }[] = [
    { type: 'Query', around: (inner) => `{ ${inner} }` },
  ];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { type, around } = next;
    for (const field of fieldsOf(type)) {
      if (UNSTABLE.test(field.name)) continue;
      const of = getNamedType(field.type);
      questions.push({
        name: `${type}.${field.name}`,
        query: around(call(field, type, selectionOf(field.type, 0))),
      });
      for (const inner of isUnionType(of) ? of.getTypes() : [of]) {
        if (isLeafType(inner) || seen.has(inner.name)) continue;
        seen.add(inner.name);
        const within = (text: string) => (isUnionType(of) ? `... on ${inner.name} { ${text} }` : text);
        queue.push({ type: inner.name, around: (text) => around(call(field, type, `{ ${within(text)} }`)) });
      }
    }
  }
  return questions;
}

/** The selections on the pages of a list. */
const PAGE =
  'totalCount edges { cursor } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

const around = ({ owner }: ListPlace, { ids }: Estate, text: string): string =>
  owner ? `owner: ${lower(owner)}(id: "${ids[owner]}") { ${text} }` : text;

const columnOf = (row: Row, column: string): unknown =>
  column.split('.').reduce<unknown>((value, name) => (value as Row | null)?.[name], row);
const sent = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? Number(value) : value;

/** Each field of each list by each of its operators, with values that rows have and one that none has. */
export function filterQuestions(place: ListPlace, rows: readonly Row[], estate: Estate): Question[] {
  const { name, list, field } = place;
  const ask = (what: string, filters: readonly object[]): Question => ({
    name: `${placeName(place)} by ${what}`,
    query: `query (${filters.map((_, at) => `$f${at}: ${name}Filter`).join(', ')}) { ${around(
      place,
      estate,
      filters
        .map((_, at) => `p${at}: ${field}(first: 3, filter: $f${at}) { totalCount nodes { id } }`)
        .join(' '),
    )} }`,
    variables: Object.fromEntries(filters.map((filter, at) => [`f${at}`, filter])),
  });
  const byField = Object.entries(list.fields).flatMap(([key, { kind, column, enumType }]) => {
    if (kind === 'status') return [];
    const had = rows.map((row) => columnOf(row, column)).filter((value) => value != null);
    const none = { text: 'zzz', id: 2_000_000_011, timestamp: '1999-01-01T00:00:00Z' }[kind as 'id'] ?? 77;
    const values = { enum: enumType ? valuesOf(enumType) : [], flag: [true, false], boolean: [true, false] }[
      kind as 'flag'
    ] ?? [
      ...[had[0], had[Math.floor(had.length / 2)]].filter((value) => value !== undefined).map(sent),
      none,
    ];
    return OPERATORS[kind].map((operator) =>
      ask(
        `${key} ${operator}`,
        values.map((value) => ({ [key]: { [operator]: operator === 'in' ? [value, values[0]] : value } })),
      ),
    );
  });
  const statuses = statusesOf(name);
  const first = Object.keys(list.fields)[0] ?? 'id';
  const query = list.search ? [{ query: 'al' }, { query: '%' }, { query: 'be\\' }] : [];
  const status = statuses.flatMap((status) => [{ status }, { not: { status } }]);
  return [
    ...byField,
    ask('words', [...query, ...status, ...(status.length > 0 ? [{ statusIn: statuses.slice(-2) }] : []), {}]),
    ask('combinations', [
      { and: [{}, { not: {} }] },
      { or: [{ and: query.slice(0, 2) }, { not: { or: [] } }] },
      { not: { [first]: { in: [] } } },
      { and: [{ and: [{ and: [{ and: [{ and: [{ and: [{}] }] }] }] }] }] },
    ]),
  ];
}

/** Each order of each list in both directions: the first pages, then those behind and before their cursors. */
export async function orderQuestions(
  place: ListPlace,
  estate: Estate,
  ask: (question: Question) => Promise<Record<string, unknown>>,
): Promise<Question[]> {
  const { list, field } = place;
  const questions: Question[] = [];
  for (const key of Object.keys(list.fields).filter((one) => one !== UNSTABLE_ORDER)) {
    const by = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
    const pages = (args: string) =>
      ['ASC', 'DESC'].map(
        (direction) =>
          `${direction}: ${field}(${args.replaceAll('$', `$${direction}`)}, orderBy: {field: ${by}, direction: ${direction}}) { ${PAGE} }`,
      );
    const first: Question = {
      name: `${placeName(place)} in order of ${key}`,
      query: `{ ${around(place, estate, [...pages('first: 4'), ...pages('last: 2').map((page) => `LAST_${page}`)].join(' '))} }`,
    };
    const data = await ask(first);
    const found = (place.owner ? data.owner : data) as Record<string, { pageInfo: { endCursor: string } }>;
    const cursors = Object.fromEntries(['ASC', 'DESC'].map((one) => [one, found?.[one]?.pageInfo.endCursor]));
    questions.push(first, {
      name: `${placeName(place)} in order of ${key}, behind and before a cursor`,
      query: `query ($ASC: String, $DESC: String) { ${around(
        place,
        estate,
        [...pages('first: 4, after: $'), ...pages('last: 2, before: $').map((page) => `LAST_${page}`)].join(
          ' ',
        ),
      )} }`,
      variables: cursors,
    });
  }
  return questions;
}

/** Every mutation as a dry run, with all that its payload holds. */
export function writeQuestions({ ids, mark }: Estate): Question[] {
  return fieldsOf('Mutation').flatMap((field): Question[] => {
    const input = inputOf(field.name, ids, mark);
    if (
      SECRET.test(field.name) ||
      !INPUTS[field.name] ||
      !input ||
      !field.args.some(({ name }) => name === 'validateOnly')
    )
      return [];
    const type = field.args.find(({ name }) => name === 'input')?.type;
    if (!type) return [];
    const settled = JSON.parse(JSON.stringify(input).replace(/ [0-9a-f]{8}-[0-9a-f-]{27}/g, ' new'));
    return [
      {
        name: `${field.name}, dry`,
        query: `mutation ($input: ${type}) { ${field.name}(input: $input, validateOnly: true) ${selectionOf(field.type, 2)} }`,
        variables: { input: settled },
      },
    ];
  });
}

/** Each thing by its ID, of the seat's own and of another. */
export function nodeQuestions(own: Estate, other: Estate): Question[] {
  const nodes = KINDS.filter((kind) => {
    const type = schema.getType(kind);
    return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
  });
  return nodes.flatMap((kind) => {
    const selection = `{ __typename id ... on ${kind} ${selectionOf(schema.getType(kind) as never, 1)} }`;
    return [
      { name: `node ${kind}`, query: `{ node(id: "${kind}:${own.ids[kind]}") ${selection} }` },
      { name: `foreign node ${kind}`, query: `{ node(id: "${kind}:${other.ids[kind]}") ${selection} }` },
    ];
  });
}
