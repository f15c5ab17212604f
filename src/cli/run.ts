import { Command, CommanderError } from 'commander';
import { version } from '../version.ts';
import { NotPassed, printReason, printRefusal, UsageError } from './output.ts';

/** Each command group has a file of its own that is loaded on demand, so that commands start quickly. */
const GROUPS: Record<string, () => Promise<{ register(program: Command): void }>> = {
  demo: () => import('./demo.ts'),
  seat: () => import('./seat.ts'),
  client: () => import('./client.ts'),
  user: () => import('./user.ts'),
  token: () => import('./token.ts'),
  dashboard: () => import('./dashboard.ts'),
  quota: () => import('./quota.ts'),
  dictionary: () => import('./dictionary.ts'),
  click: () => import('./click.ts'),
  events: () => import('./events.ts'),
  conversions: () => import('./conversions.ts'),
  facts: () => import('./facts.ts'),
  fx: () => import('./fx.ts'),
  database: () => import('./database.ts'),
  feed: () => import('./feed.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  recover: () => import('./recover.ts'),
  sandbox: () => import('./sandbox.ts'),
};

/**
 * Runs a command and returns its exit code: 0 on success, 1 if it was refused or a check did not pass, 2 if it was
 * called incorrectly.
 */
export async function run(args: readonly string[]): Promise<number> {
  const program = new Command('flightline')
    .description('Operates a Flightline service: seats, clients, tokens and data.')
    .exitOverride();
  const [asked = ''] = args;
  if (asked === '--version' || asked === '-V') return await printVersion(args.includes('--json'));
  program.option('-V, --version', 'print the version');
  const groups = Object.hasOwn(GROUPS, asked) ? [GROUPS[asked]] : Object.values(GROUPS);
  for (const load of groups) (await load?.())?.register(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof NotPassed) return 1;
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
  const number = await version();
  process.stdout.write(json ? `${JSON.stringify({ version: number })}\n` : `${number}\n`);
  return 0;
}
