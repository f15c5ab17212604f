import { pino } from 'pino';
import type { Config } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import type { System } from '../domain/context.ts';
import { openSystem } from '../system.ts';
import { commandDatabase } from './command-database.ts';

/** The system for one command, on a migrated database; logs go to stderr. */
export async function openCommandSystem(config: Config): Promise<{ system: System; close(): Promise<void> }> {
  const database = await commandDatabase(config);
  try {
    await migrate({ url: database.url });
    const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
    const { system, close } = await openSystem({ config, databaseUrl: database.url, log });
    return { system, close: () => close().finally(database.stop) };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
