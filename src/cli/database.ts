import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { command } from './support/arguments.ts';
import { CommandError, printAnswer } from './support/output.ts';
import { withSystem } from './support/with-system.ts';

/** `database url`, `database status`, `database migrate` */
export function register(program: Command): void {
  const database = program
    .command('database')
    .description('Shows and migrates the PostgreSQL database of the service.');

  command(
    database,
    'url',
    'Prints the connection string of the embedded database, including the password.',
  ).action(async (options: { json?: boolean }) => {
    const { embeddedUrl } = await import('../platform/database/embedded/embedded.ts');
    const config = loadConfig();
    const url = config.databaseUrl ?? (await embeddedUrl(config.dataDir));
    if (!url)
      throw new CommandError(
        'The embedded PostgreSQL is not running. It runs as long as the service does: start the service first.',
      );
    printAnswer({ url }, options);
  });

  command(
    database,
    'adopt',
    'Turns outgoing work on for a database that was copied or restored from another place: webhooks and scheduled reports.',
  ).action(
    withSystem(async (system) => {
      const { adoptDatabase } = await import('../domain/access/tenancy/place.ts');
      return adoptDatabase({ system });
    }),
  );

  command(
    database,
    'status',
    'Compares the database with this version: which migrations it lacks, and which only a newer version knows.',
  ).action(async (options: { json?: boolean }) => {
    const [{ withDatabaseUrl }, { directServer }, { databaseStatus }] = await Promise.all([
      import('../platform/database/embedded/embedded.ts'),
      import('../platform/database/connection/direct-server.ts'),
      import('../operations/health/database-status.ts'),
    ]);
    const config = loadConfig();
    const work = (databaseUrl: string) => databaseStatus(directServer(config, databaseUrl));
    printAnswer(await withDatabaseUrl({ config, work }), options);
  });

  command(
    database,
    'migrate',
    'Applies the migrations that the database lacks, as each start does, and prints their names.',
  )
    .option('--dry-run', 'only print the names of the migrations that would be applied')
    .action(async (options: { json?: boolean; dryRun?: true }) => {
      const [{ withDatabaseUrl }, { migrate }, { directServer }, { migrationState }] = await Promise.all([
        import('../platform/database/embedded/embedded.ts'),
        import('../platform/database/migration/migrate.ts'),
        import('../platform/database/connection/direct-server.ts'),
        import('../platform/database/migration/migration-state.ts'),
      ]);
      const config = loadConfig();
      const answer = await withDatabaseUrl({
        config,
        work: async (databaseUrl) => {
          const server = directServer(config, databaseUrl);
          if (options.dryRun) return { pending: (await migrationState(server)).pending };
          return { applied: await migrate(server) };
        },
      });
      printAnswer(answer, options);
    });
}
