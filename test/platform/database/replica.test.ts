import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createClient as createHttpClient } from '../../../src/client/index.ts';
import { loadConfig } from '../../../src/config.ts';
import { seedReferenceData } from '../../../src/domain/audiences/dictionary/seed.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { Replica } from '../../../src/platform/database/connection/replica.ts';
import { readInstallation } from '../../../src/platform/database/migration/installation.ts';
import { registry } from '../../../src/platform/metrics/registry.ts';
import { Postgres } from '../../faults/postgres.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { ORIGIN } from '../../support/assertion.ts';
import { ADVERTISER } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';

/** A service whose reads a real standby answers. */

const direct = await testSystem();
const primary = await Postgres.create();
const standby = await primary.standby();
const opened = await openSystem({
  config: loadConfig({
    DATABASE_URL: primary.url,
    FLIGHTLINE_DATABASE_REPLICA_URL: standby.url,
    FLIGHTLINE_DATA_DIR: direct.config.dataDir,
    FLIGHTLINE_MASTER_KEY: direct.masterKey.toString('base64'),
  }),
  databaseUrl: primary.url,
  log: direct.log,
  reserve: true,
});
const system = { ...direct, ...opened.system };
await seedReferenceData(system.pool);
const { replica } = system;
if (!replica) throw new Error('The replica was not opened.');
const { app, send } = await testApp(system);
await app.listen({ port: 0, host: '127.0.0.1' });
const client = await createClient(system);
const token = await tokenFor(system, client);
const traffic = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
const bearer = { authorization: `Bearer ${token}` };
const POSITION = /^[0-9A-F]+\/[0-9A-F]+$/;
const FAR = 'FFFFFFFF/FFFFFFFF';
const NAMES = '{ advertisers(first: 100) { nodes { name } } }';

afterAll(async () => {
  await app.close();
  await opened.close();
  await standby.remove();
  await primary.remove();
});
afterEach(async () => {
  await standby.run('SELECT pg_wal_replay_resume()');
  await isUsed();
});

const isUsed = () => vi.waitFor(() => expect(replica.problem).toBeUndefined(), { timeout: 10_000 });
const pause = () => standby.run('SELECT pg_wal_replay_pause()');
const resume = () => standby.run('SELECT pg_wal_replay_resume()');
await isUsed();

let made = 0;
/** A write over REST, and the position that its answer has. */
async function write(): Promise<{ name: string; position: string }> {
  made += 1;
  const name = `Advertiser ${made}`;
  const { status, headers } = await send('POST', '/traffic/advertisers', {
    headers: traffic,
    body: { ...ADVERTISER, name },
  });
  expect(status).toBe(200);
  return { name, position: headers['flightline-position'] ?? '' };
}

/** The names that a read answers, who answered it and in what time. */
const read = async (headers: Record<string, string> = {}) => {
  const before = await answeredBy();
  const began = performance.now();
  const { body } = await send('POST', '/graphql', {
    headers: { ...bearer, ...headers },
    body: { query: NAMES },
  });
  const ms = performance.now() - began;
  const names: string[] = body.data.advertisers.nodes.map(({ name }: { name: string }) => name);
  const after = await answeredBy();
  const server = ['replica', 'primary'].find((name) => after[name] !== before[name]);
  return { names, server, ms };
};

async function answeredBy(): Promise<Record<string, number>> {
  const { values = [] } = (await registry.getSingleMetric('flightline_replica_reads_total')?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.server), value]));
}

test('a read with the position of a write waits until the replica has it; one without does not', async () => {
  await pause();
  const { name, position } = await write();
  expect(position).toMatch(POSITION);
  const stale = await read();
  expect(stale).toMatchObject({ server: 'replica', names: expect.not.arrayContaining([name]) });
  const fresh = read({ 'flightline-position': position });
  await sleep(100);
  await resume();
  expect(await fresh).toMatchObject({ server: 'replica', names: expect.arrayContaining([name]) });
});

