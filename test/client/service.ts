import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { type ClientOptions, createClient } from '../../src/client/index.ts';
import { followSandbox } from '../../src/domain/sandbox/follow.ts';
import { startWorker } from '../../src/operations/worker/worker.ts';
import { freePort } from '../../src/platform/database/embedded/postmaster.ts';
import { loadFacts } from '../../src/warehouse/load.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { createClient as registerClient, type TestClient } from '../support/actors.ts';
import { sandboxSystem } from '../support/sandbox.ts';
import { testSystem } from '../support/system.ts';
import { csvOf, type FactRow } from '../warehouse/support.ts';

/** The service of one process, listening; a client of its own waits by moving the service's clock. */
export async function serve({
  worker = false,
  sandbox = false,
  env = {},
  extend = () => {},
}: {
  worker?: boolean;
  sandbox?: boolean;
  env?: Record<string, string>;
  extend?: (app: FastifyInstance) => void;
} = {}) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'flightline-client-'));
  const system = {
    ...(await (sandbox ? sandboxSystem : testSystem)({ env: { ...env, FLIGHTLINE_DATA_DIR: dataDir } })),
    publicUrls: [origin],
  };
  const app = await buildApp({ system });
  extend(app);
  await app.listen({ host: '127.0.0.1', port });
  const stopFollowing = sandbox ? await followSandbox(system) : () => undefined;
  const running = worker ? await startWorker({ system }) : undefined;
  afterAll(async () => {
    await running?.stop();
    stopFollowing();
    await app.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  });

  return {
    system,
    origin,
    app,
    connect: (
      { clientId, clientSecret }: Pick<TestClient, 'clientId' | 'clientSecret'>,
      overrides: Partial<ClientOptions> = {},
    ) =>
      createClient({
        url: origin,
        clientId,
        clientSecret,
        now: () => system.now().getTime(),
        sleep: async (ms) => system.advance(ms / 1000),
        ...overrides,
      }),
    register: (given: Parameters<typeof registerClient>[1] = {}) => registerClient(system, given),
    loadFacts: async (rows: Partial<FactRow>[]) => {
      const file = join(dataDir, 'facts.csv');
      await writeFile(file, csvOf(rows));
      return loadFacts(await openWarehouse(system), { file });
    },
  };
}

/** The real `fetch`, noting what passes; `intercept` may answer or fail in the network's place. */
export function spyFetch(
  intercept: (call: number, url: string, init?: RequestInit) => Response | Error | undefined = () =>
    undefined,
) {
  const calls: { url: string; headers: Headers; body: string; status: number }[] = [];
  const spy: typeof fetch = async (target, init) => {
    const url = String(target);
    const call = { url, headers: new Headers(init?.headers), body: String(init?.body ?? ''), status: 0 };
    calls.push(call);
    const instead = intercept(calls.length, url, init);
    if (instead instanceof Error) throw instead;
    const response = instead ?? (await fetch(target, init));
    call.status = response.status;
    return response;
  };
  return {
    fetch: spy,
    calls,
    /** The calls to paths that contain `part`. */
    to: (part: string) => calls.filter(({ url }) => url.includes(part)),
  };
}
