import type { Command } from 'commander';
import { whyLine } from '../../domain/campaigns/line/blockers/why.ts';
import { command, integer } from '../support/arguments.ts';
import { withSystem } from '../support/with-system.ts';

/** `line why` */
export function register(program: Command): void {
  const line = program.command('line').description('Explains the delivery of lines of any seat.');
  command(
    line,
    'why <id>',
    'Says what keeps a line from delivering, and what that follows from: flights, ads, budgets, locations.',
  ).action(withSystem((system, _options, id = '') => whyLine({ system, lineId: integer(id) })));
}
