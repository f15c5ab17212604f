import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { isUnavailable, isUncertain } from '../../../src/platform/database/errors.ts';
import { boundedTransaction } from '../../../src/platform/database/transaction/bounded-transaction.ts';
import { begin, commit, queryPool } from '../../../src/platform/database/transaction/commit.ts';
import { inTransaction } from '../../../src/platform/database/transaction/in-transaction.ts';
import { createTestDatabase } from '../../support/database.ts';
import { cuttingProxy } from '../../support/proxies/cutting-proxy.ts';

const { pool: direct, url } = await createTestDatabase();

async function throughProxy(connections?: number) {
  const proxy = await cuttingProxy(url);
  const { pool, close } = openDatabase({ url: proxy.url, ...(connections && { connections }) });
  onTestFinished(close);
  return { proxy, pool };
}

const isThere = async (name: string) =>
  (await direct.query('SELECT FROM seat WHERE name = $1', [name])).rowCount;
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each([
  ['of a request', boundedTransaction],
  [
    'that may take long',
    ({ pool, work }: Parameters<typeof boundedTransaction<string>>[0]) =>
      inTransaction(pool, (client) => work(client, () => undefined)),
  ],
] as const)('a transaction %s', (_, transaction) => {
  const write = (pool: typeof direct, name: string) =>
    transaction({
      pool,
      timeoutMs: 5_000,
      work: async (client: PoolClient) => {
        await client.query('INSERT INTO seat (name) VALUES ($1)', [name]);
        return name;
      },
    });

  test.each([undefined, 1])(
    'whose answer to COMMIT is lost is found committed (connections: %s)',
    async (connections) => {
      const { proxy, pool } = await throughProxy(connections);
      const name = randomUUID();
      proxy.cut({ how: 'answer' });
      expect(await write(pool, name)).toBe(name);
      expect([proxy.isCut(), await isThere(name)]).toEqual([true, 1]);
      expect(await write(pool, `${name}!`)).toBe(`${name}!`);
    },
  );

  test('whose COMMIT is lost is found aborted: it fails as unavailable, and nothing is uncertain', async () => {
    const { proxy, pool } = await throughProxy();
    const name = randomUUID();
    proxy.cut({ how: 'request' });
    const error = await failure(write(pool, name));
    expect([isUnavailable(error), isUncertain(error), await isThere(name)]).toEqual([true, false, 0]);
  });

  test('whose outcome cannot be queried is uncertain', async () => {
    const { proxy, pool } = await throughProxy();
    const name = randomUUID();
    proxy.cut({ how: 'answer' });
    proxy.closeAtCut();
    const error = await failure(write(pool, name));
    expect([isUnavailable(error), isUncertain(error), await isThere(name)]).toEqual([true, true, 1]);
    proxy.reopen();
    expect(await write(pool, `${name}!`)).toBe(`${name}!`);
  }, 20_000);

  test('whose COMMIT rolls back is an error', async () => {
    const error = await failure(
      transaction({
        pool: direct,
        timeoutMs: 5_000,
        work: async (client: PoolClient) => {
          await client.query(`INSERT INTO seat (name) VALUES ('swallowed')`);
          await client.query('SELECT 1 / 0').catch(() => undefined);
          return 'stored';
        },
      }),
    );
    expect([error instanceof Error, await isThere('swallowed')]).toEqual([true, 0]);
  });

  test('that is refused at its COMMIT fails with that error, and its outcome is not queried', async () => {
    await direct.query('CREATE TABLE IF NOT EXISTS late (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const error = await failure(
      transaction({
        pool: direct,
        timeoutMs: 5_000,
        work: async (client: PoolClient) => {
          await client.query('INSERT INTO late VALUES (1), (1)');
          return 'stored';
        },
      }),
    );
    expect(error).toMatchObject({ code: '23505' });
  });
});

test('one of a server that recovered from a crash is uncertain: its xid may be that of another by now', async () => {
  const { proxy, pool } = await throughProxy();
  const client = await pool.connect();
  const id = await begin(client, pool);
  await client.query(`INSERT INTO seat (name) VALUES ('recovered')`);
  proxy.cut({ how: 'answer' });
  const leave = (isBroken: boolean) => client.release(isBroken);
  const committing = commit({
    ...{ client, leave, query: queryPool(direct) },
    id: { ...id, server: `${id.server} before` },
  });
  expect(isUncertain(await failure(committing))).toBe(true);
});
