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
import { NotCompiled } from './not-compiled.ts';
import { collect, type Reading } from './selection.ts';

export type Variables = Readonly<Record<string, unknown>>;
export type Field = GraphQLField<unknown, unknown>;
/** What asks for a field: more than one node where fragments ask for it again. */
export type Nodes = readonly FieldNode[];

/** Most fields of a statement that answers a whole document; beyond, each field of the root has one of its own. */
export const MAX_FIELDS = 1_000;

/** Goes through the selections of a document, and counts their fields. */
export class Walk {
  readonly #reading: Reading;
  readonly #most: number;
  #fields = 0;

  constructor(reading: Reading, most: number) {
    this.#reading = reading;
    this.#most = most;
  }

  /** What `partOf` makes of each field of a selection, in their order; its `field` is undefined for `__typename`. */
  parts<Part>(
    type: GraphQLObjectType,
    nodes: readonly Pick<FieldNode, 'selectionSet'>[],
    partOf: (name: string, field: Field | undefined, nodes: Nodes) => Part,
  ): Part[] {
    const sets = nodes.map(({ selectionSet }) => selectionSet);
    return [...collect(this.#reading, type, sets)].map(([name, nodes]) => {
      this.#fields += 1;
      if (this.#fields > this.#most) throw new NotCompiled('too many fields');
      const requested = nodes[0]?.name.value ?? '';
      if (requested === '__typename') return partOf(name, undefined, nodes);
      const field = type.getFields()[requested];
      if (!field) throw new NotCompiled(`${type.name}.${requested}`);
      return partOf(name, field, nodes);
    });
  }
}

export function objectType({ name, type }: Field): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new NotCompiled(name);
  return named;
}

/** The JSON of `__typename`. */
export const typeName = ({ name }: GraphQLObjectType): string => JSON.stringify(name);

/** Reads a field's arguments; those without variables once and for all. */
export function argumentsOf(field: Field, [node]: Nodes): (variables: Variables) => object {
  if (!node) throw new NotCompiled(field.name);
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
