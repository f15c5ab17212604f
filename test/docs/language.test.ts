import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';

/** Public descriptions read as documentation does: whole sentences in plain English. */

const SENTENCE = /^[A-Z`]/;
const TABLE_OR_PERIOD = /[.|]$/;

/** Turns of phrase that stood in the public texts and that nobody would say to a colleague. */
const RIDDLES = [
  /\b(?:is|are) so\b/i,
  /\bthe (?:first|last) so many\b/i,
  /\bthose (?:behind|before|below|directly)\b/i,
  /\bwhat is none\b/i,
  /\bwhose \w+ is\b/i,
  /\bthe first first\b/i,
  /\bunless given\b/i,
  /\bin any case, /i,
  /^(?:Which|Who|Whom|Whose|What|When|Why|How|By what|Such as)\b(?! (?:long|strictly|targeted|excluded|`accounts`))/,
  /^(?:Its|Their)\b/,
  /^(?:This|Those|These)\.?$/,
  /\bat (?:this|that) moment\b/i,
  /\bis answered\b|\banswers? (?:it|what)\b/i,
];

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
/** Returns the texts that match, each with the expression that it matches. */
const riddlesIn = (texts: readonly Text[]) =>
  texts.flatMap((text) => {
    const matched = RIDDLES.find((riddle) => riddle.test(text.text));
    return matched ? [{ ...text, matched: String(matched) }] : [];
  });

interface Text {
  readonly where: string;
  readonly text: string;
}

describe('the descriptions of schema.graphql', () => {
  const schema = buildSchema(read('schema.graphql'));
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const texts = types.flatMap(textsOf);

  it('are there for every type, field, argument and enum value, as whole sentences', () => {
    expect(texts.length).toBeGreaterThan(1000);
    const others = texts.filter(({ text }) => !SENTENCE.test(text) || !TABLE_OR_PERIOD.test(text.trim()));
    expect(others).toEqual([]);
  });

  it('use no riddles', () => {
    expect(riddlesIn(texts)).toEqual([]);
  });
});

describe.each([
  ['openapi.json', 500],
  ['openapi-observed.json', 200],
])('the summaries and descriptions of %s', (file, most) => {
  const texts = [...proseOf(JSON.parse(read(file)), '')];

  it('begin with a capital; descriptions end with a period, summaries do not', () => {
    expect(texts.length).toBeGreaterThan(most);
    const others = texts.filter(
      ({ where, text }) => !SENTENCE.test(text) || text.endsWith('.') !== where.endsWith('.description'),
    );
    expect(others).toEqual([]);
  });

  it('use no riddles', () => {
    expect(riddlesIn(texts)).toEqual([]);
  });
});

function textsOf(type: GraphQLNamedType): Text[] {
  const described = (
    { name, description }: { name: string; description?: string | null | undefined },
    owner: string,
  ) => ({
    where: `${owner}${name}`,
    text: description ?? '',
  });
  const members =
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).flatMap((field) => [
          described(field, `${type.name}.`),
          ...field.args.map((argument) => described(argument, `${type.name}.${field.name}.`)),
        ])
      : isInputObjectType(type)
        ? Object.values(type.getFields()).map((field) => described(field, `${type.name}.`))
        : isEnumType(type)
          ? type.getValues().map((value) => described(value, `${type.name}.`))
          : [];
  return [described(type, ''), ...members];
}

/** Each `summary` and `description`, at any depth; a schema's property of that name is no text. */
function* proseOf(value: unknown, where: string): Generator<Text> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'example') continue;
    if (typeof inner === 'string' && (key === 'summary' || key === 'description'))
      yield { where: `${where}.${key}`, text: inner };
    else yield* proseOf(inner, `${where}.${key}`);
  }
}
