import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { System } from '../domain/context.ts';
import { loadRates } from '../domain/reporting/report/rates/load-rates.ts';
import { command } from './support/arguments.ts';
import { checkReadable } from './support/input-file.ts';
import { withSystem } from './support/with-system.ts';

/** `fx load` */
export function register(program: Command): void {
  const fx = program.command('fx').description('Manages the daily exchange rates that reports use.');
  command(
    fx,
    'load <file>',
    'Loads exchange rates from a CSV file with the columns day, currency and usdPerUnit.',
  ).action(withSystem(load, { setsUp: true }));
}

async function load(system: System, _options: object, file: string): Promise<object> {
  await checkReadable(file);
  return await loadRates({ system, csv: await readFile(file, 'utf8') });
}
