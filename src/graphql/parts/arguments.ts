import type { GraphQLError } from 'graphql';
import { graphqlFault } from '../server/fault.ts';

export interface BadArgument {
  readonly argument: string;
  /** The message without the name of the argument: "must be from 1 to 100". */
  readonly message: string;
}

/** The error for an invalid argument, which names the argument. */
export function badArgument(argument: string, message: string): GraphQLError {
  return badArguments([{ argument, message }]);
}

/** One error for all invalid arguments. `extensions.argument` is the first of them. */
export function badArguments(bad: readonly BadArgument[]): GraphQLError {
  const message = bad.map(({ argument, message }) => `Argument "${argument}" ${message}.`).join(' ');
  return graphqlFault('BAD_USER_INPUT', message, { argument: bad[0]?.argument ?? '' });
}

/** Refuses text that no row can contain and that the database would not accept. */
export function checkFilter(filter: object | null | undefined): void {
  const bad = Object.entries(filter ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
      ? [{ argument: `filter.${name}`, message: 'must be well-formed text without NUL' }]
      : [],
  );
  if (bad.length > 0) throw badArguments(bad);
}
