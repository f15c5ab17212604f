import type { Command } from 'commander';
import type { Role } from '../domain/context.ts';
import { grantUser } from '../domain/tenancy/grant-user.ts';
import { command, integer, roleOption } from './arguments.ts';
import { withSystem } from './with-system.ts';

/** `user grant` */
export function register(program: Command): void {
  const user = program.command('user').description('Users: each API client acts as one.');

  command(user, 'grant', 'Makes a user a member of a seat, or changes their role in it.')
    .requiredOption('--user <id>', 'the user', integer)
    .requiredOption('--seat <id>', 'the seat', integer)
    .addOption(roleOption().makeOptionMandatory())
    .action(
      withSystem((system, options: { user: number; seat: number; role: Role }) =>
        grantUser({ system, userId: options.user, seatId: options.seat, role: options.role }),
      ),
    );
}
