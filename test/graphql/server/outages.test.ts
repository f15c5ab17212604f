import { expect, test } from 'vitest';
import { openSystem } from '../../../src/operations/service/system.ts';
import { registry } from '../../../src/platform/metrics/registry.ts';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { startRedis } from '../../support/processes/redis.ts';
import { startCuttingProxy } from '../../support/proxies/cutting-proxy.ts';
import { testSystem } from '../../support/system.ts';

const main = await testSystem();
const { server, open } = await startRedis();
const RESPONSE = 'application/graphql-response+json';
const CALLS: [kind: string, query: string][] = [
  // One is a statement of its own, the other is answered by the executor.
  ['query', '{ advertisers { totalCount } }'],
  ['query', '{ one: advertisers { totalCount } reportCatalog { dimensions { id } } }'],
  [
    'mutation',
    'mutation { createDeal(input: {name: "D", status: ACTIVE, description: "D", exchangeId: 1, exchangeDealId: "X", accountIsExcluded: true}) { __typename } }',
  ],
];

type Send = Awaited<ReturnType<typeof testApp>>['send'];
const ask = (send: Send, headers: Record<string, string>, query: string, accept = RESPONSE) =>
  send('POST', '/graphql', { headers: { ...headers, accept }, body: { query } });

async function counted(kind: string, code: string): Promise<number> {
  const text = await registry.getSingleMetricAsString('flightline_graphql_operations_total');
  return Number(new RegExp(`\\{kind="${kind}",code="${code}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

async function expectOutage(send: Send, headers: Record<string, string>, query: string) {
  for (const accept of [RESPONSE, 'application/json']) {
    const { status, headers: answered, body } = await ask(send, headers, query, accept);
    expect([status, answered['retry-after'], answered['content-type']]).toEqual([
      503,
      '1',
      `${accept}; charset=utf-8`,
    ]);
    expect(body).not.toHaveProperty('data');
    expect(body.errors[0].extensions).toEqual({ code: 'SERVICE_UNAVAILABLE' });
  }
}

test('while Redis is unavailable a call is 503 with Retry-After in the accepted media type, and is counted', async () => {
  const system = { ...main, redis: await open(main.log) };
  const { send } = await testApp(system);
  const headers = await bearerHeaders(system, await createClient(system));
  const { status } = await ask(send, headers, CALLS[0]?.[1] ?? '');
  expect(status).toBe(200);
  await server.kill();
  for (const [kind, query] of CALLS) {
    const before = await counted(kind, 'SERVICE_UNAVAILABLE');
    await expectOutage(send, headers, query);
    expect((await counted(kind, 'SERVICE_UNAVAILABLE')) - before).toBe(2);
  }
});

test('while the database is unavailable a call is 503 with Retry-After in the accepted media type', async () => {
  const proxy = await startCuttingProxy(main.database.url);
  const { system, close } = await openSystem({
    config: { ...main.config, masterKey: Buffer.from(main.masterKey) },
    databaseUrl: proxy.url,
    log: main.log,
  });
  try {
    const { send } = await testApp(system);
    const headers = await bearerHeaders(system, await createClient(system));
    expect((await ask(send, headers, '{ advertisers { totalCount } }')).status).toBe(200);
    proxy.closeAtCut();
    proxy.cut({ how: 'request', of: /./ });
    for (const [, query] of CALLS) await expectOutage(send, headers, query);
  } finally {
    await close();
    await proxy.close();
  }
});

test('a mutation of which nothing is answered is 503 as well', async () => {
  const { send } = await testApp(main);
  const headers = await bearerHeaders(main, await createClient(main));
  await main.pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '57P03'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON deal FOR EACH ROW EXECUTE FUNCTION fail()`);
  await expectOutage(send, headers, CALLS[2]?.[1] ?? '');
});

test('operations are counted by kind and code, on every way that they are answered', async () => {
  const { send } = await testApp(main);
  const headers = await bearerHeaders(main, await createClient(main));
  const expectCounted = async (kind: string, code: string, call: () => Promise<unknown>) => {
    const before = await counted(kind, code);
    await call();
    expect([kind, code, (await counted(kind, code)) - before]).toEqual([kind, code, 1]);
  };
  for (const [kind, query] of CALLS.slice(0, 2))
    await expectCounted(kind, 'OK', () => ask(send, headers, query));
  await expectCounted('query', 'GRAPHQL_VALIDATION_FAILED', () => ask(send, headers, '{ nothing }'));
  await expectCounted('none', 'UNAUTHENTICATED', () => ask(send, {}, '{ advertisers { totalCount } }'));
  await expectCounted('query', 'BAD_USER_INPUT', () =>
    ask(send, headers, '{ advertisers(first: 0) { totalCount } }'),
  );
  await expectCounted('mutation', 'NOT_FOUND', () =>
    ask(send, headers, 'mutation { updateDeal(input: {id: "Deal:1", name: "E"}) { __typename } }'),
  );
});
