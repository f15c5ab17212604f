import { expect, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import type { TestSystem } from './system.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line on a test's database, in this process. */
export function cliOn(system: TestSystem) {
  return async (...args: string[]): Promise<CliResult> => {
    vi.stubEnv('DATABASE_URL', system.database.url);
    vi.stubEnv('FLIGHTLINE_DATA_DIR', system.config.dataDir);
    vi.stubEnv('FLIGHTLINE_MASTER_KEY', system.masterKey.toString('base64'));
    const output = { stdout: '', stderr: '' };
    const spies = (['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        output[name] += String(text);
        return true;
      }),
    );
    try {
      return { code: await run(args), ...output };
    } finally {
      for (const spy of spies) spy.mockRestore();
      vi.unstubAllEnvs();
    }
  };
}

/** What a command answers with `--json`, with nothing on stderr. */
export function answersOf(system: TestSystem) {
  const cli = cliOn(system);
  return async (...args: string[]) => {
    const { code, stdout, stderr } = await cli(...args, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
}
