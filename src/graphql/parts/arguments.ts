import type { GraphQLError } from 'graphql';
import { isRecord } from '../../resources/define/input.ts';
import { isWithinBounds } from '../../resources/filter/filter-bounds.ts';
import { graphqlFault } from '../server/fault.ts';

/** The argument `validateOnly` of every mutation. */
export const VALIDATE_ONLY = {
  defaultValue: false,
  description: 'If true, runs all checks and returns the would-be result, but stores nothing. Default false.',
} as const;

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

/** Throws for text that no row can contain and that the database would not accept, and for too many conditions. */
export function checkFilter(filter: object | null | undefined): void {
  const bad: BadArgument[] = [];
  const refuse = (path: string, message: string) => bad.push({ argument: `filter.${path}`, message });
  if (isWithinBounds(filter ?? {}, refuse))
    for (const [path, value] of valuesIn(filter))
      if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
        refuse(path, 'must be well-formed text without NUL');
  if (bad.length > 0) throw badArguments(bad);
}

/** Returns all values in an input with their paths, including those of nested objects and lists. */
export function valuesIn(input: unknown, at = ''): (readonly [path: string, value: unknown])[] {
  if (Array.isArray(input)) return input.flatMap((item, index) => valuesIn(item, `${at}[${index}]`));
  if (!isRecord(input)) return [[at, input]];
  return Object.entries(input).flatMap(([name, value]) =>
    valuesIn(value, at === '' ? name : `${at}.${name}`),
  );
}
