import type { Command } from 'commander';
import { findSeat } from '../domain/access/tenancy/find.ts';
import { countConversions } from '../domain/events/conversion/receipts.ts';
import { command, integer } from './support/arguments.ts';
import { withSystem } from './support/with-system.ts';

interface Options {
  readonly seat: number;
  readonly line?: number;
  readonly id?: string;
}

/** `conversions count` */
export function register(program: Command): void {
  const conversions = program.command('conversions').description('Shows the conversions that were received.');
  command(conversions, 'count', 'Counts the conversions of a seat. Repeated conversions count once.')
    .requiredOption('--seat <id>', 'ID of the seat', integer)
    .option('--line <id>', 'count only conversions attributed to this line', integer)
    .option('--id <event>', 'count only conversions with this event ID')
    .action(
      withSystem(async (system, { seat, line: lineId, id: eventId }: Options) => {
        const { id: seatId } = await findSeat(system.db, seat);
        return { count: await countConversions({ system, seatId, lineId, eventId }) };
      }),
    );
}
