import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { System } from '../../src/domain/context.ts';
import { mintVmcid } from '../../src/domain/events/click/vmcid.ts';
import { openDatabase } from '../../src/platform/database/connection/client.ts';
import { createClient } from '../support/actors.ts';
import { bearerHeaders, type Reply, testApp, trafficHeaders } from '../support/app.ts';
import { startSilentProxy } from '../support/proxies/silent-proxy.ts';
import { ADVERTISER } from '../support/seat.ts';
import { testSystem } from '../support/system.ts';
import { anEvent, createAd, createPoster } from '../support/traffic/intake.ts';

/** A database that accepts and swallows bytes: each call is answered in 8 s, and its key is free 15 s after it is back. */

const ANSWER_MS = 8_000;
const FREE_MS = 15_000;

const main = await testSystem();
const proxy = await startSilentProxy(main.database.url);
const { pool, prisma, close } = openDatabase({ url: proxy.through(main.database.url), log: main.log });
afterAll(async () => {
  await close();
  await proxy.close();
});
const system: System = { ...main, pool, db: prisma };
const { send } = await testApp(system);
const client = await createClient(main);
const poster = await createPoster(main);
const { seatId, advertiserId } = poster;
const ad = await createAd(main, { seatId, advertiserId });
const vmcid = mintVmcid(main, { seatId, advertiserId, ...ad });
const traffic = await trafficHeaders(main, client);
const bearer = await bearerHeaders(main, client);
const keyed = () => ({ 'idempotency-key': randomUUID() });
const MUTATION = `mutation ($input: CreateAdvertiserInput!) {
  createAdvertiser(input: $input) { __typename }
}`;
const REPORT = {
  dateTypeId: 10,
  intervalTypeId: 5,
  reportOption: { timezone: 'Etc/GMT', metricTypeIds: [1] },
};

interface Call {
  readonly name: string;
  readonly run: () => Promise<Reply>;
}

/** One call of each interface; writes repeat what was sent, under one key. */
function calls(): Call[] {
  const keys = { traffic: keyed(), graphql: keyed(), native: keyed(), report: keyed() };
  const event = { headers: { authorization: `Bearer ${poster.eventToken}` }, body: [anEvent()] };
  const conversion = new URLSearchParams({ vmcid, id: randomUUID(), dp: 'partner' });
  const advertisers = '{ advertisers { totalCount nodes { name } } }';
  const graphql = (headers: Record<string, string>, body: unknown) =>
    send('POST', '/graphql', { headers: { ...bearer, ...headers }, body });
  return [
    {
      name: 'POST /traffic/advertisers',
      run: () =>
        send('POST', '/traffic/advertisers', { headers: { ...traffic, ...keys.traffic }, body: ADVERTISER }),
    },
    {
      name: 'createAdvertiser',
      run: () => graphql(keys.graphql, { query: MUTATION, variables: { input: ADVERTISER } }),
    },
    {
      name: 'POST /v3/rest/campaign',
      run: () =>
        send('POST', '/v3/rest/campaign', {
          headers: { ...bearer, ...keys.native },
          body: { advertiserId: 1, campaignName: 'A', objective: 'VISIT_WEB' },
        }),
    },
    {
      name: 'POST /extreport',
      run: () => send('POST', '/extreport', { headers: { ...traffic, ...keys.report }, body: REPORT }),
    },
    {
      name: 'GET /traffic/advertisers',
      run: () => send('GET', '/traffic/advertisers', { headers: traffic }),
    },
    { name: 'query', run: () => graphql({}, { query: advertisers }) },
    {
      name: 'GET /v3/rest/campaign',
      run: () => send('GET', '/v3/rest/campaign?advertiserId=1', { headers: bearer }),
    },
    {
      name: 'GET /extreport',
      run: () => send('GET', `/extreport/${randomUUID()}`, { headers: traffic }),
    },
    { name: 'events', run: () => send('POST', `/v1/pixels/${poster.pixelId}/events`, event) },
    {
      name: 'conversion',
      run: () => send('GET', `/?${conversion}`, { headers: { authorization: poster.uploadToken } }),
    },
  ];
}

