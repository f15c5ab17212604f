import type { Command } from 'commander';
import { countConversions } from '../domain/conversion/receipts.ts';
import { findSeat } from '../domain/tenancy/find.ts';
import { command, integer } from './arguments.ts';
import { withSystem } from './with-system.ts';

interface Options {
  readonly seat: number;
  readonly line?: number;
  readonly id?: string;
}

/** `conversions count` */
export function register(program: Command): void {
  const conversions = program.command('conversions').description('What the conversion postback took in.');
  command(conversions, 'count', 'How many conversions a seat has; repeats count once.')
    .requiredOption('--seat <id>', 'the seat', integer)
    .option('--line <id>', 'only those attributed to this line', integer)
    .option('--id <event>', 'only those with this event id')
    .action(
      withSystem(async (system, { seat, line: lineId, id: eventId }: Options) => {
        const { id: seatId } = await findSeat(system.db, seat);
        return { count: await countConversions({ system, seatId, lineId, eventId }) };
      }),
    );
}
