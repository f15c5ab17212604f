import type { Command } from 'commander';
import { loadDemoFacts } from '../demo/facts.ts';
import { resetDemo } from '../demo/reset.ts';
import { seedReferenceData } from '../domain/dictionary/seed.ts';
import { command } from './arguments.ts';
import { withSystem } from './with-system.ts';

/** `demo reset` */
export function register(program: Command): void {
  const demo = program.command('demo').description('The demo seat.');

  command(demo, 'reset', 'Puts the demo seat back to how it began; other seats stay as they are.').action(
    withSystem(async (system) => {
      // The demo's categories and places have to be there, also before the first start of the service.
      await seedReferenceData(system.pool);
      const demo = await resetDemo({ system });
      await loadDemoFacts({ system, seatId: demo.seatId });
      return demo;
    }),
  );
}
