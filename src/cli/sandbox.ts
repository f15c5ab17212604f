import type { Command } from 'commander';
import { certify } from '../domain/sandbox/certify/certify.ts';
import { registerClock } from './sandbox/clock.ts';
import { registerFault } from './sandbox/fault.ts';
import { registerState } from './sandbox/state.ts';
import { command } from './support/arguments.ts';
import { withSystem } from './support/with-system.ts';

/** `sandbox clock`, `fault`, `certify`, `reset`, `snapshot`, `snapshots`, `restore`, `remove` */
export function register(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('Manages a sandbox: a database whose clock can be moved, for trying out an integration.');
  registerClock(sandbox);
  registerFault(sandbox);
  registerState(sandbox);

  command(
    sandbox,
    'certify',
    'Reports how a client behaved in the sandbox: tokens, retries, polling, lost answers. Exits with 1 unless every check passed.',
  )
    .requiredOption('--client <id>', 'ID of the client')
    .action(withSystem((system, { client: clientId }: { client: string }) => certify({ system, clientId })));
}
