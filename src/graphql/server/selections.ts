import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * The only function that walks through selections. All code that needs to know what a document selects uses
 * it.
 */

export type Fragments = Record<string, FragmentDefinitionNode>;

/** A field, and its type condition, if any. */
export interface Selected {
  readonly node: FieldNode;
  readonly on: string | undefined;
}

/**
 * The fields of a selection, those of its fragments included, in the order in which they are answered. A fragment
 * is read once however often it is spread: fragments that spread others twice would double the work at each level.
 */
export function fieldsOf(options: {
  /** Several where one field is selected more than once. */
  sets: readonly (SelectionSetNode | undefined)[];
  fragments: Fragments;
  /** Asked of every selection that is looked at, such as whether it is under `@skip(if: true)`. */
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

/** Whether a field's selection asks for no more than one of its fields, so that the rest need not be read. */
export function selectsOnly(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  name: string,
): boolean {
  const sets = fieldNodes.map(({ selectionSet }) => selectionSet);
  return fieldsOf({ sets, fragments }).every(({ node }) => [name, '__typename'].includes(node.name.value));
}
