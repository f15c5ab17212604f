import {
  type ASTNode,
  GraphQLError,
  Kind,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  visitInParallel,
} from 'graphql';

/** Errors of values in a document name the argument, with the way to the value within it, and the place. */
export const namedValues: ValidationRule = (context) => {
  let current: ASTNode | undefined;
  let ancestors: readonly (ASTNode | readonly ASTNode[])[] = [];
  let path: readonly (string | number)[] = [];
  const remember = {
    enter(node: ASTNode, _key: unknown, _parent: unknown, at: typeof path, above: typeof ancestors) {
      current = node;
      path = at;
      ancestors = above;
    },
  };
  const reportError = (error: GraphQLError) => {
    const name = nameOf(current, path, ancestors);
    const nodes = error.nodes ?? current;
    const message = name === undefined ? error.message : `"${name}": ${error.message}`;
    context.reportError(
      new GraphQLError(message, { ...(nodes && { nodes }), originalError: error.originalError ?? null }),
    );
  };
  const naming = Object.create(context, {
    reportError: { value: reportError },
    hideSuggestions: { get: () => context.hideSuggestions },
  });
  return visitInParallel([remember, ValuesOfCorrectTypeRule(naming)]);
};

/** `input.schedules[0].budget`; undefined for a value outside of arguments. */
function nameOf(
  node: ASTNode | undefined,
  path: readonly (string | number)[],
  ancestors: readonly (ASTNode | readonly ASTNode[])[],
): string | undefined {
  let name: string | undefined;
  // A key of the path leads from the ancestor at the same place to the next one.
  for (const [at, one] of [...ancestors, ...(node ? [node] : [])].entries()) {
    if (Array.isArray(one)) {
      const owner = ancestors[at - 1];
      const isItem = owner && 'kind' in owner && owner.kind === Kind.LIST;
      if (name !== undefined && isItem) name += `[${path[at]}]`;
    } else if ('kind' in one && one.kind === Kind.ARGUMENT) name = one.name.value;
    else if ('kind' in one && one.kind === Kind.OBJECT_FIELD && name !== undefined)
      name += `.${one.name.value}`;
  }
  return name;
}
