import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  introspectionTypes,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import { type Fragments, fieldsOf, fragmentsOf, type Selected } from '../selections.ts';

/** How many values of the schema one point pays for: they need no rows, but the whole schema has tens of thousands. */
const VALUES_PER_POINT = 5;

/** The most of the schema that one request can read, relative to the whole: it blocks the event loop. */
const MAX_OF_WHOLE = 1.5;

interface IntrospectionRequest {
  readonly schema: GraphQLSchema;
  readonly node: FieldNode;
  readonly fragments: Fragments;
  /** Returns the value of a field's argument, including variables. */
  readonly argument: (node: FieldNode, name: string) => unknown;
}

/**
 * Returns the points of `__schema` or `__type`: a fifth of the values that it returns. Infinite for more than one and a
 * half times the whole schema as tools read it.
 */
export function introspectionCost(requested: IntrospectionRequest): number {
  const most = Math.ceil(MAX_OF_WHOLE * valuesOfWhole(requested.schema));
  const values = valuesOf(requested, most);
  return values > most ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(values / VALUES_PER_POINT));
}

const wholes = new WeakMap<GraphQLSchema, number>();

function valuesOfWhole(schema: GraphQLSchema): number {
  const known = wholes.get(schema);
  if (known !== undefined) return known;
  const document = parse(
    getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const fragments = fragmentsOf(document);
  const [operation] = document.definitions;
  const sets = operation?.kind === Kind.OPERATION_DEFINITION ? [operation.selectionSet] : [];
  const values = fieldsOf({ sets, fragments }).reduce(
    (sum, { node }) => sum + valuesOf({ schema, node, fragments, argument: () => true }, MAX_COUNTED),
    0,
  );
  wholes.set(schema, values);
  return values;
}

/** More values than any real schema has. */
const MAX_COUNTED = 10 ** 6;

/**
 * Counts the values of the response by walking the schema. Stops above `most`, so that the time is limited however
 * deeply fields are nested.
 */
function valuesOf({ schema, node, fragments, argument }: IntrospectionRequest, most: number): number {
  let left = most;
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
  return most - left;
}
