import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';

/** Reads the shape of a set of variables: two sets of one shape are answered by the same statement. */
export function shapesOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): (variables: Readonly<Record<string, unknown>>) => string {
  const readers = (operation.variableDefinitions ?? []).map(({ variable, type }) => {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of typeFromAST do not take a union
    const inputType = typeFromAST(schema, type as any) as GraphQLInputType | undefined;
    return [variable.name.value, inputType] as const;
  });
  return (variables) => {
    if (readers.length === 0) return '';
    return JSON.stringify(readers.map(([name, type]) => shapeOf(type, variables[name])));
  };
}

/** Null and absent, true and false, a page size and a word of a list each make a statement of their own. */
function shapeOf(type: GraphQLInputType | undefined, value: unknown): unknown {
  if (value === undefined) return 0;
  if (value === null || type === undefined) return 1;
  if (isNonNullType(type)) return shapeOf(type.ofType, value);
  if (isListType(type)) {
    // A list of plain values is bound as one value.
    if (!isInputObjectType(innermost(type))) return 2;
    return Array.isArray(value)
      ? value.map((item) => shapeOf(type.ofType, item))
      : shapeOf(type.ofType, value);
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    return Object.entries(value).map(([name, part]) => [name, shapeOf(fields[name]?.type, part)]);
  }
  if (isEnumType(type) || type.name === 'Boolean' || type.name === 'Int') return { of: value };
  return 2;
}

function innermost(type: GraphQLInputType): GraphQLInputType {
  return isListType(type) || isNonNullType(type) ? innermost(type.ofType) : type;
}
