import {
  type ASTNode,
  GraphQLError,
  Kind,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  visitInParallel,
} from 'graphql';

type Above = ASTNode | readonly ASTNode[];

/** Reports invalid values in a document with the argument, the path within it, and the location. */
export const namedValues: ValidationRule = (context) => {
  let current: ASTNode | undefined;
  let owner: Above | undefined;
  let ancestors: readonly Above[] = [];
  let path: readonly (string | number)[] = [];
  const remember = {
    enter(node: ASTNode, _key: unknown, parent: Above | undefined, at: typeof path, above: typeof ancestors) {
      current = node;
      path = at;
      owner = parent;
      ancestors = above;
    },
  };
  const reportError = (error: GraphQLError) => {
    const name = nameOf(
      path,
      [...ancestors, owner, current].filter((one) => one !== undefined),
    );
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

/**
 * Returns a name such as `input.schedules[0].budget`; undefined for a value outside of arguments. `way` leads from the
 * document to the value.
 */
function nameOf(path: readonly (string | number)[], way: readonly Above[]): string | undefined {
  let name: string | undefined;
  // Each key of the path leads from one part of `way` to the next.
  for (const [at, one] of way.entries()) {
    const owner = way[at - 1];
    if ('kind' in one) {
      if (one.kind === Kind.ARGUMENT) name = one.name.value;
      if (one.kind === Kind.OBJECT_FIELD && name !== undefined) name += `.${one.name.value}`;
    } else if (name !== undefined && owner && 'kind' in owner && owner.kind === Kind.LIST)
      name += `[${path[at]}]`;
  }
  return name;
}
