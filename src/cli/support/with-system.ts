import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { System } from '../../domain/context.ts';
import type { DatabaseUse } from './command-system.ts';
import { CheckFailedError, printAnswer } from './output.ts';

/**
 * Turns `work` into the action of a command: opens the system on the database of the running service, or on
 * an embedded one that is started for this command, and prints the result. Operands come after the options.
 */
export function withSystem<Options extends object>(
  work: (system: System, options: Options, ...operands: string[]) => Promise<object>,
  use?: DatabaseUse,
) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.pop() as Command;
    const options = given.pop() as Options & { readonly json?: boolean };
    // Loaded on demand, because help and usage errors need neither the database client nor its engine.
    const { withCommandSystem } = await import('./command-system.ts');
    const config = loadConfig();
    const answer = await withCommandSystem(config, (system) => work(system, options, ...command.args), use);
    printAnswer(answer, options);
    if ('passed' in answer && !answer.passed) throw new CheckFailedError();
  };
}
