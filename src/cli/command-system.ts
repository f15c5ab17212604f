import { pino } from 'pino';
import type { Config } from '../config.ts';
import { withDatabaseUrl } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import type { System } from '../domain/context.ts';
import { openSystem } from '../system.ts';

/** Runs one command's work on the migrated database of the service, running or not; logs go to stderr. */
export function withCommandSystem<T>(config: Config, work: (system: System) => Promise<T>): Promise<T> {
  const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
  return withDatabaseUrl({
    config,
    work: async (databaseUrl) => {
      await migrate({ url: databaseUrl });
      const { system, close } = await openSystem({ config, databaseUrl, log });
      return work(system).finally(close);
    },
  });
}
