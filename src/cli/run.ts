import { Command, CommanderError } from 'commander';
import { build } from '../platform/process/version.ts';
import { GROUPS } from './support/groups.ts';
import { CheckFailedError, printReason, printRefusal, UsageError } from './support/output.ts';

/**
 * Runs a command and returns its exit code: 0 on success, 1 if it was refused or a check did not pass, 2 if it was
 * called incorrectly.
 */
export async function run(args: readonly string[]): Promise<number> {
  const program = new Command('flightline')
    .description('Operates a Flightline service: seats, clients, tokens and data.')
    // Options after the command belong to the command: a value such as a secret can begin like an option of
    // the program, for example with -V.
    .enablePositionalOptions()
    .exitOverride();
  const [requested = ''] = args;
  if (requested === '--version' || requested === '-V') return await printVersion(args.includes('--json'));
  program.option('-V, --version', 'print the version');
  const group = Object.hasOwn(GROUPS, requested) ? GROUPS[requested] : undefined;
  if (group) (await group.load()).register(program);
  else
    for (const [name, { description }] of Object.entries(GROUPS))
      program.command(name).description(description);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CheckFailedError) return 1;
    const json = args.includes('--json');
    if (!(error instanceof CommanderError)) {
      printRefusal(error, { json });
      return error instanceof UsageError ? 2 : 1;
    }
    if (error.exitCode === 0) return 0;
    // The parser has already printed the reason to stderr.
    if (json) printReason({ error: error.message.replace(/^error: /, '') });
    return 2;
  }
}

async function printVersion(json: boolean): Promise<number> {
  const built = await build();
  const text = built.commit === null ? built.version : `${built.version} (${built.commit})`;
  process.stdout.write(json ? `${JSON.stringify(built)}\n` : `${text}\n`);
  return 0;
}
