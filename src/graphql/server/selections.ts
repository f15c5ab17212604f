import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The only function that walks through selections. All code that needs to know what a document selects uses it. */

export type Fragments = Record<string, FragmentDefinitionNode>;

/** A field with its type condition, if it has one. */
export interface Selected {
  readonly node: FieldNode;
  readonly on: string | undefined;
}

/**
 * Returns the fields of a selection and its fragments, in the order of the response. A fragment is read once, however
 * often it is spread: otherwise fragments that spread others twice would double the work at each level.
 */
export function fieldsOf(options: {
  /** Several if a field is selected more than once. */
  sets: readonly (SelectionSetNode | undefined)[];
  fragments: Fragments;
  /** Returns whether to skip a selection, for example because of `@skip(if: true)`. */
  isLeftOut?: (selection: SelectionNode) => boolean;
}): Selected[] {
  const { sets, fragments, isLeftOut = () => false } = options;
  const fields: Selected[] = [];
  const read = new Set<string>();
  const look = (set: SelectionSetNode | undefined, on: string | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (isLeftOut(selection)) continue;
      if (selection.kind === Kind.FIELD) fields.push({ node: selection, on });
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        look(selection.selectionSet, selection.typeCondition?.name.value ?? on);
      else spread(selection.name.value);
    }
  };
  const spread = (name: string): void => {
    if (read.has(name)) return;
    read.add(name);
    const fragment = fragments[name];
    look(fragment?.selectionSet, fragment?.typeCondition.name.value);
  };
  for (const set of sets) look(set, undefined);
  return fields;
}

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  return fragments;
}

/** Returns whether a field only selects this one field, so that the rest need not be read. */
export function selectsOnly(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  name: string,
): boolean {
  const sets = fieldNodes.map(({ selectionSet }) => selectionSet);
  return fieldsOf({ sets, fragments }).every(({ node }) => [name, '__typename'].includes(node.name.value));
}
