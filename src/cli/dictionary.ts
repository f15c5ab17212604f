import type { Command } from 'commander';
import { LISTS, listName } from '../domain/audiences/dictionary/lists.ts';
import { loadDictionary } from '../domain/audiences/dictionary/load.ts';
import type { System } from '../domain/context.ts';
import { command } from './support/arguments.ts';
import { checkReadable } from './support/input-file.ts';
import { UsageError } from './support/output.ts';
import { withSystem } from './support/with-system.ts';

/** Adds `dictionary load`. */
export function register(program: Command): void {
  const dictionary = program.command('dictionary').description('Manages the dictionary of accepted values.');
  command(
    dictionary,
    'load <kind> <file>',
    'Replaces a list with the rows of a CSV file. Refuses the whole file if a row is invalid.',
  ).action(withSystem(load, { setsUp: true }));
}

async function load(system: System, _options: object, kind = '', file = ''): Promise<object> {
  const list = listName(kind, system.config.operator);
  if (!list) throw new UsageError(`Unknown list ${kind}. Known lists: ${Object.keys(LISTS).join(', ')}.`);
  await checkReadable(file);
  return (await loadDictionary({ pool: system.pool, list, files: [file] })) ?? {};
}
