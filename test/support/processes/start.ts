import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestSystem } from '../system.ts';
import { WITH_BUILT } from './built.ts';

export interface TokenProcess {
  readonly child: ChildProcess;
  /** Where it listens. */
  readonly origin: string;
}

/**
 * Starts the token service, or with `app` the whole service, in another process on the test's database; killed
 * when the test is over. On a port that is given, it is known by that address, else by those of the system.
 */
export async function startTokenProcess(
  system: TestSystem,
  { port, face = 'token' }: { port?: number; face?: 'token' | 'app' } = {},
): Promise<TokenProcess> {
  const publicUrls = port === undefined ? system.publicUrls : [`http://127.0.0.1:${port}`];
  const file = face === 'app' ? 'app.mjs' : 'token.ts';
  const child = fork(join(import.meta.dirname, file), {
    execArgv: face === 'app' ? [] : WITH_BUILT,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: system.database.url,
      FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
      FLIGHTLINE_PUBLIC_URL: publicUrls.join(','),
      ...(port !== undefined && { PORT: String(port) }),
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

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
