import { expect, test, vi } from 'vitest';
import { createClient } from '../support/actors.ts';
import { bearerHeaders, testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { send } = await testApp(system);
const most = system.pool.options.max;

/** A caller with an advertiser of its own seat. */
async function caller() {
  const headers = await bearerHeaders(system, await createClient(system));
  const ask = async (query: string) => {
    const { status, body } = await send('POST', '/graphql', { headers, body: { query } });
    return { status, data: body.data };
  };
  return ask;
}

test('calls of one user that wait for a lock leave connections to other users, and are answered in the end', async () => {
  const [ask, askOther] = [await caller(), await caller()];
  const create =
    'mutation { createDeal(input: { name: "D", exchangeId: 1, exchangeDealId: "D", status: ACTIVE, description: "d", accountIsExcluded: false }) { __typename } }';
  expect(await ask(create)).toMatchObject({
    status: 200,
    data: { createDeal: { __typename: 'CreateDealPayload' } },
  });
  await askOther('{ deals { totalCount } }');
  const holder = await system.pool.connect();
  await holder.query('BEGIN; LOCK TABLE deal IN SHARE MODE');
  const sent = Array.from({ length: 2 * most }, () => ask(create));
  const blocked = "SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'deal'::regclass";
  try {
    await vi.waitFor(
      async () => expect((await holder.query(blocked)).rows[0].n).toBeGreaterThanOrEqual(10),
      20_000,
    );
    expect(await askOther('{ deals { totalCount } }')).toMatchObject({
      status: 200,
      data: { deals: { totalCount: 0 } },
    });
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  for (const one of await Promise.all(sent)) expect(one.status).toBe(200);
});
