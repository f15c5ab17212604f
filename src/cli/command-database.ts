import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { readPassword, USER } from '../db/embedded/cluster.ts';
import { readHolder } from '../db/embedded/lock.ts';
import { DataDirHeldError, startEmbedded } from '../db/embedded.ts';
import { Refusal } from './output.ts';

const PATIENCE_MS = 30_000;

/** The embedded server of a running Flightline, if there is one. */
export async function runningDatabaseUrl(config: Config): Promise<string | undefined> {
  const dataDir = resolve(config.dataDir);
  const holder = await readHolder(dataDir);
  if (holder?.purpose !== 'server' || holder.port === undefined) return undefined;
  return `postgresql://${USER}:${await readPassword(dataDir)}@127.0.0.1:${holder.port}/${USER}`;
}

/** The configured database, that of the running service, or the embedded one for the length of a command. */
export async function commandDatabase(config: Config): Promise<{ url: string; stop(): Promise<void> }> {
  const { databaseUrl, dataDir } = config;
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
    const url = databaseUrl ?? (await runningDatabaseUrl(config));
    if (url) return { url, stop: async () => {} };
    try {
      return await startEmbedded({ dataDir, purpose: 'command' });
    } catch (error) {
      // Another command is at it, or the service is about to be up.
      if (!(error instanceof DataDirHeldError)) throw error;
    }
  }
  throw new Refusal(`Another command holds ${dataDir}.`);
}
