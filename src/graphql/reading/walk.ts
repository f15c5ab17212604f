import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type ValueNode,
} from 'graphql';
import { NotCompilableError } from './not-compilable.ts';
import { collect, type Reading } from './selection.ts';

export type Variables = Readonly<Record<string, unknown>>;
export type Field = GraphQLField<unknown, unknown>;
/** The nodes that select a field: more than one if fragments select it again. */
export type Nodes = readonly FieldNode[];

/**
 * The maximum number of fields of a statement that answers a whole document. With more, each field of the root has its
 * own statement; aliases that look up rows with the same selection share one.
 */
export const MAX_FIELDS = 1_000;

/** Walks through the selections of a document and counts their fields. */
export class Walk {
  readonly #reading: Reading;
  readonly #most: number;
  #fields = 0;

  constructor(reading: Reading, most: number) {
    this.#reading = reading;
    this.#most = most;
  }

  /**
   * Returns the result of `partOf` for each field of a selection in order; its `field` is undefined for `__typename`.
   */
  parts<Part>(
    type: GraphQLObjectType,
    nodes: readonly Pick<FieldNode, 'selectionSet'>[],
    partOf: (name: string, field: Field | undefined, nodes: Nodes) => Part,
  ): Part[] {
    const sets = nodes.map(({ selectionSet }) => selectionSet);
    return [...collect(this.#reading, type, sets)].map(([name, nodes]) => {
      this.#fields += 1;
      if (this.#fields > this.#most) throw new NotCompilableError('too many fields');
      const fieldName = nodes[0]?.name.value ?? '';
      if (fieldName === '__typename') return partOf(name, undefined, nodes);
      const field = type.getFields()[fieldName];
      if (!field) throw new NotCompilableError(`${type.name}.${fieldName}`);
      return partOf(name, field, nodes);
    });
  }
}

export function objectType({ name, type }: Field): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new NotCompilableError(name);
  return named;
}

/** Returns `__typename` as JSON. */
export const typeName = ({ name }: GraphQLObjectType): string => JSON.stringify(name);

/** Returns a function that reads a field's arguments. Arguments without variables are read once. */
export function argumentsOf(field: Field, [node]: Nodes): (variables: Variables) => object {
  if (!node) throw new NotCompilableError(field.name);
  if (node.arguments?.some(({ value }) => holdsVariable(value)))
    return (variables) => getArgumentValues(field, node, variables);
  const constant = getArgumentValues(field, node);
  return () => constant;
}

function holdsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => holdsVariable(field.value));
}
