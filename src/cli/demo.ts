import type { Command } from 'commander';
import { seedReferenceData } from '../domain/audiences/dictionary/seed.ts';
import { loadDemoFacts } from '../operations/demo/facts.ts';
import { resetDemo } from '../operations/demo/reset.ts';
import { command } from './support/arguments.ts';
import { withSystem } from './support/with-system.ts';

/** `demo reset` */
export function register(program: Command): void {
  const demo = program.command('demo').description('Manages the demo seat.');

  command(demo, 'reset', 'Resets the demo seat to its initial state. Other seats are not changed.').action(
    withSystem(
      async (system) => {
        // The categories and locations of the demo must exist, even before the service is started for the first time.
        await seedReferenceData(system.pool);
        const demo = await resetDemo({ system });
        await loadDemoFacts({ system, seatId: demo.seatId });
        return demo;
      },
      { setsUp: true },
    ),
  );
}
