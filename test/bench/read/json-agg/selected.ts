import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type ObjectFieldNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/** The fields of a selection by their names in the answer: fragments are opened, what is selected twice is merged. */
export function selected(
  document: DocumentNode,
  selections: SelectionSetNode | undefined,
): [string, FieldNode][] {
  const fields = new Map<string, FieldNode>();
  const visit = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? [])
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) visit(fragment(document, selection.name.value));
      else {
        const key = (selection.alias ?? selection.name).value;
        fields.set(key, merged(fields.get(key), selection));
      }
  };
  visit(selections);
  return [...fields];
}

function fragment({ definitions }: DocumentNode, name: string): SelectionSetNode | undefined {
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name)
      return definition.selectionSet;
  return undefined;
}

function merged(first: FieldNode | undefined, second: FieldNode): FieldNode {
  if (!first?.selectionSet || !second.selectionSet) return second;
  const selections = [...first.selectionSet.selections, ...second.selectionSet.selections];
  return { ...first, selectionSet: { ...first.selectionSet, selections } };
}

export function argument(field: FieldNode, name: string): ValueNode | undefined {
  return field.arguments?.find((argument) => argument.name.value === name)?.value;
}

/** The members of an object in the text. An object in a variable would need a statement for each of its shapes. */
export function members(node: ValueNode | undefined): readonly ObjectFieldNode[] {
  if (!node) return [];
  if (node.kind !== Kind.OBJECT)
    throw new Error('Conditions and orders are written in the text, values may be variables.');
  return node.fields;
}
