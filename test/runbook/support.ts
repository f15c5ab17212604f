import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startService } from '../../src/operations/service/service.ts';
import type { TestSystem } from '../support/system.ts';

/** An installation that is broken, and what its operator has: the runbook, the log, checks and metrics. */

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../docs/operations/runbook.md'), 'utf8');

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface Installation {
  readonly origin: string;
  readonly lines: Line[];
  /** The command with which the runbook begins. */
  verbose(): Promise<{
    status: string;
    checks: { name: string; status: string; reason?: string; cause?: string }[];
  }>;
  /** A figure of /metrics; undefined where there is none. */
  figure(series: string): Promise<number | undefined>;
}

/** Settings with which a service starts on the test's database. */
export const settingsOf = (system: TestSystem): Record<string, string> => ({
  PORT: '0',
  FLIGHTLINE_OPERATIONS_PORT: '0',
  FLIGHTLINE_DEMO: 'off',
  FLIGHTLINE_SERVICES: 'graphql,identity,intake,traffic',
  DATABASE_URL: system.database.url,
  FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
  FLIGHTLINE_DATA_DIR: system.config.dataDir,
});

/** Starts the service with these settings. What ends the start is thrown. */
export async function start(system: TestSystem, env: Record<string, string> = {}): Promise<Installation> {
  const lines: Line[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const service = await startService({ config: loadConfig({ ...settingsOf(system), ...env }), log });
  onTestFinished(() => service.stop());
  const ask = (path: string) => fetch(`${service.operationsOrigin}${path}`);
  return {
    origin: service.origin,
    lines,
    verbose: async () => (await (await ask('/readyz?verbose')).json()) as never,
    figure: async (series) => {
      const text = await (await ask('/metrics')).text();
      const line = text.split('\n').find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.split(' ').at(-1));
    },
  };
}

/** The check says the cause, the log says it once in a line of level 50, and the runbook says what to do about it. */
export async function expectCause(
  { verbose, lines }: Installation,
  { check, cause, runbook }: { check: string; cause: RegExp; runbook: string },
): Promise<void> {
  const { checks } = await verbose();
  expect(checks.find(({ name }) => name === check)).toMatchObject({
    status: 'failing',
    cause: expect.stringMatching(cause),
  });
  await verbose();
  const named = lines.filter(({ level, cause: text }) => level === 50 && cause.test(String(text)));
  expect(named.map(({ msg }) => msg)).toHaveLength(1);
  expectInRunbook(runbook);
}

/** The words by which an operator finds the remedy. */
export function expectInRunbook(text: string): void {
  expect(RUNBOOK).toContain(text);
}
