import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { authenticate } from '../../../src/domain/access/identity/authenticate.ts';
import { revokeClient } from '../../../src/domain/access/identity/clients/revoke-client.ts';
import { createClientCode } from '../../../src/domain/access/identity/create-client-code.ts';
import { sweepIdentity } from '../../../src/domain/access/identity/sweep.ts';
import { introspect } from '../../../src/domain/access/identity/tokens/introspect.ts';
import { rotateKeys } from '../../../src/domain/access/identity/tokens/rotate-keys.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { createClient, type TestClient, tokenFor } from '../../support/actors.ts';
import { startTokenProcess } from '../../support/processes/start.ts';
import { type TestSystem, testSystem } from '../../support/system.ts';
import { tokenForm, tokenService } from '../../support/token-service.ts';

const system = await testSystem();
const service = await tokenService(system);
let client: TestClient;
let admin: TestClient;
let adminBearer: Record<string, string>;
beforeAll(async () => {
  client = await createClient(system);
  admin = await createClient(system, { realms: ['admin'] });
  adminBearer = { authorization: `Bearer ${await tokenFor(system, admin, { realm: 'admin' })}` };
});

const stillGood = async (token: string) => (await introspect({ system, token })).active;

describe('POST /identity/oauth2/introspect', () => {
  it('200: an active token, with what it says', async () => {
    const token = await tokenFor(system, client);
    const { status, headers, body } = await service.post('introspect', { token }, adminBearer);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      active: true,
      token_type: 'Bearer',
      iss: 'http://127.0.0.1:4000/identity',
      sub: client.clientId,
      client_id: client.clientId,
      user_id: client.userId,
      seat_id: client.seatId,
      realm: 'dsp',
      scope: 'dsp-api-access',
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    });
  });

  it('200: all other tokens are inactive, with identical responses', async () => {
    const token = await tokenFor(system, client);
    const foreign = await tokenFor(await testSystem(), client);
    for (const other of ['x', `${token}=`, `${token.slice(0, -1)}`, flipped(token), foreign, 'a.b.c', '\0']) {
      const { status, body } = await service.post('introspect', { token: other }, adminBearer);
      expect({ status, body }).toEqual({ status: 200, body: { active: false } });
    }
  });

  it('200: an expired token is inactive', async () => {
    const token = await tokenFor(system, client, { realm: 'aaca' });
    expect(await stillGood(token)).toBe(true);
    system.advance(600);
    expect(await stillGood(token)).toBe(false);
    system.advance(-600);
  });

  it('400: without a token', async () => {
    const answer = await service.post('introspect', {}, adminBearer);
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('401: without an administrative token of scope introspect', async () => {
    const token = await tokenFor(system, client);
    const revokeOnly = await tokenFor(system, admin, { realm: 'admin', scope: 'revoke' });
    const introspect = async (authorization: string) => {
      const { status, body, headers } = await service.post('introspect', { token }, { authorization });
      return { status, error: body.error, challenge: headers['www-authenticate'] };
    };
    for (const authorization of ['', 'Bearer', token])
      expect(await introspect(authorization)).toEqual({
        status: 401,
        error: 'invalid_token',
        challenge: 'Bearer',
      });
    expect(await introspect('Bearer x')).toEqual({
      status: 401,
      error: 'invalid_token',
      challenge: 'Bearer error="invalid_token"',
    });
    for (const other of [token, revokeOnly])
      expect(await introspect(`Bearer ${other}`)).toEqual({
        status: 401,
        error: 'insufficient_scope',
        challenge: 'Bearer error="insufficient_scope", scope="introspect"',
      });
  });
});