test('a replica that does not have it after 500 ms is not waited for longer', async () => {
  await pause();
  const { name, position } = await write();
  const { ms, ...fresh } = await read({ 'flightline-position': position });
  expect(fresh).toMatchObject({ server: 'primary', names: expect.arrayContaining([name]) });
  expect(ms).toBeLessThan(1_500);
});

test('a position is not before what was committed, with synchronous_commit = off neither', async () => {
  const { id } = await readInstallation(system.pool);
  const pool = new pg.Pool({ connectionString: primary.url, options: '-c synchronous_commit=off' });
  const other = await Replica.open({ url: standby.url, primary: pool, id, connections: 2, log: direct.log });
  onTestFinished(() => other.close());
  onTestFinished(() => pool.end());
  await pool.query('CREATE TABLE committed (n int)');
  for (const n of [1, 2, 3, 4, 5]) {
    await pool.query('INSERT INTO committed VALUES ($1)', [n]);
    const read = await other.read(await other.position(), (pool) =>
      pool.query('SELECT count(*)::int FROM committed'),
    );
    // On a busy machine, the standby may need more than 500 ms: the primary then answers.
    if (read) expect(read.answer.rows).toEqual([{ count: n }]);
  }
  await pool.query('DROP TABLE committed');
});

test.each(['newest', '', 'FFFFFFFFF/0', '16-B374D848'])(
  'with %j, which is no position, the primary answers',
  async (position) => {
    await pause();
    const { name } = await write();
    const fresh = await read({ 'flightline-position': position });
    expect(fresh).toMatchObject({ server: 'primary', names: expect.arrayContaining([name]) });
  },
);

test('a request with a future position holds no connection, and gets a response after 500 ms', async () => {
  const other = { authorization: `Bearer ${await tokenFor(system, await createClient(system))}` };
  await read();
  const ahead = Array.from({ length: 60 }, () => read({ ...other, 'flightline-position': FAR }));
  await vi.waitFor(() => expect(system.pool.totalCount - system.pool.idleCount).toBe(0), {
    timeout: 450,
    interval: 10,
  });
  const { ms } = await read();
  expect(ms).toBeLessThan(400);
  for (const answer of await Promise.all(ahead)) expect(answer.names).toBeDefined();
});

test('mutations return the position, queries do not, and it is never returned without authentication', async () => {
  const of = async (query: string, headers: Record<string, string> = bearer) =>
    (await send('POST', '/graphql', { headers, body: { query } })).headers['flightline-position'];
  expect(await of('mutation { updateAdvertiser(input: {id: 1}) { __typename } }')).toMatch(POSITION);
  expect(await of(NAMES)).toBeUndefined();
  expect(await of('mutation { updateAdvertiser(input: {id: 1}) { __typename } }', {})).toBeUndefined();
});

