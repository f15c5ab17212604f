import { afterAll, describe, expect, it } from 'vitest';
import { revokeClient } from '../../src/domain/access/identity/clients/revoke-client.ts';
import { createSignInLink } from '../../src/domain/access/identity/session/sign-in-link.ts';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { cliOn } from '../support/cli.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
afterAll(() => app.close());

const PATH = '/dashboard/session';
/** As the dashboard's own page sends them. */
const OWN = {
  host: '127.0.0.1:4000',
  origin: 'http://127.0.0.1:4000',
  'sec-fetch-site': 'same-origin',
  'x-flightline-dashboard': '1',
};
type Headers = Record<string, string | undefined>;
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  app.inject({
    method,
    url,
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    ...(payload && { payload }),
  });
const signIn = (proof: object, headers: Headers = OWN) => send('POST', PATH, headers, proof);
const cookieOf = ({ headers }: Awaited<ReturnType<typeof send>>) => String(headers['set-cookie']);
const pairOf = (cookie: string) => cookie.split(';', 1)[0] ?? '';
const ask = (cookie: string, headers: Headers = OWN) =>
  send('POST', '/graphql', { ...headers, cookie: pairOf(cookie) }, { query: '{ __typename }' });

const client = await createClient(system);
const { clientId, clientSecret, userId } = client;
const codeOf = async (user = userId) =>
  new URLSearchParams((await createSignInLink({ system, userId: user })).url.split('?')[1]).get('code') ?? '';
const session = async (given = client) =>
  cookieOf(await signIn({ clientId: given.clientId, clientSecret: given.clientSecret }));

