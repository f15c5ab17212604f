import type { Command } from 'commander';
import type { System } from '../../domain/context.ts';
import { listSnapshots } from '../../domain/sandbox/snapshots/list.ts';
import { removeSandboxSnapshot } from '../../domain/sandbox/snapshots/remove.ts';
import { resetSandbox } from '../../domain/sandbox/snapshots/reset.ts';
import { restoreSandboxSnapshot } from '../../domain/sandbox/snapshots/restore.ts';
import { takeSandboxSnapshot } from '../../domain/sandbox/snapshots/snapshot.ts';
import { openDemo } from '../../operations/demo/open.ts';
import { resetDemo } from '../../operations/demo/reset.ts';
import { command } from '../support/arguments.ts';
import { withSystem } from '../support/with-system.ts';

/** `sandbox reset`, `sandbox snapshot`, `sandbox snapshots`, `sandbox restore`, `sandbox remove` */
export function registerState(sandbox: Command): void {
  command(
    sandbox,
    'reset',
    'Empties all seats and sets the clock to real time. Seats, clients and reference data stay.',
  ).action(withSystem(reset));
  command(sandbox, 'snapshot <name>', 'Keeps the whole sandbox under a name, with its clock.').action(
    withSystem((system, _options, name = '') => takeSandboxSnapshot({ system, name })),
  );
  command(sandbox, 'restore <name>', 'Puts the sandbox back to a snapshot, with its clock.').action(
    withSystem((system, _options, name = '') => restoreSandboxSnapshot({ system, name })),
  );
  command(sandbox, 'snapshots', 'Lists the snapshots, the newest first.').action(
    withSystem(async (system) => ({ snapshots: await listSnapshots(system.pool) })),
  );
  command(sandbox, 'remove <name>', 'Removes a snapshot; the sandbox stays as it is.').action(
    withSystem(async (system, _options, name = '') => {
      await removeSandboxSnapshot({ system, name });
      return { name };
    }),
  );
}

async function reset(system: System): Promise<object> {
  const clock = await resetSandbox(system);
  // Does not load its thirteen months of facts, which takes longer. `demo reset` loads them.
  if (await openDemo({ system })) await resetDemo({ system });
  return clock;
}
