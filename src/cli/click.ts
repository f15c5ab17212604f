import type { Command } from 'commander';
import { createOperatorClick } from '../domain/click/create.ts';
import { command, integer } from './arguments.ts';
import { withSystem } from './with-system.ts';

/** `click` */
export function register(program: Command): void {
  command(program, 'click', 'Mints the id of a click on an ad, as landing pages get it (vmcid).')
    .requiredOption('--ad <id>', 'the ad that was clicked', integer)
    .action(withSystem((system, { ad: adId }: { ad: number }) => createOperatorClick({ system, adId })));
}
