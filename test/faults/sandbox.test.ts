import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/connection/client.ts';
import { createClient } from '../support/actors.ts';
import { bearerHeaders, testApp } from '../support/app.ts';
import { startCuttingProxy } from '../support/proxies/cutting-proxy.ts';
import { sandboxSystem } from '../support/sandbox.ts';

/** What `commits.test.ts` does with every mutation, for the faults of a sandbox. */

const own = await sandboxSystem();
const proxy = await startCuttingProxy(own.database.url);
const { pool, prisma, close } = openDatabase({ url: proxy.url });
const system = { ...own, pool, db: prisma };
const { app, send } = await testApp(system);
const admin = await createClient(system);
afterAll(async () => {
  await app.close();
  await close();
  await proxy.close();
});

async function call(name: string, input: object, key: string): Promise<string> {
  const headers = { ...(await bearerHeaders(system, admin)), 'idempotency-key': key };
  const query = `mutation ($input: ${name.replace(/^./, (letter) => letter.toUpperCase())}Input!) {
    result: ${name}(input: $input) { __typename } }`;
  const { body } = await send('POST', '/graphql', { headers, body: { query, variables: { input } } });
  return JSON.stringify(body.errors ?? body.data.result.__typename);
}
const faultIds = async (): Promise<number[]> =>
  (await own.pool.query('SELECT id FROM sandbox_fault ORDER BY id')).rows.map(({ id }) => id);

test.each(['answer', 'request'] as const)(
  'the %s of each COMMIT is lost: a fault is added and removed once',
  async (how) => {
    const verbs = [
      {
        name: 'addSandboxFault',
        input: () => ({ clientId: admin.clientId, path: '/traffic', fault: '429' }),
      },
      { name: 'removeSandboxFault', input: (id: number | undefined) => ({ faultId: id }) },
    ];
    for (const { name, input } of verbs)
      for (let at = 0; ; at += 1) {
        const before = await faultIds();
        const given = input(before[0]);
        const key = randomUUID();
        proxy.cut({ how, at });
        const first = await call(name, given, key);
        const isCut = proxy.isCut();
        if (how === 'request' && isCut) expect(first).toMatch(/UNAVAILABLE|UnavailableError/);
        else expect(first).toMatch(/Payload/);
        if (!isCut) {
          expect(at).toBeGreaterThan(0);
          break;
        }
        for (let repeat = 0; repeat < 2; repeat += 1) expect(await call(name, given, key)).toMatch(/Payload/);
        const change = name === 'addSandboxFault' ? 1 : -1;
        expect((await faultIds()).length).toBe(before.length + change);
      }
  },
);
