import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Random } from '../../contract/fuzz/random.ts';

/** The variables of a document that is being written. */
export class Variables {
  readonly definitions: string[] = [];
  readonly values: Record<string, unknown> = {};

  /** A variable with the value: as it is sent, or as its default. */
  add(random: Random, type: GraphQLInputType, value: unknown): string {
    const name = `v${this.definitions.length}`;
    const isDefault = !isNonNullType(type) && random.chance(0.2);
    this.definitions.push(`$${name}: ${type}${isDefault ? ` = ${literal(type, value)}` : ''}`);
    if (!isDefault) this.values[name] = value;
    return `$${name}`;
  }

  get head(): string {
    return this.definitions.length > 0 ? `query (${this.definitions.join(', ')})` : 'query';
  }
}

/** Writes a value: as a variable, or as a literal that may have variables in it. */
export function written(
  random: Random,
  variables: Variables,
  type: GraphQLInputType,
  value: unknown,
): string {
  if (random.chance(0.25)) return variables.add(random, type, value);
  return literal(type, value, (inner, of) =>
    random.chance(0.15) ? variables.add(random, inner, of) : undefined,
  );
}

type Replace = (type: GraphQLInputType, value: unknown) => string | undefined;

function literal(type: GraphQLInputType, value: unknown, replace: Replace = () => undefined): string {
  const inner = (type: GraphQLInputType, value: unknown): string =>
    replace(type, value) ?? literal(type, value, replace);
  const nullable = getNullableType(type);
  if (value === null) return 'null';
  if (isListType(nullable) && Array.isArray(value))
    return `[${value.map((item) => inner(nullable.ofType, item)).join(', ')}]`;
  const named = getNamedType(type);
  if (isEnumType(named)) return String(value);
  if (!isInputObjectType(named)) return JSON.stringify(value);
  const fields = named.getFields();
  const members = Object.entries(value as object).flatMap(([name, given]) =>
    fields[name] ? [`${name}: ${inner(fields[name].type, given)}`] : [],
  );
  return `{${members.join(', ')}}`;
}
