import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';
import { InexactNumber, isExact } from '../../../platform/json/exact-number.ts';
import { parseTimestamp } from '../../../platform/time/instant.ts';
import { builder } from '../../builder.ts';
import { decimalOf } from './decimal.ts';

const described = (scalar: GraphQLScalarType, description: string) =>
  new GraphQLScalarType({ ...scalar.toConfig(), description });

/** Parses numbers in literals as in JSON bodies, without rounding them. */
function withLiterals(scalar: GraphQLScalarType): GraphQLScalarType {
  const { parseLiteral } = scalar;
  scalar.parseLiteral = (node, variables) => {
    const value = jsonLiteral(node, variables);
    // Use the scalar's own message for invalid values.
    return scalar.name === 'JSONObject' && node.kind !== Kind.OBJECT ? parseLiteral(node, variables) : value;
  };
  return scalar;
}

function jsonLiteral(
  node: ValueNode,
  variables: Readonly<Record<string, unknown>> | null | undefined,
): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return isExact(node.value) ? Number(node.value) : new InexactNumber(node.value);
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, jsonLiteral(value, variables)]),
      );
    case Kind.LIST:
      return node.values.map((value) => jsonLiteral(value, variables));
    default:
      return valueFromASTUntyped(node, variables);
  }
}

builder.scalarType('DateTime', {
  description: 'A point in time in UTC, in ISO 8601 format with milliseconds.',
  // Rows contain it as text.
  serialize: (value) => (typeof value === 'string' ? value : GraphQLDateTimeISO.serialize(value)),
  parseValue: dateTimeOf,
  parseLiteral: (node) => dateTimeOf('value' in node ? node.value : undefined),
});
builder.addScalarType('JSON', withLiterals(described(GraphQLJSON, 'A JSON value.')));
builder.addScalarType('JSONObject', withLiterals(described(GraphQLJSONObject, 'A JSON object.')));
builder.addScalarType(
  'SafeInt',
  described(
    GraphQLSafeInt,
    'An integer that JavaScript can represent exactly, from -(2^53 - 1) to 2^53 - 1.',
  ),
);

/**
 * Defines a scalar of text that the domain validates with the rest of the input, so that GraphQL and REST refuse it
 * with the same message. Literals can be written with quotes or, like enum values, without.
 */
function lenient(name: 'Currency' | 'TimeZone' | 'URL', description: string): void {
  builder.scalarType(name, {
    description,
    serialize: (value) => value,
    parseValue: (value) => textOf(name, value),
    parseLiteral: (node) => literalOf(name, node),
  });
}

lenient('Currency', 'An ISO 4217 currency code, such as `USD`.');
lenient('TimeZone', 'An IANA time zone, such as `America/New_York`.');
lenient('URL', 'An `http` or `https` URL.');

builder.scalarType('Decimal', {
  description:
    'A decimal number as a string, such as `"12.5"`. Numbers are accepted as input. Values with more digits than can be stored are refused; 15 digits are always stored.',
  serialize: String,
  parseValue: decimalOf,
  parseLiteral: (node) => decimalOf('value' in node ? node.value : undefined),
});

/** The library reads no offset without a colon; filters take years that nothing else does. */
function dateTimeOf(value: unknown): Date {
  return (typeof value === 'string' && parseTimestamp(value)) || GraphQLDateTimeISO.parseValue(value);
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError(`${name} must be text.`);
}

function literalOf(name: string, node: ValueNode): string {
  if (node.kind === Kind.STRING || node.kind === Kind.ENUM) return node.value;
  throw new GraphQLError(`${name} must be text.`, { nodes: node });
}
