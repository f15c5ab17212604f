import type { Command } from 'commander';
import type { System } from '../../domain/context.ts';
import { listProcesses, setDraining } from '../../operations/health/processes.ts';
import { command } from '../support/arguments.ts';
import { withSystem } from '../support/with-system.ts';

interface Options {
  readonly process?: string;
  readonly all?: true;
}

/** `drain on`, `drain off`, `drain status` */
export function register(program: Command): void {
  const drain = program
    .command('drain')
    .description('Takes processes out of rotation: /readyz returns 503, and calls are still answered.');
  for (const [name, draining, description] of [
    ['on', true, 'Takes a process out of rotation, within two seconds.'],
    ['off', false, 'Puts a process back in rotation, within two seconds.'],
  ] as const)
    command(drain, name, description)
      .option('--process <id>', 'ID of the process, or the start of it; not needed if only one runs')
      .option('--all', 'all processes of the database')
      .action(
        withSystem((system: System, { process: processId, all }: Options) =>
          setDraining({ system, draining, processId, all }),
        ),
      );
  command(
    drain,
    'status',
    'Lists the processes that run on the database, and which are out of rotation.',
  ).action(withSystem((system) => listProcesses({ system })));
}
