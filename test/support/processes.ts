import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestSystem } from './system.ts';

export interface TokenProcess {
  readonly child: ChildProcess;
  /** Where it listens. */
  readonly origin: string;
}

/** Starts the token service in another process on the test's database; killed when the test is over. */
export async function startTokenProcess(system: TestSystem): Promise<TokenProcess> {
  const child = fork(join(import.meta.dirname, 'token-process.ts'), {
    execArgv: ['--import', 'jiti/register'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: system.database.url,
      FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
      FLIGHTLINE_PUBLIC_URL: system.publicUrls.join(','),
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [origin] = await once(child, 'message');
  return { child, origin };
}

/** Ends it as a crash would. */
export async function crash({ child }: TokenProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}
