import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { checkWritable } from '../data-dir.ts';
import { claimFiles } from './claim.ts';
import { duckDbDialect } from './duckdb/dialect.ts';
import { createDuckDbEngine } from './duckdb/engine.ts';
import type { Engine } from './engine.ts';
import { createEnginePool } from './engine-pool.ts';
import type { FileStore } from './file-store.ts';
import type { Warehouse } from './load.ts';
import { createLocalFiles } from './local-files.ts';
import { createPgCatalogue } from './pg-catalogue.ts';

interface Place {
  dataDir: string;
  pool: Pool;
}

const MEMORY_MB = 1024;
/** What a process needs beside the engine's own memory. */
const OVERHEAD_MB = 512;
const REPORT_TIMEOUT_MS = 10 * 60_000;

/** The files of facts and reports, for those who only read or remove them. */
export function openFiles({ dataDir }: { dataDir: string }): FileStore {
  return createLocalFiles(path.resolve(dataDir, 'warehouse'));
}

/** The warehouse with an engine in this process, for commands. */
export async function openWarehouse(place: Place): Promise<Warehouse> {
  return assemble(place, createDuckDbEngine(await engineSettings(place)));
}

/** The warehouse with engines in child processes, for services. */
export async function openPooledWarehouse(place: Place, { size }: { size: number }): Promise<Warehouse> {
  const settings = await engineSettings(place);
  const pool = createEnginePool({
    ...settings,
    mostRssMb: settings.memoryMb + OVERHEAD_MB,
    size,
    timeoutMs: REPORT_TIMEOUT_MS,
  });
  return assemble(place, pool);
}

function assemble({ dataDir, pool }: Place, engine: Engine): Warehouse {
  return {
    engine,
    dialect: duckDbDialect,
    files: openFiles({ dataDir }),
    catalogue: createPgCatalogue(pool),
  };
}

async function engineSettings(place: Place) {
  const { dataDir } = place;
  await checkWritable(dataDir);
  await claimFiles(place);
  const tempDir = path.resolve(dataDir, 'warehouse', 'drafts');
  await mkdir(tempDir, { recursive: true });
  return { memoryMb: MEMORY_MB, threads: availableParallelism(), tempDir };
}
