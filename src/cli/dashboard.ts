import type { Command } from 'commander';
import { createSignInLink } from '../domain/access/identity/session/sign-in-link.ts';
import { command, integer } from './support/arguments.ts';
import { withSystem } from './support/with-system.ts';

/** `dashboard link` */
export function register(program: Command): void {
  const dashboard = program.command('dashboard').description('Manages access to the dashboard.');

  command(dashboard, 'link', 'Creates a link that signs a user in. Valid for 15 minutes and one use.')
    .requiredOption('--user <id>', 'ID of the user', integer)
    .action(
      withSystem((system, options: { user: number }) => createSignInLink({ system, userId: options.user })),
    );
}
