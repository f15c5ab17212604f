import { type Command, InvalidArgumentError, Option } from 'commander';

/** Parses options such as IDs and limits: a whole number, at least 0. */
export function integer(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('must be a whole number.');
  return Number(text);
}

export const integers = (text: string, previous: readonly number[] = []): number[] => [
  ...previous,
  integer(text),
];

const ROLES = ['ADMIN', 'EDITOR', 'VIEWER'] as const;

export const roleOption = () =>
  new Option('--role <role>', 'role of the user: ADMIN, EDITOR or VIEWER').choices(ROLES);

/** Creates a command with the options that all commands have. */
export const command = (parent: Command, usage: string, description: string): Command =>
  parent.command(usage).description(description).option('--json', 'print the result as one JSON value');
