import { type Command, Option } from 'commander';
import { seedReferenceData } from '../domain/dictionary/seed.ts';
import { createSeat } from '../domain/tenancy/create-seat.ts';
import { listSeats } from '../domain/tenancy/list.ts';
import { syncSeat } from '../domain/tenancy/sync-seat.ts';
import { command, integer } from './arguments.ts';
import { UsageError } from './output.ts';
import { withSystem } from './with-system.ts';

/** `seat create`, `seat list`, `seat sync` */
export function register(program: Command): void {
  const seat = program.command('seat').description('Tenants: everything a partner sees belongs to one.');

  command(seat, 'create', 'Opens a seat with its first account group.')
    .requiredOption('--name <name>')
    .option('--legal-compliance-country <code>', 'ISO 3166 alpha-2; shows billing contacts')
    .action(
      withSystem(async (system, options: { name: string; legalComplianceCountry?: string }) => {
        const { name, legalComplianceCountry } = options;
        // The list of countries has to be there, also before the first start of the service.
        if (legalComplianceCountry !== undefined) await seedReferenceData(system.pool);
        return createSeat({ system, name, legalComplianceCountry });
      }),
    );

  command(seat, 'list', 'Lists all seats.').action(withSystem((system) => listSeats({ system })));

  command(seat, 'sync', 'Sets a seat read-only while it is in sync, or writable again.')
    .requiredOption('--seat <id>', 'the seat', integer)
    .addOption(new Option('--on', 'read-only').conflicts('off'))
    .addOption(new Option('--off', 'writable'))
    .action(
      withSystem(async (system, options: { seat: number; on?: true; off?: true }) => {
        if (!options.on && !options.off) throw new UsageError('Give --on or --off.');
        return syncSeat({ system, seatId: options.seat, readOnly: options.on === true });
      }),
    );
}
