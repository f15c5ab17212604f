import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../../src/db/embedded/postmaster.ts';
import { startBuilt } from './start-built.ts';

export interface Served {
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  /** As the start printed them. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly signInLink: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    served: Served;
  }
}

/** `npm start` on an empty directory: the embedded database and the demo seat, for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-dashboard-'));
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const { text, stop } = await startBuilt({ port, dataDir });
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  project.provide('served', {
    origin: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    clientId: found(/^client id: (\S+)$/m),
    clientSecret: found(/^client secret: (\S+)$/m),
    signInLink: found(/^(http\S+#\/sign-in\?code=\S+)$/m),
  });
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  };
}
