import type { Command } from 'commander';
import { listSigningKeys } from '../../domain/access/identity/tokens/list-keys.ts';
import { replaceKeys, rotateKeys } from '../../domain/access/identity/tokens/rotate-keys.ts';
import type { System } from '../../domain/context.ts';
import { command } from '../support/arguments.ts';
import { withSystem } from '../support/with-system.ts';

/** `signing-keys list`, `signing-keys rotate` */
export function register(program: Command): void {
  const keys = program
    .command('signing-keys')
    .description('Shows and rotates the keys that sign access tokens.');
  command(keys, 'list', 'Lists the published keys and which one signs.').action(
    withSystem((system) => listSigningKeys({ system })),
  );
  command(
    keys,
    'rotate',
    'Publishes a new key, which signs from ten minutes on. Tokens that were issued stay valid.',
  )
    .option('--now', 'withdraw all other keys: every process refuses the tokens of before within 6 seconds')
    .action(withSystem(rotate));
}

async function rotate(system: System, { now = false }: { now?: boolean }): Promise<object> {
  const withdrawn = now ? (await replaceKeys(system)).withdrawn : 0;
  if (!now) await rotateKeys(system, { force: true });
  return { withdrawn, ...(await listSigningKeys({ system })) };
}
