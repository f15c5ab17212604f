import type { Command } from 'commander';
import { addFault, listFaults, removeFault } from '../../domain/sandbox/faults/registered-faults.ts';
import { command, integer } from '../support/arguments.ts';
import { withSystem } from '../support/with-system.ts';

interface AddOptions {
  readonly client?: string;
  readonly path?: string;
  readonly fault: string;
}

/** `sandbox fault add`, `list`, `remove` */
export function registerFault(sandbox: Command): void {
  const fault = sandbox
    .command('fault')
    .description('Makes calls fail on purpose until the fault is removed.');

  command(fault, 'add', 'Adds a fault for the calls of a client, to a path, or both.')
    .option('--client <id>', 'ID of the client')
    .option('--path <prefix>', 'path, or the beginning of one, such as /traffic')
    .requiredOption('--fault <text>', 'what goes wrong, such as "status=503;times=2" or lose-answer')
    .action(
      withSystem((system, { client: clientId, path, fault }: AddOptions) =>
        addFault({ system, clientId, path, fault }),
      ),
    );
  command(fault, 'list', 'Lists the faults.').action(
    withSystem(async (system) => ({ faults: listFaults(system) })),
  );
  command(fault, 'remove', 'Removes a fault.')
    .requiredOption('--id <id>', 'ID of the fault', integer)
    .action(withSystem((system, { id }: { id: number }) => removeFault({ system, id })));
}
