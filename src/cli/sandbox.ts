import type { Command } from 'commander';
import { registerClock } from './sandbox/clock.ts';
import { registerFault } from './sandbox/fault.ts';

/** `sandbox clock`, `sandbox fault` */
export function register(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('Manages a sandbox: a database whose clock can be moved, for trying out an integration.');
  registerClock(sandbox);
  registerFault(sandbox);
}
