import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { System } from '../../../src/domain/context.ts';
import { UnavailableError } from '../../../src/domain/errors.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { Replica } from '../../../src/platform/database/connection/replica.ts';
import { readInstallation } from '../../../src/platform/database/migration/installation.ts';
import { openRedis } from '../../../src/platform/redis/open.ts';
import { warehouseOnDemand } from '../../../src/warehouse/on-demand.ts';
import { openFiles } from '../../../src/warehouse/open.ts';
import { onCleanup } from '../../support/on-cleanup.ts';
import type { TestSystem } from '../../support/system.ts';

const { TEST_REDIS_URL = '', TEST_STANDBY_URL = '' } = process.env;
/** Connections to the cluster's Redis. Tests of quotas choose their own, or none. */
const ofCluster = new WeakSet<object>();

/** Closed before what the tests have opened: hooks run last in, first out. */
async function engines(pool: Pool, log: System['log']) {
  const { rows } = await pool.query('SELECT current_database() AS name');
  const { id } = await readInstallation(pool);
  const redis = await openRedis({
    url: TEST_REDIS_URL,
    prefix: `flightline:${id}:`,
    log,
    unavailable: () => new UnavailableError(),
  });
  ofCluster.add(redis);
  onCleanup(() => redis.close());
  const url = Object.assign(new URL(TEST_STANDBY_URL), { pathname: `/${rows[0].name}` }).href;
  const replica = await Replica.open({ url, primary: pool, id, connections: 4, log });
  onCleanup(() => replica.close());
  return { redis, replica };
}

/** The process of a test, with the engines of the cluster. */
export async function first(system: TestSystem): Promise<TestSystem> {
  return Object.assign(system, await engines(system.pool, system.log));
}

/** Another process of the installation: connections, copies of files and a data directory of its own. */
export async function another(system: System): Promise<System> {
  const { database } = system as TestSystem;
  const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'));
  onCleanup(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));
  const { prisma: db, pool, close } = openDatabase({ url: database.url });
  onCleanup(close);
  const config = { ...system.config, dataDir };
  const files = openFiles(config);
  const warehouse = warehouseOnDemand({ config, files, pool });
  onCleanup(() => warehouse.close());
  const { redis, replica } = await engines(pool, system.log);
  const isOfCluster = system.redis !== undefined && ofCluster.has(system.redis);
  return {
    ...system,
    redis: isOfCluster ? redis : system.redis,
    replica,
    config,
    db,
    pool,
    files,
    warehouse,
  };
}
