import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** A document with its fragments and one set of variables. */
export interface Reading {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Returns where the executor currently reads a field. */
export const readingOf = ({
  schema,
  fragments,
  variableValues: variables,
}: Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>): Reading => ({
  ...{ schema, variables },
  fragments: new Map(Object.entries(fragments)),
});

/** Fields by their names in the response, as collected by CollectFields of the specification. */
export type Collected = ReadonlyMap<string, readonly FieldNode[]>;

/**
 * Collects fields. A fragment is entered once for each selection, so the work only grows with the document and the
 * response.
 */
export function collect(
  reading: Reading,
  type: GraphQLObjectType,
  sets: readonly (SelectionSetNode | undefined)[],
): Collected {
  const fields = new Map<string, FieldNode[]>();
  const entered = new Set<string>();
  const enter = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (!isIncluded(reading, selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const known = fields.get(name);
        if (known) known.push(selection);
        else fields.set(name, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (applies(reading, type, selection.typeCondition?.name.value)) enter(selection.selectionSet);
      } else if (!entered.has(selection.name.value)) {
        entered.add(selection.name.value);
        const fragment = reading.fragments.get(selection.name.value);
        if (fragment && applies(reading, type, fragment.typeCondition.name.value))
          enter(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) if (set) enter(set);
  return fields;
}

function isIncluded({ variables }: Reading, node: SelectionNode): boolean {
  if (!node.directives?.length) return true;
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false
  );
}

function applies({ schema }: Reading, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const other = schema.getType(condition);
  return isAbstractType(other) && schema.isSubType(other, type);
}

/** Returns the text of the only selection of a field. Fields with the same text select the same of their rows. */
export function selectionText([node, another]: readonly FieldNode[]): string | undefined {
  const { source, start, end } = node?.selectionSet?.loc ?? {};
  return another ? undefined : source?.body.slice(start, end);
}
