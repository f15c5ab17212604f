import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { withCommandErrors } from './backup.ts';
import { command } from './support/arguments.ts';
import { printAnswer } from './support/output.ts';

/** `restore` */
export function register(program: Command): void {
  command(program, 'restore <dir>', 'Restores a backup to an empty database and data directory.').action(
    async (dir: string, options: { json?: boolean }) => {
      const { restore } = await import('../operations/backup/restore.ts');
      const { withDatabaseServer } = await import('../platform/database/embedded/embedded.ts');
      const { openVerified } = await import('../operations/backup/verify.ts');
      const config = loadConfig();
      // The backup is verified before the embedded database is created.
      const manifest = await withCommandErrors(openVerified(dir));
      const work = (databaseUrl: string) => restore({ config, databaseUrl, dir, manifest });
      printAnswer(await withCommandErrors(withDatabaseServer({ config, work })), options);
    },
  );
}
