import { type Command, Option } from 'commander';
import { createSeat } from '../domain/access/tenancy/create-seat.ts';
import { listSeats } from '../domain/access/tenancy/list.ts';
import { syncSeat } from '../domain/access/tenancy/sync-seat.ts';
import { setSeat } from '../domain/access/tenancy/update-seat.ts';
import { seedReferenceData } from '../domain/audiences/dictionary/seed.ts';
import { command, integer } from './support/arguments.ts';
import { UsageError } from './support/output.ts';
import { withSystem } from './support/with-system.ts';

/** `seat create`, `seat list`, `seat set`, `seat sync` */
export function register(program: Command): void {
  const seat = program
    .command('seat')
    .description('Manages seats. A seat is a tenant that owns everything that a partner can see.');

  command(seat, 'create', 'Creates a seat with its first account group.')
    .requiredOption('--name <name>')
    .option('--legal-compliance-country <code>', 'ISO 3166 alpha-2 code; makes billing contacts visible')
    .action(
      withSystem(
        async (system, options: { name: string; legalComplianceCountry?: string }) => {
          const { name, legalComplianceCountry } = options;
          // The list of countries must exist, even before the service is started for the first time.
          if (legalComplianceCountry !== undefined) await seedReferenceData(system.pool);
          return createSeat({ system, name, legalComplianceCountry });
        },
        { setsUp: true },
      ),
    );

  command(seat, 'list', 'Lists all seats.').action(withSystem((system) => listSeats({ system })));

  command(
    seat,
    'set',
    'Sets the name of a seat, and the time zone and the currency in which its figures are shown.',
  )
    .requiredOption('--seat <id>', 'ID of the seat', integer)
    .option('--name <name>')
    .option('--timezone <zone>', 'UTC or a time zone of reports, such as Europe/Paris')
    .option('--currency <code>', 'ISO 4217 code')
    .action(
      withSystem(
        async (system, options: { seat: number; name?: string; timezone?: string; currency?: string }) => {
          const { seat: seatId, name, timezone, currency } = options;
          const given = { name, timezone, currency };
          const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
          if (Object.keys(input).length === 0)
            throw new UsageError('Specify --name, --timezone or --currency.');
          return setSeat({ system, seatId, input });
        },
      ),
    );

  command(seat, 'sync', 'Makes a seat read-only while it is being synchronized, or writable again.')
    .requiredOption('--seat <id>', 'ID of the seat', integer)
    .addOption(new Option('--on', 'read-only').conflicts('off'))
    .addOption(new Option('--off', 'writable'))
    .action(
      withSystem(async (system, options: { seat: number; on?: true; off?: true }) => {
        if (!options.on && !options.off) throw new UsageError('Specify --on or --off.');
        return syncSeat({ system, seatId: options.seat, readOnly: options.on === true });
      }),
    );
}
