import { availableParallelism } from 'node:os';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { System } from '../../domain/context.ts';
import { UnavailableError } from '../../domain/errors.ts';
import { enterSandbox } from '../../domain/sandbox/enter.ts';
import { openDatabase } from '../../platform/database/connection/client.ts';
import { Replica } from '../../platform/database/connection/replica.ts';
import type { StatementLimit } from '../../platform/database/connection/share.ts';
import { readInstallation } from '../../platform/database/migration/installation.ts';
import { masterKey, promoteNextKey, readNextKey } from '../../platform/keys/master-key.ts';
import { publicUrls } from '../../platform/network/public-urls.ts';
import { newOperation } from '../../platform/process/operation.ts';
import { Usage } from '../../platform/process/usage.ts';
import { openRedis } from '../../platform/redis/open.ts';
import type { Redis } from '../../platform/redis/redis.ts';
import { warehouseOnDemand } from '../../warehouse/on-demand.ts';
import { openCopy, openFiles } from '../../warehouse/open.ts';
import { checkMasterKey, isSetUp, masterKeyFits } from '../health/check-master-key.ts';
import { loadKeyRing } from '../health/master-key/ring.ts';

const RESERVED_CONNECTIONS = 4;
/**
 * The limit on concurrent statements of seats, if the database shares the processors of this process. A seat alone
 * gets all but one, which keeps the processors busy between its statements. More would prevent the process from
 * serving others.
 */
const STATEMENTS = availableParallelism() + 3;
const isOnThisMachine = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]', ''].includes(new URL(url).hostname);

/**
 * Opens the system of a process on a migrated database. `close` releases its connections. Throws
 * SettingError if the master key is not the database's.
 */
export async function openSystem(options: {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: Logger;
  /** Whether this process serves the token endpoint and `/readyz`, which have separate connections. */
  readonly reserve?: boolean;
  readonly stopping?: AbortSignal;
}): Promise<{ system: System; close(): Promise<void> }> {
  const { config, databaseUrl, log, reserve = false } = options;
  let usage: Usage | undefined;
  const limit: StatementLimit = {
    statements: STATEMENTS,
    isForAll: (busy) => usage?.servesSeveralSeats(busy) ?? false,
  };
  const database = { url: databaseUrl, directUrl: config.databaseDirectUrl, log };
  const { prisma, pool, close } = openDatabase({
    ...database,
    connections: config.databasePool,
    limit: isOnThisMachine(databaseUrl) ? limit : undefined,
    isEmbedded: config.databaseUrl === undefined,
  });
  const reserved = reserve ? openDatabase({ ...database, connections: RESERVED_CONNECTIONS }) : undefined;
  let redis: Redis | undefined;
  let replica: Replica | undefined;
  const clickHouse = await openCopy(config);
  const files = openFiles(config);
  const warehouse = warehouseOnDemand({ config, files, pool });
  const closeAll = async () => {
    await warehouse.close();
    await Promise.all([close(), reserved?.close(), clickHouse?.close()]);
    await Promise.all([redis?.close(), replica?.close()]);
  };
  const key = await keyOfDatabase({ config, pool }).catch(async (error) => {
    await closeAll();
    throw error;
  });
  const settings = { isRequested: config.sandbox, seed: config.sandboxSeed };
  const sandbox = await enterSandbox({ pool, ...settings }).catch(async (error) => {
    await closeAll();
    throw error;
  });
  if (config.redisUrl !== undefined)
    redis = await readInstallation(pool)
      .then(({ id }) =>
        openRedis({
          url: config.redisUrl ?? '',
          prefix: `flightline:${id}:`,
          log,
          unavailable: () => new UnavailableError(),
        }),
      )
      .catch(async (error) => {
        await closeAll();
        throw error;
      });
  if (reserve && config.databaseReplicaUrl !== undefined)
    replica = await readInstallation(pool)
      .then(({ id }) =>
        Replica.open({
          url: config.databaseReplicaUrl ?? '',
          primary: pool,
          id,
          connections: config.databasePool,
          log,
        }),
      )
      .catch(async (error) => {
        await closeAll();
        throw error;
      });
  if (reserve) usage = new Usage(reserved?.pool ?? pool);
  const offsetMs = config.clockOffsetS * 1000;
  const system: System = {
    config,
    db: prisma,
    pool,
    reserved: reserved && { db: reserved.prisma, pool: reserved.pool },
    redis,
    replica,
    clickHouse,
    files,
    warehouse,
    log,
    stopping: options.stopping,
    operation: reserve ? newOperation() : undefined,
    usage,
    masterKey: key,
    publicUrls: publicUrls(config),
    sandbox,
    now: sandbox ? () => new Date(sandbox.now().getTime() + offsetMs) : () => new Date(Date.now() + offsetMs),
  };
  try {
    await checkMasterKey(system);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { system, close: closeAll };
}

/**
 * Returns the stored master key, and loads the other keys of the installation that can decrypt. If a
 * rotation was interrupted right after the database adopted the new key, that key is still in the data
 * directory.
 */
async function keyOfDatabase({ config, pool }: { config: Config; pool: Pool }): Promise<Buffer> {
  const stored = await masterKey(config, () => isSetUp(pool));
  await loadKeyRing({ pool, masterKey: stored });
  if (config.masterKey !== undefined || (await masterKeyFits({ pool, masterKey: stored }))) return stored;
  const next = await readNextKey(config);
  if (!next || !(await masterKeyFits({ pool, masterKey: next }))) return stored;
  await promoteNextKey(config);
  await loadKeyRing({ pool, masterKey: next });
  return next;
}
