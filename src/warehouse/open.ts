import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { checkWritable } from '../platform/files/data-dir.ts';
import { PRIVATE_DIRECTORY } from '../platform/files/private-access.ts';
import { claimFiles } from './claim.ts';
import type { ClickHouse } from './clickhouse/clickhouse.ts';
import { openClickHouse } from './clickhouse/open.ts';
import { copyReports } from './clickhouse/report-writer.ts';
import { duckDbDialect } from './duckdb/dialect.ts';
import type { Engine } from './engine.ts';
import { createEnginePool } from './engine-pool.ts';
import type { FileStore } from './file-store.ts';
import type { Warehouse } from './load.ts';
import { createLocalFiles } from './local-files.ts';
import { createPgCatalogue } from './pg-catalogue.ts';
import { fileReports } from './report-writer.ts';
import { createS3Files } from './s3/files.ts';

/** What a warehouse needs from the process. */
interface WarehouseOptions {
  readonly config: Pick<Config, 'dataDir' | 'reportTimeoutS'>;
  readonly files: FileStore;
  readonly pool: Pool;
  /** The server with a copy of the facts, from which reports are written. */
  readonly clickHouse?: ClickHouse | undefined;
}

const MEMORY_MB = 1024;
/** The memory that a process needs in addition to the engine's own. */
const OVERHEAD_MB = 512;

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => path.resolve(dataDir, 'warehouse');

/** Returns the store for the files of facts and reports, without connecting to an object store yet. */
export function openFiles(config: Pick<Config, 'dataDir' | 'files'>): FileStore {
  const root = folderOf(config);
  if (!config.files) return createLocalFiles(root);
  const { cacheBytes, ...bucket } = config.files;
  return createS3Files({ bucket, root, cacheBytes });
}

/** Returns the server that stores a copy of the facts, if one is configured, without connecting yet. */
export async function openCopy({
  clickHouse,
  reportTimeoutS,
}: Pick<Config, 'clickHouse' | 'reportTimeoutS'>): Promise<ClickHouse | undefined> {
  return clickHouse && (await openClickHouse(clickHouse, { timeoutMs: reportTimeoutS * 1000 }));
}

/** Opens the warehouse with an engine in this process, for commands. */
export async function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  // Loaded on demand, because most commands do not need the engine.
  const { createDuckDbEngine } = await import('./duckdb/engine.ts');
  return assemble(options, createDuckDbEngine(await engineSettings(options)));
}

/** Opens the warehouse with engines in child processes, for services. */
export async function openPooledWarehouse(
  options: WarehouseOptions,
  { size }: { size: number },
): Promise<Warehouse> {
  const settings = await engineSettings(options);
  const pool = createEnginePool({
    ...settings,
    maxRssMb: settings.memoryMb + OVERHEAD_MB,
    size,
    timeoutMs: options.config.reportTimeoutS * 1000,
  });
  return assemble(options, pool);
}

function assemble({ files, pool, clickHouse }: WarehouseOptions, engine: Engine): Warehouse {
  const source = { engine, dialect: duckDbDialect, files };
  return {
    ...source,
    catalogue: createPgCatalogue(pool),
    reports: clickHouse ? copyReports({ clickHouse, pool, files }) : fileReports(source),
  };
}

async function engineSettings(options: WarehouseOptions) {
  await checkWritable(options.config.dataDir);
  await claimFiles(options);
  const tempDir = path.join(folderOf(options.config), 'drafts');
  await mkdir(tempDir, { recursive: true, mode: PRIVATE_DIRECTORY });
  return { memoryMb: MEMORY_MB, threads: availableParallelism(), tempDir };
}
