import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { command } from './support/arguments.ts';
import { NotPassed, printAnswer, Refusal } from './support/output.ts';

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
    printAnswer(await refusing(withDatabaseUrl({ config, work })), options);
  });

  command(
    backup,
    'verify <dir>',
    'Compares every file of a backup with its checksum, without a restore. Exits with 1 if one differs.',
  ).action(async (dir: string, _options: Options, verify: Command) => {
    const { verifyBackup } = await import('../operations/backup/verify.ts');
    const { manifest, damaged, ...counts } = await refusing(verifyBackup(dir));
    printAnswer({ createdAt: manifest.createdAt, ...counts, damaged }, verify.optsWithGlobals());
    if (damaged.length > 0) throw new NotPassed();
  });
}

/** Rejects with Refusal instead of BackupRefused, so that the command prints only the reason. */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  const { BackupRefused } = await import('../operations/backup/backup-refused.ts');
  return await work.catch((error) => {
    throw error instanceof BackupRefused ? new Refusal(error.message) : error;
  });
}