describe('POST /identity/oauth2/revoke', () => {
  const own = (token: string, who = client) => service.post('revoke', { ...tokenForm(system, who), token });

  it('200: a client revokes its own token, which is refused at once, in another process too', async () => {
    const other = await startTokenProcess(system);
    const token = await tokenFor(system, admin, { realm: 'admin' });
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const body = new URLSearchParams({ token });
      return (await fetch(`${other.origin}/identity/oauth2/introspect`, { method: 'POST', headers, body }))
        .status;
    };
    expect(await ask()).toBe(200);
    const form = { ...tokenForm(system, admin, 'admin'), token };
    expect((await service.post('revoke', form)).status).toBe(200);
    expect(await ask()).toBe(401);
    expect(await stillGood(token)).toBe(false);
    await expect(authenticate({ system, token, scope: 'revoke', requestId: 'r' })).rejects.toThrow(
      'access token',
    );
  });

  it('200: revoking one token leaves the others of the client alone', async () => {
    const [first, second] = [await tokenFor(system, client), await tokenFor(system, client)];
    await own(first);
    expect([await stillGood(first), await stillGood(second)]).toEqual([false, true]);
  });

  it('200: a bearer of scope revoke revokes any token', async () => {
    const token = await tokenFor(system, client);
    expect((await service.post('revoke', { token }, adminBearer)).status).toBe(200);
    expect(await stillGood(token)).toBe(false);
  });

  it('200: unknown, used-up and foreign tokens are no error, and a foreign one lives on', async () => {
    const foreign = await tokenFor(system, await createClient(system));
    for (const token of ['unknown', foreign, foreign]) expect((await own(token)).status).toBe(200);
    expect(await stillGood(foreign)).toBe(true);
  });

  it('400: without a token', async () => {
    expect(await own('')).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('401: without a client assertion, with a wrong one, and with a token of another scope', async () => {
    const token = await tokenFor(system, client);
    const wrong = { ...client, clientSecret: 'wrong' };
    expect(await service.post('revoke', { token })).toMatchObject({ status: 401 });
    expect(await own(token, wrong)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const bearer = { authorization: `Bearer ${token}` };
    expect(await service.post('revoke', { token }, bearer)).toMatchObject({
      status: 401,
      body: { error: 'insufficient_scope' },
    });
    expect(await stillGood(token)).toBe(true);
  });

  it('an assertion that revoked buys no token', async () => {
    const form = { ...tokenForm(system, client), token: 'unknown' };
    expect((await service.post('revoke', form)).status).toBe(200);
    expect((await service.post('access_token', form)).status).toBe(401);
  });
});

it('a revoked client is shut out with all its tokens', async () => {
  const gone = await createClient(system);
  const token = await tokenFor(system, gone);
  expect(await stillGood(token)).toBe(true);
  await revokeClient({ system, clientId: gone.clientId });
  expect(await stillGood(token)).toBe(false);
  expect((await service.token(gone)).status).toBe(401);
});

describe('grant_type authorization_code', () => {
  const redirect_uri = 'https://partner.example/back';
  const codeOf = async (clientId: string) =>
    (await createClientCode({ system, clientId, redirectUri: redirect_uri })).code;
  const exchange = (overrides: Record<string, string>, who = client) => {
    const { scope: _, ...form } = tokenForm(system, who);
    return service.post('access_token', {
      ...form,
      grant_type: 'authorization_code',
      redirect_uri,
      ...overrides,
    });
  };
  const INVALID_GRANT = { status: 400, body: { error: 'invalid_grant' } };

  it('200: a code gives a token of the realm, once', async () => {
    const code = await codeOf(client.clientId);
    const answer = await exchange({ code });
    expect(answer).toMatchObject({ status: 200, body: { scope: 'dsp-api-access', expires_in: 3599 } });
    expect(await exchange({ code })).toMatchObject(INVALID_GRANT);
  });

  it('200: of 20 exchanges at once one succeeds', async () => {
    const code = await codeOf(client.clientId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange({ code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('400 invalid_grant: an unknown code', async () => {
    expect(await exchange({ code: 'unknown' })).toMatchObject(INVALID_GRANT);
  });

  it('400 invalid_grant: after 60 seconds', async () => {
    const code = await codeOf(client.clientId);
    system.advance(60);
    expect(await exchange({ code })).toMatchObject(INVALID_GRANT);
    system.advance(-60);
  });

  it('400 invalid_grant: another redirect_uri, and the code is not spent by it', async () => {
    const code = await codeOf(client.clientId);
    for (const uri of ['https://partner.example/', `${redirect_uri}\0`])
      expect(await exchange({ code, redirect_uri: uri })).toMatchObject(INVALID_GRANT);
    expect((await exchange({ code })).status).toBe(200);
  });

  it('400 invalid_grant: the code of another client', async () => {
    const code = await codeOf(client.clientId);
    expect(await exchange({ code }, await createClient(system))).toMatchObject(INVALID_GRANT);
  });

  it('400 invalid_request: without code or redirect_uri', async () => {
    const INVALID_REQUEST = { status: 400, body: { error: 'invalid_request' } };
    expect(await exchange({})).toMatchObject(INVALID_REQUEST);
    expect(await exchange({ code: 'c', redirect_uri: '' })).toMatchObject(INVALID_REQUEST);
  });

  it('400 invalid_scope: a wrong scope does not spend the code', async () => {
    const code = await codeOf(client.clientId);
    expect(await exchange({ code, scope: 'upload' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    expect((await exchange({ code })).status).toBe(200);
  });

  it('401: a code does without no assertion', async () => {
    const code = await codeOf(client.clientId);
    expect((await exchange({ code, client_assertion: '' })).status).toBe(401);
  });
});

describe('key rotation', () => {
  const kids = async () => {
    const { keys } = (await service.app.inject('/identity/oauth2/jwks')).json();
    return keys.map(({ kid }: { kid: string }) => kid);
  };
  /** Another process, which has not cached the key set. */
  const newcomer = (system: TestSystem) => {
    const { pool, close } = openDatabase({ url: system.database.url });
    onTestFinished(close);
    return { ...system, pool };
  };
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

  it('GET /identity/oauth2/jwks returns public keys only, and can be cached for less time than a key is announced in advance', async () => {
    await tokenFor(system, client);
    const response = await service.app.inject('/identity/oauth2/jwks');
    expect(response.headers['cache-control']).toBe('public, max-age=300');
    for (const key of response.json().keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('private halves are sealed at rest', async () => {
    for (const { privateKey } of await system.db.signingKey.findMany())
      expect(Buffer.from(privateKey).toString('latin1')).not.toContain('PRIVATE KEY');
  });

  it('a successor is published before it signs, and the old key until its tokens are gone', async () => {
    const own = await testSystem();
    const who = await createClient(own);
    const keysOf = async () => (await own.db.signingKey.findMany()).map(({ kid }) => kid);
    const before = await tokenFor(own, who);
    await rotateKeys(own, { force: true });
    expect(await keysOf()).toHaveLength(2);
    expect(kidOf(await tokenFor(newcomer(own), who))).toBe(kidOf(before));

    own.advance(600);
    await rotateKeys(own);
    const after = await tokenFor(newcomer(own), who);
    expect(kidOf(after)).not.toBe(kidOf(before));
    for (const token of [before, after]) expect((await introspect({ system: own, token })).active).toBe(true);

    own.advance(3599 + 600);
    await sweepIdentity(own);
    expect(await keysOf()).toEqual([kidOf(after)]);
  });

  it('happens automatically after 30 days, and once, however many processes check', async () => {
    const own = await testSystem();
    const who = await createClient(own);
    await Promise.all(Array.from({ length: 10 }, () => tokenFor(own, who)));
    expect(await own.db.signingKey.count()).toBe(1);
    own.advance(30 * 86_400);
    await Promise.all(Array.from({ length: 10 }, () => tokenFor(own, who)));
    expect(await own.db.signingKey.count()).toBe(2);
  });

  it('a token signed a moment ago with a key of another process is accepted', async () => {
    await kids();
    await system.db.signingKey.deleteMany();
    const other = await startTokenProcess(system);
    const body = new URLSearchParams(tokenForm(system, admin, 'admin'));
    const answer = await fetch(`${other.origin}/identity/oauth2/access_token`, { method: 'POST', body });
    const { access_token } = (await answer.json()) as { access_token: string };
    expect(await stillGood(access_token)).toBe(true);
  });
});

it('the sweep drops what has expired, and nothing else', async () => {
  const own = await testSystem();
  const who = await createClient(own);
  const ownService = await tokenService(own);
  await createClientCode({ system: own, clientId: who.clientId, redirectUri: 'https://x.example' });
  await ownService.token(who);
  const count = () => Promise.all([own.db.spentAssertion.count(), own.db.authorizationCode.count()]);
  await sweepIdentity(own);
  expect(await count()).toEqual([1, 1]);
  own.advance(86_400);
  await sweepIdentity(own);
  expect(await count()).toEqual([0, 0]);
});

const flipped = (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
