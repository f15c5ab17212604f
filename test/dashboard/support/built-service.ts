import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../../src/platform/database/embedded/postmaster.ts';
import { startBuilt } from './start-built.ts';

export interface Served {
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  /** As the start printed them. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userId: string;
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
    userId: found(/dashboard link --user (\d+)$/m),
  });
  await factsOf({ origin: `http://127.0.0.1:${port}`, text });
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  };
}

/** The demo's facts are loaded after the start, and then its conversions; pages are about a seat that has both. */
async function factsOf({ origin, text }: { origin: string; text: string }): Promise<void> {
  const own = { origin, 'content-type': 'application/json', 'x-flightline-dashboard': '1' };
  const [clientId, clientSecret] = ['id', 'secret'].map(
    (what) => new RegExp(`^client ${what}: (\\S+)$`, 'm').exec(text)?.[1],
  );
  const signedIn = await fetch(`${origin}/dashboard/session`, {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ clientId, clientSecret }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .join('; ');
  const query = '{ delivery(input: {by: [], range: {preset: LAST_7_DAYS}}) { totals { conversions } } }';
  for (;;) {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { ...own, cookie },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as {
      data?: { delivery: { totals: { conversions: number } | null } };
    };
    if (data?.delivery.totals?.conversions) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
