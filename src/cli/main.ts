#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { printRefusal, UsageError } from './output.ts';

/** Each group stands in a file of its own, loaded when it is asked for: the start stays quick. */
const GROUPS: Record<string, () => Promise<{ register(program: Command): void }>> = {
  seat: () => import('./seat.ts'),
  client: () => import('./client.ts'),
  user: () => import('./user.ts'),
  token: () => import('./token.ts'),
  quota: () => import('./quota.ts'),
  database: () => import('./database.ts'),
};

const program = new Command('flightline')
  .description('Operates a Flightline: seats, clients, tokens, data.')
  .exitOverride()
  .configureHelp({ showGlobalOptions: true });
const [asked = ''] = process.argv.slice(2);
for (const load of Object.hasOwn(GROUPS, asked) ? [GROUPS[asked]] : Object.values(GROUPS))
  (await load?.())?.register(program);

process.exitCode = await run();

/** 0; 1 for a refusal, with its reason; 2 for wrong usage. */
async function run(): Promise<number> {
  try {
    await program.parseAsync();
    return 0;
  } catch (error) {
    // Its message has been printed by the parser.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printRefusal(error, { json: process.argv.includes('--json') });
    return error instanceof UsageError ? 2 : 1;
  }
}
