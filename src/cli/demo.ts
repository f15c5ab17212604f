import type { Command } from 'commander';
import { loadDemoFacts } from '../demo/facts.ts';
import { resetDemo } from '../demo/reset.ts';
import { seedReferenceData } from '../domain/dictionary/seed.ts';
import { command } from './arguments.ts';
import { withSystem } from './with-system.ts';

/** `demo reset` */
export function register(program: Command): void {
  const demo = program.command('demo').description('Manages the demo seat.');

  command(demo, 'reset', 'Resets the demo seat to its initial state. Other seats are not changed.').action(
    withSystem(async (system) => {
      // The demo's categories and places have to be there, also before the first start of the service.
      await seedReferenceData(system.pool);
      const demo = await resetDemo({ system });
      await loadDemoFacts({ system, seatId: demo.seatId });
      return demo;
    }),
  );
}
