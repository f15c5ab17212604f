import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { command } from './arguments.ts';
import { printAnswer, Refusal } from './output.ts';

/** `backup` */
export function register(program: Command): void {
  command(
    program,
    'backup <dir>',
    'Saves the database and its files to a new directory while the service is running.',
  ).action(async (dir: string, options: { json?: boolean }) => {
    const { backUp } = await import('../backup/backup.ts');
    const { withDatabaseUrl } = await import('../db/embedded.ts');
    const config = loadConfig();
    const work = (databaseUrl: string) => backUp({ config, databaseUrl, dir });
    printAnswer(await refusing(withDatabaseUrl({ config, work })), options);
  });
}

/** Its refusals are answers of the command. */
export async function refusing<T>(work: Promise<T>): Promise<T> {
  const { BackupRefused } = await import('../backup/backup-refused.ts');
  return await work.catch((error) => {
    throw error instanceof BackupRefused ? new Refusal(error.message) : error;
  });
}
