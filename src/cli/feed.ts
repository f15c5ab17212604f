import type { Command } from 'commander';
import { loadFeed } from '../domain/audiences/product-set/load-feed.ts';
import type { System } from '../domain/context.ts';
import { ValidationError } from '../domain/errors.ts';
import { command, integer } from './support/arguments.ts';
import { checkReadable } from './support/input-file.ts';
import { CommandError } from './support/output.ts';
import { withSystem } from './support/with-system.ts';

/** `feed load` */
export function register(program: Command): void {
  const feed = program.command('feed').description('Manages the product feeds of advertisers.');
  command(
    feed,
    'load <file>',
    'Replaces a feed with a CSV, TSV or NDJSON file. Refuses the whole file if a row is invalid.',
  )
    .requiredOption('--advertiser <id>', 'ID of the advertiser', integer)
    .action(withSystem(load));
}

async function load(system: System, options: { advertiser: number }, file: string): Promise<object> {
  await checkReadable(file);
  try {
    return await loadFeed({ system, advertiserId: options.advertiser, file });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const lines = error.reported.map(({ path, message }) => ({
      line: Number(path.replace('line ', '')),
      problems: [message.replace(/^line \d+: /, '')],
    }));
    const text = error.issues.map(({ message }) => message).join('\n');
    throw new CommandError(text, { error: text, refused: lines.length + error.more, lines });
  }
}
