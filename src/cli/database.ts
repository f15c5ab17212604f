import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { command } from './arguments.ts';
import { printAnswer, Refusal } from './output.ts';

/** `database url` */
export function register(program: Command): void {
  const database = program.command('database').description('The PostgreSQL underneath.');

  command(database, 'url', 'Shows its connection string, the password included.').action(
    async (options: { json?: boolean }) => {
      const { embeddedUrl } = await import('../db/embedded.ts');
      const config = loadConfig();
      const url = config.databaseUrl ?? (await embeddedUrl(config.dataDir));
      if (!url) throw new Refusal('The embedded PostgreSQL is not running: it lives as long as the service.');
      printAnswer({ url }, options);
    },
  );
}
