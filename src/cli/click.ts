import type { Command } from 'commander';
import { createOperatorClick } from '../domain/events/click/create.ts';
import { command, integer } from './support/arguments.ts';
import { withSystem } from './support/with-system.ts';

/** `click` */
export function register(program: Command): void {
  command(program, 'click', 'Creates a click ID (vmcid) for an ad, as a landing page would receive it.')
    .requiredOption('--ad <id>', 'ID of the ad that was clicked', integer)
    .action(withSystem((system, { ad: adId }: { ad: number }) => createOperatorClick({ system, adId })));
}
