import {
  type DefinitionNode,
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  visit,
} from 'graphql';
import { daysRequested } from '../delivery/arguments.ts';

/**
 * Returns a function that computes the shape of a set of variables. Two sets with the same shape use the same
 * statement.
 */
export function shapesOf(
  schema: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  operation: OperationDefinitionNode,
): (variables: Readonly<Record<string, unknown>>) => string {
  const readers = typesOfVariables(schema, operation);
  const nodes = readers.length === 0 ? new Set() : variablesOfNodes(definitions);
  return (variables) => {
    if (readers.length === 0) return '';
    return JSON.stringify(
      readers.map(([name, type]) =>
        nodes.has(name) ? shapeOfIds(variables[name]) : shapeOf(type, variables[name], shapeOfScalar),
      ),
    );
  };
}

/**
 * Returns a function that computes what a set of variables adds to the price, but not to the shape: how long texts are,
 * because they are searched for, and the time zones, each of which is a calculation of its own.
 */
export function pricedTextsOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): (variables: Readonly<Record<string, unknown>>) => string {
  const readers = typesOfVariables(schema, operation).filter(([, type]) => type && holdsTexts(type));
  return (variables) =>
    readers.length === 0
      ? ''
      : JSON.stringify(readers.map(([name, type]) => shapeOf(type, variables[name], priceOfScalar)));
}

const typesOfVariables = (schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode) =>
  variableDefinitions.map(({ variable, type }) => {
    const inputType = typeFromAST(schema, type);
    return [variable.name.value, isInputType(inputType) ? inputType : undefined] as const;
  });

function holdsTexts(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return isInputObjectType(named) || PRICED.has(named.name);
}

/** By operation or fragment: each field of a document is read separately, so that there are many questions. */
const namesInNodes = new WeakMap<DefinitionNode, ReadonlySet<string>>();

/** Returns the variables that contain node IDs: the types of the IDs determine which tables are read. */
function variablesOfNodes(definitions: readonly DefinitionNode[]): ReadonlySet<string> {
  return new Set(
    definitions.flatMap((definition) => {
      const names = namesInNodes.get(definition) ?? variablesOfNodesIn(definition);
      namesInNodes.set(definition, names);
      return [...names];
    }),
  );
}

function variablesOfNodesIn(definition: DefinitionNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(definition, {
    Field: ({ name, arguments: given }) => {
      if (name.value !== 'node' && name.value !== 'nodes') return undefined;
      for (const argument of given ?? [])
        visit(argument, { Variable: (variable) => void names.add(variable.name.value) });
      return undefined;
    },
  });
  return names;
}

/** Returns the types of the IDs and their number, on which the price depends. */
function shapeOfIds(value: unknown): unknown {
  const typeOf = (id: unknown) => String(id).split(':')[0]?.slice(0, 64);
  if (!Array.isArray(value)) return { of: typeOf(value) };
  return { count: value.length, of: [...new Set(value.map(typeOf))].sort() };
}

/**
 * Null and absent, true and false, page sizes and enum values lead to different statements, and the number of days of a
 * range to another price.
 */
function shapeOf(type: GraphQLInputType | undefined, value: unknown, ofScalar: OfScalar): unknown {
  if (value === undefined) return 0;
  if (value === null || type === undefined) return 1;
  if (isNonNullType(type)) return shapeOf(type.ofType, value, ofScalar);
  if (isListType(type)) {
    // A list of scalars is bound as a single value.
    if (!isInputObjectType(getNamedType(type))) return 2;
    return Array.isArray(value)
      ? value.map((item) => shapeOf(type.ofType, item, ofScalar))
      : shapeOf(type.ofType, value, ofScalar);
  }
  if (type.name === 'DaysInput') return { days: daysRequested({ between: value }) };
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    return Object.entries(value).map(([name, part]) => [name, shapeOf(fields[name]?.type, part, ofScalar)]);
  }
  return ofScalar(type, value);
}

type OfScalar = (type: GraphQLEnumType | GraphQLScalarType, value: unknown) => unknown;

const shapeOfScalar: OfScalar = (type, value) =>
  isEnumType(type) || SHAPING.has(type.name) ? { of: value } : 2;

const priceOfScalar: OfScalar = ({ name }, value) =>
  name === 'String' && typeof value === 'string' ? value.length : PRICED.has(name) ? value : 2;

/** Scalars on whose values a statement or its price depends. */
const SHAPING: ReadonlySet<string> = new Set(['Boolean', 'Int', 'Date']);
/** Scalars on whose values only the price depends. */
const PRICED: ReadonlySet<string> = new Set(['String', 'TimeZone']);
