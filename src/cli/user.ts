import type { Command } from 'commander';
import { clientsOfOtherSeats } from '../domain/access/tenancy/clients-of-user.ts';
import { grantUser } from '../domain/access/tenancy/grant-user.ts';
import { listUsers } from '../domain/access/tenancy/list.ts';
import { revokeUser } from '../domain/access/tenancy/revoke-user.ts';
import type { Role, System } from '../domain/context.ts';
import { command, integer, roleOption } from './support/arguments.ts';
import { withSystem } from './support/with-system.ts';

/** `user grant`, `user list`, `user revoke` */
export function register(program: Command): void {
  const user = program.command('user').description('Manages users. Each API client acts as a user.');

  command(user, 'grant', 'Adds a user to a seat, or changes the user’s role in it.')
    .requiredOption('--user <id>', 'ID of the user', integer)
    .requiredOption('--seat <id>', 'ID of the seat', integer)
    .addOption(roleOption().makeOptionMandatory())
    .action(
      withSystem(async (system, { user, seat, role }: { user: number; seat: number; role: Role }) => {
        const granted = await grantUser({ system, userId: user, seatId: seat, role });
        await warnOfClients(system, granted);
        return granted;
      }),
    );

  command(user, 'list', 'Lists users and the seats that they belong to.')
    .option('--seat <id>', 'only members of this seat', integer)
    .action(withSystem((system, options: { seat?: number }) => listUsers({ system, seatId: options.seat })));

  command(user, 'revoke', 'Removes a user from a seat. The user’s tokens can no longer access the seat.')
    .requiredOption('--user <id>', 'ID of the user', integer)
    .requiredOption('--seat <id>', 'ID of the seat', integer)
    .action(
      withSystem((system, options: { user: number; seat: number }) =>
        revokeUser({ system, userId: options.user, seatId: options.seat }),
      ),
    );
}

/** Prints a warning, because whoever knows the secret of a client acts as its user. */
async function warnOfClients(system: System, granted: { userId: number; seatId: number }): Promise<void> {
  const clients = await clientsOfOtherSeats(system, granted);
  if (clients.length === 0) return;
  const known = clients.map(({ id, seatId }) => `${id} (seat ${seatId})`).join(', ');
  process.stderr.write(
    `Warning: admins of other seats may know the secrets of these clients of the user, which therefore have no access to ` +
      `seat ${granted.seatId}: ${known}. To give them access, create new secrets with flightline client rotate.\n`,
  );
}
