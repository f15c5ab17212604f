import { describe, expect, it } from 'vitest';
import { sweepIdentity } from '../../../src/domain/access/identity/sweep.ts';
import { advanceBy, moveClock, setTo, showClock } from '../../../src/domain/sandbox/clock.ts';
import { deliverUntilNow } from '../../../src/domain/sandbox/delivery/deliver.ts';
import { parseDuration } from '../../../src/domain/sandbox/duration.ts';
import { enterSandbox } from '../../../src/domain/sandbox/enter.ts';
import { followSandbox } from '../../../src/domain/sandbox/follow.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../../support/app.ts';
import { assertionOf } from '../../support/assertion.ts';
import { sandboxSystem } from '../../support/sandbox.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm } from '../../support/token-service.ts';

const system = await sandboxSystem();
const { send } = await testApp(system);
const HOUR_MS = 3_600_000;

describe('a database', () => {
  const enter = (pool: (typeof system)['pool'], isRequested: boolean) =>
    enterSandbox({ pool, isRequested, seed: 1 });

  it('is a sandbox if its first start requested it, and remains one', async () => {
    const { pool } = await testSystem();
    expect(await enter(pool, true)).toBeDefined();
    expect(await enter(pool, false)).toBeDefined();
  });

  it('is not a sandbox if its first start did not request it, whatever later ones request', async () => {
    const { pool } = await testSystem();
    expect(await enter(pool, false)).toBeUndefined();
    expect(await enter(pool, true)).toBeUndefined();
  });

  it('is not a sandbox if it had a seat before', async () => {
    const other = await testSystem();
    await createClient(other);
    expect(await enter(other.pool, true)).toBeUndefined();
  });

  it('is decided once by processes that start together', async () => {
    const { pool } = await testSystem();
    const entered = await Promise.all(
      [1, 2, 3, 4].map((seed) => enterSandbox({ pool, isRequested: true, seed })),
    );
    expect(new Set(entered.map((sandbox) => sandbox !== undefined))).toEqual(new Set([true]));
  });
});

