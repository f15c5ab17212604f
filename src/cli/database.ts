import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { command } from './arguments.ts';
import { printAnswer, Refusal } from './output.ts';

/** `database url`, `database migrate` */
export function register(program: Command): void {
  const database = program
    .command('database')
    .description('Shows and migrates the PostgreSQL database of the service.');

  command(
    database,
    'url',
    'Prints the connection string of the embedded database, including the password.',
  ).action(async (options: { json?: boolean }) => {
    const { embeddedUrl } = await import('../db/embedded.ts');
    const config = loadConfig();
    const url = config.databaseUrl ?? (await embeddedUrl(config.dataDir));
    if (!url)
      throw new Refusal(
        'The embedded PostgreSQL is not running. It runs as long as the service does: start the service first.',
      );
    printAnswer({ url }, options);
  });

  command(
    database,
    'migrate',
    'Applies the migrations that the database lacks, as each start does, and prints their names.',
  ).action(async (options: { json?: boolean }) => {
    const [{ withDatabaseUrl }, { migrate }, { directServer }] = await Promise.all([
      import('../db/embedded.ts'),
      import('../db/migrate.ts'),
      import('../db/reach.ts'),
    ]);
    const config = loadConfig();
    const applied = await withDatabaseUrl({
      config,
      work: (databaseUrl) => migrate(directServer(config, databaseUrl)),
    });
    printAnswer({ applied }, options);
  });
}
