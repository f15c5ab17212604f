import { type Command, Option } from 'commander';
import { TOP_ORDERS, type TopOrder, topUsage } from '../../platform/process/usage.ts';
import { command, integer } from '../support/arguments.ts';
import { withSystem } from '../support/with-system.ts';

interface Options {
  readonly minutes: number;
  readonly by: TopOrder;
  readonly limit: number;
}

/** `top` */
export function register(program: Command): void {
  command(
    program,
    'top',
    'Shows the clients and seats that did most in the last minutes: requests, errors, points, and estimated CPU time.',
  )
    .option('--minutes <n>', 'how many minutes, at most 60', integer, 5)
    .addOption(new Option('--by <order>', 'what most is').choices(TOP_ORDERS).default('cpu'))
    .option('--limit <n>', 'how many clients and seats', integer, 10)
    .action(
      withSystem((system, { minutes, by, limit }: Options) =>
        topUsage({ system, by, minutes: Math.min(minutes, 60), limit: Math.min(limit, 1_000) }),
      ),
    );
}
