import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openDatabase } from './db/client.ts';
import type { System } from './domain/context.ts';
import { checkMasterKey } from './domain/operation/check-master-key.ts';
import { masterKey } from './master-key.ts';
import { publicUrls } from './public-urls.ts';

/**
 * A process's system on a migrated database; `close` gives its connections back. Fails with a SettingError when
 * the master key is not the database's.
 */
export async function openSystem(options: {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: Logger;
}): Promise<{ system: System; close(): Promise<void> }> {
  const { config, databaseUrl, log } = options;
  const key = await masterKey(config);
  const { prisma, pool, close } = openDatabase({ url: databaseUrl, log });
  const system: System = {
    config,
    db: prisma,
    pool,
    log,
    masterKey: key,
    publicUrls: publicUrls(config),
    now: () => new Date(Date.now() + config.clockOffsetS * 1000),
  };
  try {
    await checkMasterKey(system);
  } catch (error) {
    await close();
    throw error;
  }
  return { system, close };
}