/** Whether it was served, whatever it found. */
const isServed = ({ status, body }: Reply): boolean =>
  status < 500 && !/UNAVAILABLE|Unavailable/.test(JSON.stringify(body));

const timed = async ({ name, run }: Call) => {
  const begun = performance.now();
  const reply = await run();
  return { name, reply, ms: performance.now() - begun };
};

afterEach(async () => {
  proxy.pass();
  await vi.waitFor(() => pool.query('SELECT'), { timeout: FREE_MS });
});

test('every interface answers 503 in time; what was sent under a key is carried out once when it is sent again', async () => {
  const all = calls();
  for (const { name, run } of calls()) expect([name, isServed(await run())]).toEqual([name, true]);
  const stored = () => main.db.advertiser.count({ where: { seatId: client.seatId } });
  const before = await stored();
  proxy.swallow();
  for (const { name, reply, ms } of await Promise.all(all.map(timed))) {
    expect([name, isServed(reply), reply.headers['retry-after']]).toEqual([name, false, '1']);
    expect([name, reply.status]).toEqual([name, 503]);
    expect(ms).toBeLessThan(ANSWER_MS);
  }
  const { reply, ms } = await timed({ name: 'once it is known', run: calls()[4]?.run ?? Promise.reject });
  expect(reply.status).toBe(503);
  expect(ms).toBeLessThan(500);
  expect(main.logged().match(/"msg":"the database does not respond"/g)).toHaveLength(1);

  proxy.pass();
  const back = performance.now();
  await Promise.all(
    all.map(async ({ name, run }) => {
      for (;;) {
        const reply = await run();
        expect([name, performance.now() - back < FREE_MS]).toEqual([name, true]);
        if (isServed(reply) && reply.status !== 409) return;
        await sleep(200);
      }
    }),
  );
  expect(await stored()).toBe(before + 2);
  expect(main.logged()).toContain('the database responds again');
});

describe.each(['request', 'answer'] as const)('a COMMIT whose %s is swallowed', (which) => {
  test('is 503 in time, and later neither lost nor doubled', async () => {
    const name = randomUUID();
    const body = { ...ADVERTISER, name };
    const headers = { ...traffic, ...keyed() };
    const run = () => send('POST', '/traffic/advertisers', { headers, body });
    await send('GET', '/traffic/advertisers', { headers: traffic });
    const stored = () => main.db.advertiser.count({ where: { name } });
    proxy.swallowAt('COMMIT', which);
    const first = await timed({ name: 'first', run });
    expect(proxy.hasSwallowed()).toBe(true);
    expect(first.reply.status).toBe(503);
    expect(first.ms).toBeLessThan(ANSWER_MS);
    proxy.pass();
    const back = performance.now();
    const again = async () => {
      const reply = await run();
      const isOver = reply.status === 200 || /response was lost/.test(JSON.stringify(reply.body));
      if (!isOver) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
      return reply;
    };
    const last = await vi.waitFor(again, { timeout: FREE_MS, interval: 200 });
    expect(performance.now() - back).toBeLessThan(FREE_MS);
    expect(last.status).toBe(which === 'answer' ? 409 : 200);
    expect(await stored()).toBe(1);
  });
});

test('connections that are lost while new ones pass are given up, and reads go on over others', async () => {
  await Promise.all(calls().map(({ run }) => run()));
  proxy.swallowOpen();
  for (const { name, ms } of await Promise.all(calls().map(timed)))
    expect([name, ms < ANSWER_MS]).toEqual([name, true]);
  const { reply, ms } = await timed({
    name: 'afterwards',
    run: () => send('GET', '/traffic/advertisers', { headers: traffic }),
  });
  expect(reply.status).toBe(200);
  expect(ms).toBeLessThan(2_000);
});

test('a statement that takes long is not taken for a server that is silent', async () => {
  const [one, two] = await Promise.all([
    pool.query('SELECT pg_sleep(5)'),
    sleep(4_000).then(() => pool.query('SELECT 1 AS one')),
  ]);
  expect([one.rowCount, two.rows]).toEqual([1, [{ one: 1 }]]);
});
