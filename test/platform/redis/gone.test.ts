import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { createAdvertiser } from '../../../src/domain/campaigns/advertiser/create.ts';
import { UnavailableError } from '../../../src/domain/errors.ts';
import { changesPosition } from '../../../src/domain/notifications/history/position.ts';
import { watchChanges } from '../../../src/domain/notifications/history/watch.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { openRedis } from '../../../src/platform/redis/open.ts';
import { contextOf, createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../../support/app.ts';
import { startRedis } from '../../support/processes/redis.ts';
import { ADVERTISER } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster, postEvents } from '../../support/traffic/intake.ts';

const main = await testSystem();
const { server, open: connect } = await startRedis();
const redis = await connect(main.log);
const system = { ...main, redis };
const { app, send } = await testApp(system);
const client = await createClient(system);
const traffic = await trafficHeaders(system, client);
const bearer = await bearerHeaders(system, client);
const PASSWORD = decodeURIComponent(new URL(server.url).password);

/** One call of each interface, and how its envelope says that the service is unavailable. */
const CALLS: readonly [name: string, call: () => ReturnType<typeof send>, says: string][] = [
  ['traffic', () => send('GET', '/traffic/advertisers', { headers: traffic }), '"httpStatusCode":503'],
  [
    'native',
    () => send('GET', '/v3/rest/campaign/1', { headers: bearer }),
    '"code":"E50003_SERVICE_UNAVAILABLE"',
  ],
  [
    'reports',
    () => send('GET', '/extreport/8f4c1c3e-5d0f-4a53-9d4b-0a3b7d0d8f11', { headers: traffic }),
    '"errorCode":"E0059","responseCode":503',
  ],
  [
    'GraphQL',
    () => send('POST', '/graphql', { headers: bearer, body: { query: '{ advertisers { totalCount } }' } }),
    '"code":"SERVICE_UNAVAILABLE"',
  ],
];

// What a first call loads is not counted below.
for (const [, call] of CALLS) await call();