test('the dashboard has the position as a cookie', async () => {
  const own = { 'x-flightline-dashboard': '1', 'sec-fetch-site': 'same-origin' };
  await pause();
  const { headers } = await send('POST', '/traffic/advertisers', {
    headers: { ...traffic, ...own },
    body: { ...ADVERTISER, name: 'By cookie' },
  });
  const [cookie] = [headers['set-cookie'] ?? []].flat();
  expect(cookie).toMatch(
    /^flightline_position=[0-9A-F]+\/[0-9A-F]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const pair = { cookie: String(cookie).split(';', 1)[0] ?? '' };
  expect((await read({ ...own, ...pair })).names).toContain('By cookie');
  expect((await read(pair)).names).not.toContain('By cookie');
});

test('the client package sends the position of its writes by itself', async () => {
  const address = app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const http = createHttpClient({
    url,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    // The assertion is for the address that the service believes to have.
    fetch: (target, init) => fetch(String(target).replace(ORIGIN, url), init),
    origins: { auth: ORIGIN },
  });
  await pause();
  await http.request<object, { input: object }>(
    'mutation ($input: CreateAdvertiserInput!) { createAdvertiser(input: $input) { __typename } }',
    { input: { ...ADVERTISER, name: 'By the client' } },
  );
  const { advertisers } = await http.request<
    { advertisers: { nodes: { name: string }[] } },
    Record<string, never>
  >(NAMES);
  expect(advertisers.nodes).toContainEqual({ name: 'By the client' });
});

test('a live view sends a change once the replica has it', async () => {
  const address = app.server.address();
  const response = await fetch(
    `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/graphql`,
    {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { seatChanges { id } }' }),
    },
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const notifiedAt = (async () => {
    for (;;) {
      const { value = '', done = true } = (await reader?.read()) ?? {};
      if (done || value.includes('seatChanges')) return performance.now();
    }
  })();
  await sleep(200);
  await pause();
  await write();
  await sleep(250);
  const resumed = performance.now();
  await resume();
  expect(await notifiedAt).toBeGreaterThan(resumed);
  await reader?.cancel();
});

describe.each([
  ['stopped', () => standby.crash(), () => standby.start()],
  [
    'hanging',
    async () => {
      thaw = await standby.hang();
    },
    async () => thaw(),
  ],
])('while the replica is %s', (_how, leave, comeBack) => {
  test('the primary answers, soon; /readyz and the log say so once; later the replica answers again', async () => {
    expect(await read()).toMatchObject({ server: 'replica' });
    const before = direct.logged().split('the primary answers the reads').length;
    await leave();
    const { name } = await write();
    const { ms, ...first } = await read();
    expect(first).toMatchObject({ server: 'primary', names: expect.arrayContaining([name]) });
    expect(ms).toBeLessThan(4_000);
    await vi.waitFor(() => expect(replica.problem).toBe('The replica does not answer.'), { timeout: 5_000 });
    expect((await read()).ms).toBeLessThan(300);
    const { status, body } = await send('GET', '/readyz');
    expect([status, body.away]).toEqual([
      200,
      ['The replica of the database does not answer, or is too far behind.'],
    ]);
    await sleep(1_500);
    expect(direct.logged().split('the primary answers the reads').length).toBe(before + 1);
    await comeBack();
    await isUsed();
    await vi.waitFor(
      async () =>
        expect(await read()).toMatchObject({ server: 'replica', names: expect.arrayContaining([name]) }),
      { timeout: 10_000 },
    );
  }, 30_000);
});
let thaw: () => void = () => undefined;

test('a replica that is too far behind is not used until it has caught up', async () => {
  const { id } = await readInstallation(system.pool);
  const late = await Replica.open({
    url: standby.url,
    primary: system.pool,
    id,
    connections: 2,
    log: direct.log,
    maxLagMs: 300,
  });
  expect(late.problem).toBeUndefined();
  expect(late.lagMs).toBe(0);
  await pause();
  await write();
  await vi.waitFor(() => expect(late.problem).toBe('The replica is too far behind.'), { timeout: 5_000 });
  expect(await late.read(undefined, async () => 1)).toBeUndefined();
  await resume();
  await vi.waitFor(() => expect(late.problem).toBeUndefined(), { timeout: 5_000 });
  await late.close();
});

test('a statement that the replica ends in favour of replay runs on the primary; one that took too long does not', async () => {
  const failing = (code: string) =>
    replica.read(undefined, () => Promise.reject(Object.assign(new Error(code), { code })));
  expect(await failing('40001')).toBeUndefined();
  expect(await failing('57P01')).toBeUndefined();
  await expect(failing('57014')).rejects.toThrow('57014');
  await expect(failing('22P02')).rejects.toThrow('22P02');
});

test('the primary itself, and a copy of another database, answer no reads', async () => {
  const { id } = await readInstallation(system.pool);
  const open = (url: string) =>
    Replica.open({ url, primary: system.pool, id, connections: 2, log: direct.log });
  const same = await open(primary.url);
  expect(same.problem).toBe('The replica is not a standby.');
  await same.close();
  await readInstallation(direct.pool);
  await expect(open(direct.database.url)).rejects.toThrow(
    /^FLIGHTLINE_DATABASE_REPLICA_URL: is a replica of a different database/,
  );
});
