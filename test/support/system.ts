import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { type Logger, pino } from 'pino';
import { loadConfig } from '../../src/config.ts';
import type { System } from '../../src/domain/context.ts';
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
  return {
    config: loadConfig(env),
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

function captureLog(lines: string[]): Logger {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return pino({ level: 'trace' }, stream);
}
