import { pino } from 'pino';
import type { Config } from '../../config.ts';
import type { System } from '../../domain/context.ts';
import { openSystem } from '../../operations/service/system.ts';
import { directServer } from '../../platform/database/connection/direct-server.ts';
import { withDatabaseUrl } from '../../platform/database/embedded/embedded.ts';
import { isOlderSchema } from '../../platform/database/errors.ts';
import { migrate } from '../../platform/database/migration/migrate.ts';
import {
  counted,
  type MigrationState,
  migrationState,
  refuseFailed,
  refuseNewer,
} from '../../platform/database/migration/migration-state.ts';
import { confirm } from './confirm.ts';
import { CommandError } from './output.ts';

export interface DatabaseUse {
  /** Whether the command creates a new installation: it sets up an empty database. */
  readonly setsUp?: boolean;
}

/**
 * Runs the work of a command on the database, whether or not the service is running. If the database lacks
 * migrations, prints that to stderr and continues without them. Migrates only if the operator agrees on a
 * terminal. Logs go to stderr.
 */
export function withCommandSystem<T>(
  config: Config,
  work: (system: System) => Promise<T>,
  { setsUp = false }: DatabaseUse = {},
): Promise<T> {
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
  return withDatabaseUrl({
    config,
    work: async (databaseUrl) => {
      const server = directServer(config, databaseUrl);
      const state = await migrationState(server);
      refuseFailed(state);
      refuseNewer(state, config.allowsNewerDatabase);
      // The embedded database of a new data directory was just created by this command.
      if (state.isEmpty && (setsUp || config.databaseUrl === undefined)) await migrate(server);
      else if (state.isEmpty) throw new CommandError(NOT_SET_UP);
      else if (state.pending.length > 0) process.stderr.write(`${differenceOf(state)}\n`);
      return await withSystem().catch(async (error) => {
        if (state.pending.length === 0 || state.isEmpty || !isOlderSchema(error)) throw error;
        if (!(await confirm(`${NEEDS_MIGRATION} Apply ${counted(state.pending)} now?`)))
          throw new CommandError(`${NEEDS_MIGRATION} Run \`flightline database migrate\` first.`);
        await migrate(server);
        return await withSystem();
      });

      async function withSystem(): Promise<T> {
        const { system, close } = await openSystem({ config, databaseUrl, log });
        try {
          return await work(system);
        } finally {
          await close();
        }
      }
    },
  });
}

const NEEDS_MIGRATION = 'The command needs a migration that the database lacks.';

const NOT_SET_UP =
  'The database is empty. Start the service, or run `flightline database migrate`, to set it up.';

const differenceOf = ({ pending }: MigrationState): string =>
  `Warning: the database is older than this version, it lacks ${counted(pending)}. It stays as it is: \`flightline database migrate\` migrates it.`;