describe('signing in', () => {
  it('with the code of a link or with client ID and secret opens a session that GraphQL takes', async () => {
    for (const proof of [{ code: await codeOf() }, { clientId, clientSecret }]) {
      const answer = await signIn(proof);
      expect([answer.statusCode, answer.json()]).toEqual([200, { expiresInS: 3599 }]);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect((await ask(cookieOf(answer))).json().data).toEqual({ __typename: 'Query' });
    }
  });

  it('gives a cookie that no script reads, no other site sends, and the body does not repeat', async () => {
    const answer = await signIn({ code: await codeOf() });
    expect(cookieOf(answer)).toMatch(
      /^flightline_session=[\w.-]+; Max-Age=3599; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.body).not.toContain(pairOf(cookieOf(answer)).split('=')[1]);
  });

  it('over https gives one that neighbouring hosts cannot set', async () => {
    const secure = await testApp({ ...system, publicUrls: ['https://ads.example/flightline'] });
    const headers = { ...OWN, host: 'internal:4000', origin: 'https://ads.example' };
    const answer = await secure.app.inject({
      method: 'POST',
      url: PATH,
      headers,
      payload: { code: await codeOf() },
    });
    expect(cookieOf(answer)).toMatch(
      /^__Host-flightline_session=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it.each([
    ['an unknown code', async () => ({ code: 'x' })],
    ['a wrong secret', async () => ({ clientId, clientSecret: `${clientSecret}x` })],
    ['an unknown client', async () => ({ clientId: 'nobody', clientSecret })],
    ['nothing', async () => ({})],
    ['values that are no text', async () => ({ clientId: { a: 1 }, clientSecret: [1] })],
    ['a client without the realm of management', async () => createClient(system, { realms: ['events'] })],
  ])('is refused with %s', async (_name, proof) => {
    const { clientId, clientSecret, code } = (await proof()) as Record<string, unknown>;
    const answer = await signIn(code ? { code } : { clientId, clientSecret });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'UNAUTHENTICATED']);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('is refused in words with a code that is longer than any', async () => {
    const answer = await signIn({ code: `${await codeOf()}${'x'.repeat(200)}` });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().message).toContain('The code is longer than any');
  });

  it('with one code succeeds once, however many try at the same time', async () => {
    const code = await codeOf();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn({ code })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it('with a code is too late after 15 minutes, and the database has only its hash', async () => {
    const code = await codeOf();
    const { rows } = await system.pool.query('SELECT encode(hash, $1) AS hash FROM sign_in_code', ['hex']);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(code).toString('hex'));
    system.advance(15 * 60 + 1);
    expect((await signIn({ code })).statusCode).toBe(401);
    system.advance(-15 * 60 - 1);
  });

  it('is refused for a revoked client, by secret and by a code from before', async () => {
    const other = await createClient(system);
    const code = await codeOf(other.userId);
    await revokeClient({ system, clientId: other.clientId });
    for (const proof of [{ code }, { clientId: other.clientId, clientSecret: other.clientSecret }])
      expect((await signIn(proof)).statusCode).toBe(401);
  });
});

describe('the cookie counts for the page of this service only', () => {
  it.each<[string, Headers]>([
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', { origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'same-site' }],
    ['a page of a neighbouring host', { origin: 'http://127.0.0.1:5173', 'sec-fetch-site': undefined }],
    ['a page without an origin', { origin: 'null', 'sec-fetch-site': undefined }],
    ['a form', { 'x-flightline-dashboard': undefined }],
    ['a caller that names no origin', { origin: undefined, 'sec-fetch-site': undefined }],
    ['a visited address', { origin: undefined, 'sec-fetch-site': 'none' }],
  ])('%s cannot use it, nor sign in or out', async (_name, headers) => {
    const cookie = await session();
    const others = { ...OWN, ...headers };
    expect((await ask(cookie, others)).statusCode).toBe(401);
    expect((await signIn({ clientId, clientSecret }, others)).statusCode).toBe(403);
    const withCookie = { ...others, cookie: pairOf(cookie) };
    expect((await send('DELETE', PATH, withCookie)).statusCode).toBe(403);
    expect((await send('PUT', PATH, withCookie)).statusCode).toBe(403);
    expect((await ask(cookie)).statusCode).toBe(200);
  });

  it('not for an allowed CORS origin either, which has to send a token', async () => {
    const allowedOrigin = 'http://127.0.0.1:5173';
    const other = await testApp(
      Object.assign(Object.create(system), {
        config: { ...system.config, corsOrigins: new Set([allowedOrigin]) },
      }),
    );
    const headers = {
      ...OWN,
      origin: allowedOrigin,
      'sec-fetch-site': 'same-site',
      cookie: pairOf(await session()),
    };
    const payload = { query: '{ __typename }' };
    const answer = await other.app.inject({ method: 'POST', url: '/graphql', headers, payload });
    expect(answer.statusCode).toBe(401);
  });

  it('on GraphQL only', async () => {
    const cookie = pairOf(await session());
    for (const path of ['/traffic/advertisers', '/v3/rest/campaign/?advertiserId=1', '/extreport/x'])
      expect([401, 406]).toContain((await send('GET', path, { ...OWN, cookie })).statusCode);
  });

  it('not at all with FLIGHTLINE_DASHBOARD=off', async () => {
    const cookie = pairOf(await session());
    const off = await testApp(
      Object.assign(Object.create(system), { config: { ...system.config, dashboard: false } }),
    );
    const payload = { query: '{ __typename }' };
    const headers = { ...OWN, cookie };
    expect((await off.app.inject({ method: 'POST', url: '/graphql', headers, payload })).statusCode).toBe(
      401,
    );
    expect((await off.app.inject({ method: 'POST', url: PATH, headers, payload })).statusCode).toBe(404);
  });
});

describe('a session', () => {
  it('is renewed while in use, for twelve hours at most', async () => {
    let cookie = await session();
    const renew = () => send('PUT', PATH, { ...OWN, cookie: pairOf(cookie) });
    try {
      for (let hours = 0; hours < 12; hours += 0.75) {
        const answer = await renew();
        expect(answer.statusCode).toBe(200);
        cookie = cookieOf(answer);
        system.advance(45 * 60);
      }
      system.advance(60);
      const last = await renew();
      expect([last.statusCode, last.json().message]).toEqual([401, 'The session is over. Sign in again.']);
      expect(cookieOf(last)).toContain('Max-Age=0');
    } finally {
      system.advance(-12 * 3600 - 60);
    }
  });

  it('ends when it was not renewed within the hour', async () => {
    const cookie = await session();
    system.advance(3600);
    expect((await ask(cookie)).statusCode).toBe(401);
    expect((await send('PUT', PATH, { ...OWN, cookie: pairOf(cookie) })).statusCode).toBe(401);
    system.advance(-3600);
  });

  it('ends with signing out, with every token that it ever had', async () => {
    const first = await session();
    system.advance(60);
    const second = cookieOf(await send('PUT', PATH, { ...OWN, cookie: pairOf(first) }));
    const answer = await send('DELETE', PATH, { ...OWN, cookie: pairOf(first) });
    expect([answer.statusCode, cookieOf(answer)]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    for (const cookie of [first, second]) expect((await ask(cookie)).statusCode).toBe(401);
    expect((await send('PUT', PATH, { ...OWN, cookie: pairOf(second) })).statusCode).toBe(401);
    system.advance(-60);
  });

  it('ends with its client', async () => {
    const other = await createClient(system);
    const cookie = await session(other);
    await revokeClient({ system, clientId: other.clientId });
    expect((await ask(cookie)).statusCode).toBe(401);
  });

  it('is never made of a token that a client got for itself', async () => {
    const cookie = `flightline_session=${await tokenFor(system, client)}`;
    expect((await send('PUT', PATH, { ...OWN, cookie })).statusCode).toBe(401);
  });
});

describe('flightline dashboard link', () => {
  it('signs the user in once; a user without a client receives the reason', async () => {
    const run = cliOn(system);
    const { stdout } = await run('dashboard', 'link', '--user', String(userId), '--json');
    const { url, expiresAt } = JSON.parse(stdout);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 14 * 60_000);
    const code = new URLSearchParams(new URL(url).hash.split('?')[1]).get('code');
    expect((await signIn({ code })).statusCode).toBe(200);
    const unknown = await run('dashboard', 'link', '--user', '999999', '--json');
    expect([unknown.code, unknown.stdout + unknown.stderr]).toEqual([
      1,
      expect.stringContaining('User not found.'),
    ]);
  }, 60_000);

  it('leads to where the service was last started, with a client that has access to all seats of the user', async () => {
    await system.db.installation.updateMany({ data: { publicUrl: 'http://127.0.0.1:47123' } });
    await system.db.apiClient.update({ where: { id: clientId }, data: { seatOnly: true } });
    const other = await createClient(system);
    await system.pool.query('UPDATE api_client SET user_id = $1 WHERE id = $2', [userId, other.clientId]);
    const { stdout } = await cliOn(system)('dashboard', 'link', '--user', String(userId), '--json');
    expect(JSON.parse(stdout).url).toMatch(/^http:\/\/127\.0\.0\.1:47123\/dashboard#/);
    const { rows } = await system.pool.query(
      'SELECT client_id FROM sign_in_code ORDER BY expires_at DESC LIMIT 1',
    );
    expect(rows).toEqual([{ client_id: other.clientId }]);
  }, 60_000);
});
