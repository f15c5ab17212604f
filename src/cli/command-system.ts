import { pino } from 'pino';
import type { Config } from '../config.ts';
import { withDatabaseUrl } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { directServer } from '../db/reach.ts';
import type { System } from '../domain/context.ts';
import { openSystem } from '../system.ts';

/**
 * Runs the work of a command on the migrated database, whether or not the service is running. Logs go to
 * stderr.
 */
export function withCommandSystem<T>(config: Config, work: (system: System) => Promise<T>): Promise<T> {
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
  return withDatabaseUrl({
    config,
    work: async (databaseUrl) => {
      await migrate(directServer(config, databaseUrl));
      const { system, close } = await openSystem({ config, databaseUrl, log });
      return work(system).finally(close);
    },
  });
}
