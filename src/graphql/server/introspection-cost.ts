import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  introspectionTypes,
  isObjectType,
} from 'graphql';
import { type Fragments, fieldsOf, type Selected } from './selections.ts';

/** Values of the schema for one point: no row is read for them, but a whole schema is tens of thousands. */
const VALUES_PER_POINT = 5;

/**
 * The points of `__schema` or `__type`: what it will answer, counted by asking the schema for it. Counting ends
 * where it passes `most`, so that the price is found in bounded time however often fields stand in each other.
 */
export function introspectionCost(options: {
  schema: GraphQLSchema;
  node: FieldNode;
  fragments: Fragments;
  /** The value of a field's argument, variables included. */
  argument: (node: FieldNode, name: string) => unknown;
  most: number;
}): number {
  const { schema, node, fragments, argument, most } = options;
  let left = most * VALUES_PER_POINT;
  const known = new Map<FieldNode, readonly Selected[]>();
  const fieldsBelow = (node: FieldNode): readonly Selected[] => {
    const fields = known.get(node) ?? fieldsOf({ sets: [node.selectionSet], fragments });
    known.set(node, fields);
    return fields;
  };
  const count = (above: FieldNode, typeName: string, source: unknown): void => {
    const type = introspectionTypes.find(({ name }) => name === typeName);
    for (const { node } of fieldsBelow(above)) {
      left -= 1;
      if (left < 0) return;
      const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
      const below = field && getNamedType(field.type);
      if (!field || !isObjectType(below)) continue;
      const args = { includeDeprecated: argument(node, 'includeDeprecated') === true };
      const answer: unknown = field.resolve?.(source, args, undefined, { schema } as GraphQLResolveInfo);
      for (const item of [answer].flat()) if (item != null) count(node, below.name, item);
    }
  };
  if (node.name.value === '__schema') count(node, '__Schema', schema);
  else {
    const type = schema.getType(String(argument(node, 'name')));
    if (type) count(node, '__Type', type);
  }
  const values = most * VALUES_PER_POINT - left;
  return Math.max(1, Math.ceil(values / VALUES_PER_POINT));
}
