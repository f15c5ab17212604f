import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether a field's selection asks for no more than one of its fields, so that the rest need not be read. */
export function asksOnlyFor(info: GraphQLResolveInfo, name: string): boolean {
  const only = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.every((selection) => {
      if (selection.kind === Kind.FIELD) return [name, '__typename'].includes(selection.name.value);
      if (selection.kind === Kind.INLINE_FRAGMENT) return only(selection.selectionSet);
      return only(info.fragments[selection.name.value]?.selectionSet);
    }) ?? true;
  return info.fieldNodes.every(({ selectionSet }) => only(selectionSet));
}
