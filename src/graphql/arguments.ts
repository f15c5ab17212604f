import type { GraphQLError } from 'graphql';
import { graphqlFault } from './fault.ts';

export interface BadArgument {
  readonly argument: string;
  /** Without the name in front: "must be from 1 to 100". */
  readonly message: string;
}

/** An argument that cannot be meant; names it. */
export function badArgument(argument: string, message: string): GraphQLError {
  return badArguments([{ argument, message }]);
}

/** All that cannot be meant, in one error; `extensions.argument` is the first. */
export function badArguments(bad: readonly BadArgument[]): GraphQLError {
  const message = bad.map(({ argument, message }) => `Argument "${argument}" ${message}.`).join(' ');
  return graphqlFault('BAD_USER_INPUT', message, { argument: bad[0]?.argument ?? '' });
}

/** Refuses text that no row can hold, and that the database would not even take. */
export function checkFilter(filter: object | null | undefined): void {
  const bad = Object.entries(filter ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
      ? [{ argument: `filter.${name}`, message: 'must be well-formed text without NUL' }]
      : [],
  );
  if (bad.length > 0) throw badArguments(bad);
}
