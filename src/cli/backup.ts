import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { command } from './support/arguments.ts';
import { CheckFailedError, CommandError, printAnswer } from './support/output.ts';

interface Options {
  json?: boolean;
}

/** `backup`, `backup verify` */
export function register(program: Command): void {
  const backup = command(
    program,
    'backup <dir>',
    'Saves the database and its files to a new directory while the service is running.',
  ).action(async (dir: string, options: Options) => {
    const { backUp } = await import('../operations/backup/backup.ts');
    const { withDatabaseUrl } = await import('../platform/database/embedded/embedded.ts');
    const config = loadConfig();
    const work = (databaseUrl: string) => backUp({ config, databaseUrl, dir });
    printAnswer(await withCommandErrors(withDatabaseUrl({ config, work })), options);
  });

  command(
    backup,
    'verify <dir>',
    'Compares every file of a backup with its checksum, without a restore. Exits with 1 if one differs.',
  ).action(async (dir: string, _options: Options, verify: Command) => {
    const { verifyBackup } = await import('../operations/backup/verify.ts');
    const { manifest, damaged, ...counts } = await withCommandErrors(verifyBackup(dir));
    printAnswer({ createdAt: manifest.createdAt, ...counts, damaged }, verify.optsWithGlobals());
    if (damaged.length > 0) throw new CheckFailedError();
  });
}

/** Replaces a BackupError by a CommandError, of which only the message is printed. */
export async function withCommandErrors<T>(work: Promise<T>): Promise<T> {
  const { BackupError } = await import('../operations/backup/backup-error.ts');
  return await work.catch((error) => {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  });
}