describe.each([
  ['killed', () => server.kill(), () => server.start()],
  ['hanging', async () => server.signal('SIGSTOP'), async () => server.signal('SIGCONT')],
])('while Redis is %s', (_how, leave, comeBack) => {
  beforeEach(leave);
  afterEach(async () => {
    await comeBack();
    await vi.waitFor(() => redis.probe(), { timeout: 10_000 });
  });

  test('calls that have a quota are 503 with Retry-After in their envelope, soon; later they pass again', async () => {
    for (const [name, call, says] of CALLS) {
      const began = performance.now();
      const { status, headers, body } = await call();
      expect([name, status]).toEqual([name, 503]);
      expect(headers['retry-after']).toBe('1');
      expect(JSON.stringify(body)).toContain(says);
      expect(performance.now() - began).toBeLessThan(3_000);
    }
    await comeBack();
    await vi.waitFor(async () => expect((await CALLS[0]?.[1]())?.status).toBe(200), { timeout: 10_000 });
  });

  test('events are accepted, and their rate is still limited', async () => {
    const poster = await createPoster(system);
    await main.db.advertiserQuota.create({ data: { advertiserId: poster.advertiserId, eventsPerSec: 3 } });
    const posts = Array.from({ length: 8 }, () => postEvents(app, poster, [anEvent()]));
    const statuses = (await Promise.all(posts)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(6);
  });

  test('a live view receives every change, before, meanwhile and after', async () => {
    const ctx = await contextOf(system, await createClient(system));
    const position = await changesPosition(ctx, undefined);
    if (!position) throw new Error('There is always a position of now.');
    const changes = watchChanges({ ctx, from: position });
    const next = async () => (await changes.next()).value?.resourceId;
    const pending = next();
    const create = async () => (await createAdvertiser({ ctx, input: ADVERTISER })).id;
    const meanwhile = await create();
    expect(await pending).toBe(meanwhile);
    await comeBack();
    const during = await create();
    expect(await next()).toBe(during);
    await vi.waitFor(() => redis.probe(), { timeout: 10_000 });
    const after = await create();
    expect(await next()).toBe(after);
    await changes.return(undefined);
  });

  test('/readyz names the unavailable part, with status 200: every process has the same Redis', async () => {
    const { status, body } = await send('GET', '/readyz');
    expect(status).toBe(200);
    expect(body.away).toContain('Redis does not answer.');
  });
});

test('subscribers are notified to read again when the connection is restored', async () => {
  const received: unknown[] = [];
  const leave = redis.subscribe((message) => received.push(message));
  await server.kill();
  await server.start();
  await vi.waitFor(() => expect(received).toContain(undefined), { timeout: 10_000 });
  leave();
  await vi.waitFor(() => redis.probe(), { timeout: 10_000 });
});

test('a connection that is lost while it subscribes again does not end the process', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  let dropped = 0;
  let isDropping = false;
  const { hostname, port } = new URL(server.url);
  const between = createServer((socket) => {
    const target = connectTo(Number(port), hostname);
    target.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => target.destroy()).on('close', () => target.destroy());
    target.pipe(socket);
    socket.on('data', (bytes) => {
      if (!isDropping || !/subscribe/i.test(String(bytes))) return void target.write(bytes);
      dropped += 1;
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const { port: open } = between.address() as AddressInfo;
  const away = await openRedis({
    url: at({ port: String(open) }),
    prefix: 'test:',
    log: main.log,
    unavailable: () => new UnavailableError(),
  });
  try {
    const received: unknown[] = [];
    away.subscribe((message) => received.push(message));
    isDropping = true;
    await server.kill();
    await server.start();
    await vi.waitFor(() => expect(dropped).toBeGreaterThan(1), { timeout: 10_000 });
    expect(received).toEqual([]);
    isDropping = false;
    await vi.waitFor(() => expect(received).toContain(undefined), { timeout: 10_000 });
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    await away.close();
    between.close();
  }
});

test('an outage is one line of level 50 with address and cause, and one that it is over, without the password', async () => {
  const lines: { level: number; msg: string; [field: string]: unknown }[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const own = { ...system, redis: await connect(log) };
  const { send: ask } = await testApp(own);
  await server.kill();
  const calls = Array.from({ length: 50 }, () => ask('GET', '/traffic/advertisers', { headers: traffic }));
  for (const { status } of await Promise.all(calls)) expect(status).toBe(503);
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 });
  expect(lines[0]).toMatchObject({
    level: 50,
    msg: 'Redis is not available',
    address: new URL(server.url).host,
    cause: 'nothing listens there',
    err: { code: 'ECONNREFUSED' },
  });
  await server.start();
  await vi.waitFor(() => own.redis.probe(), { timeout: 10_000 });
  expect(lines.map(({ level, msg }) => [level, msg]).slice(1)).toEqual([[30, 'Redis is available again']]);
  for (const text of [PASSWORD, encodeURIComponent(PASSWORD)])
    expect(JSON.stringify(lines)).not.toContain(text);
});

test('a Redis that became a replica refuses writes: one line of level 50 says so, and calls are 503', async () => {
  const lines: { level: number; [field: string]: unknown }[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const own = { ...system, redis: await connect(log) };
  const { send: ask } = await testApp(own);
  await server.command('REPLICAOF', '127.0.0.1', '1');
  try {
    for (let round = 0; round < 5; round += 1)
      expect((await ask('GET', '/traffic/advertisers', { headers: traffic })).status).toBe(503);
    await expect(own.redis.probe()).rejects.toThrow();
    expect(lines).toEqual([
      expect.objectContaining({ level: 50, cause: 'it is read-only: it is a replica of another Redis' }),
    ]);
  } finally {
    await server.command('REPLICAOF', 'NO', 'ONE');
  }
  await own.redis.probe();
  expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'Redis is available again' });
});

/** A process with these settings, on the database of this file. */
const open = (FLIGHTLINE_REDIS_URL: string) =>
  openSystem({
    config: loadConfig({
      DATABASE_URL: main.database.url,
      FLIGHTLINE_MASTER_KEY: main.masterKey.toString('base64'),
      FLIGHTLINE_DATA_DIR: main.config.dataDir,
      FLIGHTLINE_REDIS_URL,
    }),
    databaseUrl: main.database.url,
    log: main.log,
  });

test('a process connects at its start, or ends with the reason', async () => {
  const process = await open(server.url);
  await process.system.redis?.probe();
  await process.close();
  await expect(open(at({ port: '1' }))).rejects.toThrow(/^FLIGHTLINE_REDIS_URL: cannot use 127.0.0.1:1: /);
});

const at = (change: Partial<URL>): string => Object.assign(new URL(server.url), change).href;

test.each([
  ['nothing that listens', () => at({ port: '1' }), /nothing listens there/],
  ['an unknown host', () => at({ hostname: 'nowhere.invalid' }), /the host is unknown/],
  ['a wrong password', () => at({ password: 'guess' }), /the password is wrong/],
  ['no password', () => at({ password: '' }), /requires a password/],
])('%s ends the start in one sentence that names the setting and no password', async (_what, url, reason) => {
  const failure = await openRedis({
    url: url(),
    prefix: 'x:',
    log: main.log,
    unavailable: () => new UnavailableError(),
  }).catch((error) => error);
  expect(failure.message).toMatch(/^FLIGHTLINE_REDIS_URL: cannot use [^\n]+\.$/);
  expect(failure.message).toMatch(reason);
  expect(failure.message).not.toMatch(/guess|no%20log|no log/);
});

test.each(['http://127.0.0.1:6379', 'redis://127.0.0.1/one', 'somewhere'])(
  '%s is no address of a Redis',
  (url) => {
    expect(() => loadConfig({ FLIGHTLINE_REDIS_URL: url })).toThrow(/^FLIGHTLINE_REDIS_URL: must /);
  },
);
