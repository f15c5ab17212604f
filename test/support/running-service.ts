import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type RunningService, startService } from '../../src/operations/service/service.ts';
import { freePort } from './processes/start.ts';
import type { TestSystem } from './system.ts';

/** The settings of a service on a test's database, with a data directory of the test's own. */
export const settingsOf = (system: TestSystem, env: Record<string, string> = {}) =>
  loadConfig({
    DATABASE_URL: system.database.url,
    FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
    FLIGHTLINE_DATA_DIR: system.config.dataDir,
    FLIGHTLINE_DASHBOARD: 'off',
    FLIGHTLINE_DRAIN_SECONDS: '0',
    ...env,
  });

/** A service in this process, stopped when the test is over. */
export async function runningService(
  system: TestSystem,
  env: Record<string, string> = {},
): Promise<RunningService & { call(path: string, init?: RequestInit): Promise<Response> }> {
  const config = settingsOf(system, { PORT: String(await freePort()), ...env });
  const service = await startService({ config, log: system.log });
  onTestFinished(() => service.stop());
  return { ...service, call: (path, init) => fetch(`${service.origin}${path}`, init) };
}
