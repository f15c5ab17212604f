import { type Command, InvalidArgumentError } from 'commander';
import { loadConfig } from '../config.ts';
import { withCommandErrors } from './backup.ts';
import { command } from './support/arguments.ts';
import { printAnswer } from './support/output.ts';

function moment(text: string): Date {
  const at = new Date(text);
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isWhole || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('must be a time with its offset, such as 2026-01-31T12:00:00Z.');
  return at;
}

/** `recover` */
export function register(program: Command): void {
  command(
    program,
    'recover',
    'Recovers the embedded database from FLIGHTLINE_WAL_ARCHIVE in an empty FLIGHTLINE_DATA_DIR.',
  )
    .option(
      '--at <time>',
      'the moment, such as 2026-01-31T12:00:00Z; by default the last one that was archived',
      moment,
    )
    .action(async ({ at, ...options }: { at?: Date; json?: boolean }) => {
      const { recover } = await import('../operations/backup/wal/recover.ts');
      printAnswer(await withCommandErrors(recover({ config: loadConfig(), at })), options);
    });
}
