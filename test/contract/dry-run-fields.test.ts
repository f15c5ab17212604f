import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { AFGHANISTAN } from '../support/seat.ts';
import { guardedSystem } from './guards/guarded.ts';
import { INPUTS } from './guards/inputs.ts';

/** Every field of every payload can be selected in a dry run, as in a real one. */

const guarded = await guardedSystem();
const estate = await guarded.estate();

type Field = GraphQLField<unknown, unknown>;
const ARGUMENTS: Readonly<Record<string, string>> = {
  range: '{preset: TODAY}',
  interval: 'DAY',
};
/** The arguments that a field requires. */
function argumentsOf({ args }: Field): string {
  const required = args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined);
  const given = required.map(({ name }) => {
    const value = ARGUMENTS[name];
    if (value === undefined) throw new Error(`No value for the argument ${name}.`);
    return `${name}: ${value}`;
  });
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

/** All fields of a type, and of what they answer two levels below. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isUnionType(type) || isInterfaceType(type)) return '{ __typename }';
  if (!isObjectType(type)) return '';
  const isPage = /(Connection|Edge)$/.test(type.name);
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const of = getNamedType(field.type);
    if (isLeafType(of)) return [`${field.name}${argumentsOf(field)}`];
    if (depth === 0 || (isPage && field.name === 'edges')) return [];
    return [`${field.name}${argumentsOf(field)} ${selectionOf(of, isPage ? depth : depth - 1)}`];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

const OTHER_INPUTS: Readonly<Record<string, object>> = {
  updatePixelClients: { pixelId: estate.ids.Pixel, removed: [estate.ids.Client] },
  updateTargeting: { lineId: estate.ids.Line, geos: { added: [AFGHANISTAN] } },
};
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ args }) =>
  args.some(({ name }) => name === 'validateOnly'),
);
const isMany = ({ args }: Field) => args.some(({ name }) => name === 'inputs');
/** Outside of a sandbox its verbs are refused: test/graphql/account/sandbox-verbs.test.ts. */
const single = mutations.filter((field) => !isMany(field) && !/Sandbox/.test(field.name));

test('nearly all mutations have a dry run', () => {
  expect(single.length).toBeGreaterThan(40);
});

describe.each(single.map((field) => [field.name, field] as const))('%s', (name, field) => {
  const argument = field.args.find((one) => one.name !== 'validateOnly');
  const result = getNamedType(field.type);
  const payload = isUnionType(result) ? result.getTypes().find((one) => /Payload$/.test(one.name)) : result;
  if (!argument || !isObjectType(payload)) throw new Error(`${name} has no payload.`);
  const fields = Object.values(payload.getFields());

  test('returns every field of its payload', async () => {
    const input = isInputObjectType(getNamedType(argument.type))
      ? (OTHER_INPUTS[name] ?? INPUTS[name]?.(estate.ids, `${estate.mark}dry`))
      : String(estate.ids[name.replace(/^delete/, '') as keyof typeof estate.ids]);
    const refused: string[] = [];
    for (const one of fields) {
      const of = getNamedType(one.type);
      const parts = isObjectType(of) ? Object.values(of.getFields()).map((inner) => partOf(inner)) : [''];
      const selections = isObjectType(of)
        ? parts.map((part) => `${one.name} { __typename ${part} }`)
        : [one.name];
      // All of them at once, then each alone where that is refused.
      const ask = (selected: string) =>
        estate.graphql(
          `mutation ($input: ${argument.type}) { done: ${name}(${argument.name}: $input, validateOnly: true) {
            __typename ... on ${payload.name} { ${selected} } ... on Error { message } } }`,
          { input },
        );
      const whole = await ask(isObjectType(of) ? `${one.name} { __typename ${parts.join(' ')} }` : one.name);
      expect(whole.data?.done?.__typename ?? payload.name, JSON.stringify(whole)).toBe(payload.name);
      if (!whole.errors) continue;
      for (const selected of selections) {
        const { errors } = await ask(selected);
        if (errors) refused.push(`${selected.slice(0, 120)}: ${errors[0].message}`);
      }
      expect(refused.length, JSON.stringify(whole.errors)).toBeGreaterThan(0);
    }
    expect(refused).toEqual([]);
  });
});

const partOf = (field: Field): string =>
  `${field.name}${argumentsOf(field)} ${selectionOf(getNamedType(field.type), 1)}`;
