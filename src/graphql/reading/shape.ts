import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
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
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Readonly<Record<string, unknown>>) => string {
  const readers = (operation.variableDefinitions ?? []).map(({ variable, type }) => {
    const inputType = typeFromAST(schema, type);
    return [variable.name.value, isInputType(inputType) ? inputType : undefined] as const;
  });
  const nodes = variablesOfNodes(document);
  return (variables) => {
    if (readers.length === 0) return '';
    return JSON.stringify(
      readers.map(([name, type]) =>
        nodes.has(name) ? shapeOfIds(variables[name]) : shapeOf(type, variables[name]),
      ),
    );
  };
}

/** Returns the variables that contain node IDs: the types of the IDs determine which tables are read. */
function variablesOfNodes(document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, {
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
function shapeOf(type: GraphQLInputType | undefined, value: unknown): unknown {
  if (value === undefined) return 0;
  if (value === null || type === undefined) return 1;
  if (isNonNullType(type)) return shapeOf(type.ofType, value);
  if (isListType(type)) {
    // A list of scalars is bound as a single value.
    if (!isInputObjectType(innermost(type))) return 2;
    return Array.isArray(value)
      ? value.map((item) => shapeOf(type.ofType, item))
      : shapeOf(type.ofType, value);
  }
  if (type.name === 'DaysInput') return { days: daysRequested({ between: value }) };
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    return Object.entries(value).map(([name, part]) => [name, shapeOf(fields[name]?.type, part)]);
  }
  if (isEnumType(type) || SHAPING.has(type.name)) return { of: value };
  return 2;
}

/** Scalars on whose values a statement or its price depends. */
const SHAPING: ReadonlySet<string> = new Set(['Boolean', 'Int', 'Date']);

function innermost(type: GraphQLInputType): GraphQLInputType {
  return isListType(type) || isNonNullType(type) ? innermost(type.ofType) : type;
}