describe('the clock', () => {
  it('begins at real time and runs as fast', async () => {
    const { now, speed } = await showClock(system);
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(1000);
    expect(speed).toBe(1);
  });

  it('moves ahead by a duration, and to a moment', async () => {
    const before = system.now();
    const { now } = await moveClock(system, advanceBy('1d12h'));
    expect((now.getTime() - before.getTime()) / HOUR_MS).toBeCloseTo(36, 2);
    const to = new Date(now.getTime() + 60_000);
    expect((await moveClock(system, setTo({ to }))).now.getTime()).toBeGreaterThanOrEqual(to.getTime());
  });

  it('never goes back, and says why', async () => {
    const to = new Date(system.now().getTime() - 1000);
    await expect(moveClock(system, setTo({ to }))).rejects.toThrow(/must not be before .* only moves ahead/);
    await expect(moveClock(system, setTo({}))).rejects.toThrow('to or speed is required');
  });

  it('counts in whole milliseconds, as processes read it, so that a move sets it back by none', async () => {
    await moveClock(system, setTo({ speed: 1 }));
    const { rows } = await system.pool.query(
      `SELECT extract(microseconds FROM shows)::int % 1000 AS shows,
         extract(microseconds FROM anchored_at)::int % 1000 AS anchored FROM sandbox_clock`,
    );
    expect(rows).toEqual([{ shows: 0, anchored: 0 }]);
  });

  it('runs at another speed from where it stands', async () => {
    const before = system.now();
    expect(await moveClock(system, setTo({ speed: 0 }))).toMatchObject({ speed: 0 });
    const stands = system.now();
    expect(stands.getTime() - before.getTime()).toBeLessThan(1000);
    expect(stands >= before).toBe(true);
    await moveClock(system, setTo({ speed: 3600 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(system.now().getTime() - stands.getTime()).toBeGreaterThan(60_000);
    await moveClock(system, setTo({ speed: 1 }));
    expect(system.now() >= stands).toBe(true);
  });

  it('is shared by all processes, soon after each move', async () => {
    const other = {
      ...system,
      sandbox: await enterSandbox({ pool: system.pool, isRequested: true, seed: 1 }),
    };
    const stop = await followSandbox(other);
    const { now } = await moveClock(system, advanceBy('7d'));
    await expect.poll(() => other.sandbox?.now().getTime()).toBeGreaterThanOrEqual(now.getTime());
    stop();
  });

  it('is exact when two move it at once', async () => {
    const before = system.now();
    await Promise.all([moveClock(system, advanceBy('1h')), moveClock(system, advanceBy('1h'))]);
    expect((system.now().getTime() - before.getTime()) / HOUR_MS).toBeCloseTo(2, 2);
  });

  it.each(['', '5', '-1h', '1y', '1h1d', 'P1D', '1.5h', 'h'])('does not move by %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
    expect(() => advanceBy(text)).toThrow('by must be a duration such as');
  });

  it('moves by at most 400 days', () => {
    expect(() => advanceBy('401d')).toThrow('by must be at most 400d');
  });
});

describe('what depends on time', () => {
  it('tokens expire by the clock, and clients that sign by their own clock get new ones', async () => {
    const client = await createClient(system);
    const headers = await trafficHeaders(system, client);
    expect((await send('GET', '/traffic/advertisers', { headers })).status).toBe(200);
    await moveClock(system, advanceBy('1h'));
    expect((await send('GET', '/traffic/advertisers', { headers })).status).toBe(401);
    await moveClock(system, advanceBy('40d'));
    const assertion = assertionOf({ ...client, realm: 'dsp', now: new Date() });
    const { status, body } = await send('POST', '/identity/oauth2/access_token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...tokenForm(system, client), client_assertion: assertion }).toString(),
    });
    expect([status, body.expires_in]).toEqual([200, 3599]);
    const fresh = { 'x-auth-method': 'OAuth2', 'x-auth-token': body.access_token };
    expect((await send('GET', '/traffic/advertisers', { headers: fresh })).status).toBe(200);
  });

  it('windows of quotas are empty again', async () => {
    const client = await createClient(system, { quotas: { getPerMin: 1 } });
    const get = async () =>
      (await send('GET', '/traffic/advertisers', { headers: await trafficHeaders(system, client) })).status;
    expect([await get(), await get()]).toEqual([200, 429]);
    await moveClock(system, advanceBy('61s'));
    expect(await get()).toBe(200);
  });
});

describe('GraphQL', async () => {
  const single = await sandboxSystem();
  const { send: sendSingle } = await testApp(single);
  const admin = await createClient(single);
  const call = async (client: Awaited<ReturnType<typeof createClient>>, query: string, on = send) => {
    const headers = await bearerHeaders(on === send ? system : single, client);
    return (await on('POST', '/graphql', { headers, body: { query } })).body;
  };
  const ADVANCE = `mutation { advanceSandboxClock(input: {by: "2h"}) {
    __typename ... on AdvanceSandboxClockPayload { now speed sandboxClock { now speed } } ... on ForbiddenError { message } } }`;

  it('shows and moves the clock for admins of the only seat', async () => {
    const before = single.now().getTime();
    const { data } = await call(admin, ADVANCE, sendSingle);
    const { now, speed, sandboxClock } = data.advanceSandboxClock;
    expect((Date.parse(now) - before) / HOUR_MS).toBeCloseTo(2, 1);
    expect({ now, speed }).toEqual(sandboxClock);
    const set = `mutation { setSandboxClock(input: {to: "2026-01-01T00:00:00Z"}) {
      ... on ValidationError { issues { path message } } } }`;
    expect((await call(admin, set, sendSingle)).data.setSandboxClock.issues[0].path).toBe('to');
    const shown = await call(admin, '{ sandboxClock { now speed } }', sendSingle);
    expect(shown.data.sandboxClock.speed).toBe(1);
  });

  it('tells callers of any role what time it is, and null outside of a sandbox', async () => {
    const viewer = await createClient(system, { role: 'VIEWER' });
    const query = '{ viewer { sandboxClock { now speed } } }';
    const { sandboxClock } = (await call(viewer, query)).data.viewer;
    expect(Math.abs(Date.parse(sandboxClock.now) - system.now().getTime())).toBeLessThan(60_000);
    const plain = await testSystem();
    const { send: outside } = await testApp(plain);
    const headers = await bearerHeaders(plain, await createClient(plain));
    const { body } = await outside('POST', '/graphql', { headers, body: { query } });
    expect(body.data.viewer.sandboxClock).toBe(null);
  });

  it('says whether delivery until now is still to be simulated', async () => {
    const admin = await createClient(system);
    const catchingUp = async () =>
      (await call(admin, '{ sandboxClock { catchingUp } }')).data.sandboxClock.catchingUp;
    await deliverUntilNow(system);
    expect(await catchingUp()).toBe(false);
    // Nobody simulates in this process.
    await moveClock(system, advanceBy('2h'));
    expect(await catchingUp()).toBe(true);
    await deliverUntilNow(system);
    expect(await catchingUp()).toBe(false);
  });

  it('moves nothing in a dry run', async () => {
    const before = single.now().getTime();
    await call(admin, ADVANCE.replace('{by: "2h"}', '{by: "2h"}, validateOnly: true'), sendSingle);
    expect(single.now().getTime() - before).toBeLessThan(HOUR_MS);
  });

  describe('where the database has several seats', () => {
    const moves = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter(
      (name) => /sandbox/i.test(name) && !/Fault$/.test(name),
    );
    const INPUTS: Readonly<Record<string, string>> = {
      advanceSandboxClock: '{by: "2h"}',
      setSandboxClock: '{speed: 3600}',
      resetSandbox: '{confirm: true}',
      takeSandboxSnapshot: '{name: "a"}',
      restoreSandboxSnapshot: '{name: "a"}',
      removeSandboxSnapshot: '{name: "a"}',
    };

    it.each(moves.flatMap((name) => [[name, false] as const, [name, true] as const]))(
      '%s is an operator’s (a dry run: %s), and says so; nothing moves',
      async (name, dry) => {
        const one = await createClient(system);
        const other = await createClient(system);
        const before = { speed: system.sandbox.speed, now: system.now().getTime() };
        for (const client of [one, other]) {
          const query = `mutation { ${name}(input: ${INPUTS[name]}, validateOnly: ${dry}) {
            __typename ... on Error { message } } }`;
          const { data } = await call(client, query);
          expect(data[name]).toEqual({
            __typename: 'ForbiddenError',
            message: expect.stringMatching(
              /^This sandbox has more than one seat.*flightline sandbox (clock|reset|snapshot|restore|remove)\./,
            ),
          });
        }
        expect(system.sandbox.speed).toBe(before.speed);
        expect(system.now().getTime() - before.now).toBeLessThan(HOUR_MS);
        const shown = await call(one, '{ sandboxClock { speed } }');
        expect(shown.data.sandboxClock.speed).toBe(1);
      },
    );

    it('operators move it with the command line', async () => {
      const before = system.now().getTime();
      await moveClock(system, advanceBy('3h'));
      expect(system.now().getTime() - before).toBeGreaterThanOrEqual(3 * HOUR_MS);
    });
  });

  it('ends no session of the dashboard when it is moved, while one that signed out stays out', async () => {
    const { app } = await testApp(single);
    const { clientId, clientSecret } = admin;
    const host = '127.0.0.1:4000';
    const own = {
      host,
      origin: `http://${host}`,
      'sec-fetch-site': 'same-origin',
      'x-flightline-dashboard': '1',
    };
    const session = (method: 'POST' | 'PUT' | 'DELETE', cookie = '', payload?: object) =>
      app.inject({
        method,
        url: '/dashboard/session',
        headers: { ...own, cookie },
        ...(payload && { payload }),
      });
    const signIn = async () => {
      const { headers } = await session('POST', '', { clientId, clientSecret });
      return String(headers['set-cookie']).split(';', 1)[0] ?? '';
    };
    const ask = async (cookie: string) => {
      const payload = { query: '{ __typename }' };
      return (await app.inject({ method: 'POST', url: '/graphql', headers: { ...own, cookie }, payload }))
        .statusCode;
    };
    const [stays, leaves] = [await signIn(), await signIn()];
    await session('DELETE', leaves);
    await moveClock(single, advanceBy('2d'));
    await sweepIdentity(single);
    expect([await ask(stays), await ask(leaves)]).toEqual([200, 401]);
    expect((await session('PUT', stays)).statusCode).toBe(200);
    await app.close();
  });

  it.each(['EDITOR', 'VIEWER'] as const)('refuses a caller with the role %s', async (role) => {
    const client = await createClient(system, { role });
    expect((await call(client, ADVANCE)).data.advanceSandboxClock.__typename).toBe('ForbiddenError');
    expect((await call(client, '{ sandboxClock { now } }')).errors[0].extensions.code).toBe('FORBIDDEN');
  });

  it('refuses everyone outside of a sandbox', async () => {
    const plain = await testSystem({ env: { FLIGHTLINE_SANDBOX: 'on' } });
    const { send: outside } = await testApp(plain);
    const admin = await createClient(plain);
    const headers = await bearerHeaders(plain, admin);
    const { body } = await outside('POST', '/graphql', { headers, body: { query: ADVANCE } });
    expect(body.data.advanceSandboxClock).toMatchObject({
      __typename: 'ForbiddenError',
      message: expect.stringMatching(/^This database is not a sandbox\./),
    });
  });
});
