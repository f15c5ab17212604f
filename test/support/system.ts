import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { afterAll } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { System } from '../../src/domain/context.ts';
import { warehouseOnDemand } from '../../src/warehouse/on-demand.ts';
import { openCopy, openFiles } from '../../src/warehouse/open.ts';
import { ORIGIN } from './assertion.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestSystem extends System {
  /** Another process's system on the same database: its own pool, the same master key. */
  readonly database: TestDatabase;
  /** Moves the clock; negative goes back. */
  advance(seconds: number): void;
  /** Every log line so far. */
  logged(): string;
}

/** A system on an empty database of the calling test file's own. */
export async function testSystem({ env = {} }: { env?: Record<string, string> } = {}): Promise<TestSystem> {
  const database = await createTestDatabase();
  const lines: string[] = [];
  let offsetS = 0;
  const config = loadConfig({ FLIGHTLINE_DATA_DIR: await newDataDir(), ...env });
  const files = openFiles(config);
  const warehouse = warehouseOnDemand({ config, files, pool: database.pool });
  afterAll(() => warehouse.close());
  return {
    config,
    clickHouse: await openCopy(config),
    files,
    warehouse,
    db: database.prisma,
    pool: database.pool,
    database,
    log: captureLog(lines),
    masterKey: randomBytes(32),
    publicUrls: [ORIGIN, 'http://localhost:4000'],
    now: () => new Date(Date.now() + offsetS * 1000),
    advance: (seconds) => {
      offsetS += seconds;
    },
    logged: () => lines.join(''),
  };
}

/** Files belong to one database, so that each test file needs a directory of its own. */
async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-files-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));
  return dataDir;
}

function captureLog(lines: string[]): Logger {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return pino({ level: 'trace' }, stream);
}
