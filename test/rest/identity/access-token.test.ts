import { randomUUID } from 'node:crypto';
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type TestClient } from '../../support/actors.ts';
import { assertionOf } from '../../support/assertion.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm, tokenService } from '../../support/token-service.ts';

const NOT_VALID = { error: 'invalid_client', error_description: 'JWT is has expired or is not valid' };
const FAILED = { error: 'invalid_client', error_description: 'Client authentication failed' };
const NO_GRANT = { error: 'invalid_request', error_description: 'Grant type is not set' };
const BAD_SCOPE = { error: 'invalid_scope', error_description: 'Unknown/invalid scope(s)' };

const system = await testSystem();
const service = await tokenService(system);
let client: TestClient;
beforeAll(async () => {
  client = await createClient(system);
});

const sign = (options: { claims?: Record<string, unknown>; realm?: string; clientSecret?: string } = {}) =>
  assertionOf({ ...client, ...options });

describe('POST /identity/oauth2/access_token → 200', () => {
  // covers: 1.what-the-service-does.3, 1.request-an-access-token.method-and-path, 1.request-an-access-token.body
  // covers: 1.request-an-access-token.response-200, 1.token-request.scope, 1.limits.pixel-flow-token-lifetime
  // covers: 1.token-lifetime-and-use.pixel-events, 1.token-lifetime-and-use.conversion-postback
  // covers: 1.limits.conversion-flow-token-lifetime
  it.each([
    ['dsp', 'dsp-api-access', 3599],
    ['events', 'pixel-event', 3599],
    ['aaca', 'upload', 599],
  ])(
    'realm %s gives a bearer token for scope %s and %i seconds, never to be stored',
    async (realm, scope, seconds) => {
      const { status, headers, body } = await service.token(client, { realm, scope });
      expect(status).toBe(200);
      expect(body).toEqual({
        access_token: expect.any(String),
        scope,
        token_type: 'Bearer',
        expires_in: seconds,
      });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-type']).toContain('application/json');
    },
  );

  it('answers with and without a trailing slash', async () => {
    expect((await service.post('access_token/', tokenForm(system, client))).status).toBe(200);
  });

  it('the token verifies with the published key set and says whose it is', async () => {
    const { body } = await service.token(client);
    const token = String(body.access_token);
    const { keys } = (await service.app.inject('/identity/oauth2/jwks')).json() as { keys: JWK[] };
    const { kid } = decodeProtectedHeader(token);
    const key = await importJWK(keys.find((candidate) => candidate.kid === kid) ?? {}, 'ES256');
    const { payload, protectedHeader } = await jwtVerify(token, key, { typ: 'at+jwt' });
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload).toMatchObject({
      client_id: client.clientId,
      user_id: client.userId,
      seat_id: client.seatId,
      realm: 'dsp',
      scope: 'dsp-api-access',
      jti: expect.any(String),
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3599);
  });

  it('a list of scopes is granted whole, each once', async () => {
    const admin = await createClient(system, { realms: ['admin'] });
    const { body } = await service.token(admin, { realm: 'admin', scope: 'revoke introspect revoke' });
    expect(body).toMatchObject({ scope: 'revoke introspect', expires_in: 3599 });
  });

  it('either public URL is a good audience', async () => {
    const aud = 'http://localhost:4000/identity/oauth2/access_token?realm=dsp';
    expect((await service.token(client, { client_assertion: sign({ claims: { aud } }) })).status).toBe(200);
  });

  it('exp and iat may have fractions, and iat may be 50 s ahead', async () => {
    const now = Date.now() / 1000;
    const claims = { iat: now + 50.5, exp: now + 600.25 };
    expect((await service.token(client, { client_assertion: sign({ claims }) })).status).toBe(200);
  });

  it('outside the events realm jti is optional, and a constant one may be used again', async () => {
    for (const jti of [undefined, 'constant', 'constant']) {
      const iat = Math.floor(Date.now() / 1000) - Math.floor(Math.random() * 1e5) / 1e4;
      const client_assertion = sign({ claims: { jti, iat } });
      expect((await service.token(client, { client_assertion })).status).toBe(200);
    }
  });

  // covers: 1.token-request.realm
  it('the events realm has the name that the operator configured', async () => {
    const branded = { ...system, config: { ...system.config, eventsRealm: 'brand' } };
    const brandedService = await tokenService(branded);
    const form = { realm: 'brand', scope: 'pixel-event' };
    expect((await brandedService.token(client, form)).status).toBe(200);
    expect((await brandedService.token(client, { ...form, realm: 'events' })).body).toEqual(FAILED);
  });
});

describe('POST /identity/oauth2/access_token → 400 invalid_request', () => {
  // covers: 1.token-request.grant_type, 1.token-service-errors.invalid_request
  it.each([undefined, '', 'password', 'refresh_token', 'CLIENT_CREDENTIALS'])(
    'Grant type is not set: grant_type %s',
    async (grant) => {
      const { grant_type: _, ...form } = tokenForm(system, client);
      const answer = await service.post(
        'access_token',
        grant === undefined ? form : { ...form, grant_type: grant },
      );
      expect(answer).toMatchObject({ status: 400, body: NO_GRANT });
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it('form parameter names are lower case', async () => {
    const { grant_type, ...form } = tokenForm(system, client);
    const answer = await service.post('access_token', { ...form, Grant_Type: String(grant_type) });
    expect(answer).toMatchObject({ status: 400, body: NO_GRANT });
  });
});

describe('POST /identity/oauth2/access_token → 400 invalid_scope', () => {
  // covers: 1.token-service-errors.invalid_scope
  it.each(['', 'pixel-event', 'DSP-API-ACCESS', 'dsp-api-access upload', 'dsp-api-access\u00a0x', ','])(
    'Unknown/invalid scope(s): scope "%s" in realm dsp',
    async (scope) =>
      expect(await service.token(client, { scope })).toMatchObject({ status: 400, body: BAD_SCOPE }),
  );
});

describe('POST /identity/oauth2/access_token → 401 invalid_client', () => {
  const seconds = () => Math.floor(Date.now() / 1000);

  // covers: 1.token-service-errors.invalid_client
  it.each<[string, () => Record<string, string>]>([
    ['expired assertion', () => ({ client_assertion: sign({ claims: { exp: seconds() - 1 } }) })],
    ['wrong audience', () => ({ client_assertion: sign({ claims: { aud: 'https://elsewhere' } }) })],
    [
      'unknown client ID',
      () => ({ client_assertion: assertionOf({ clientId: randomUUID(), clientSecret: 'x' }) }),
    ],
    ['wrong secret', () => ({ client_assertion: sign({ clientSecret: 'wrong' }) })],
    ['an assertion for another realm', () => ({ client_assertion: sign({ realm: 'aaca' }) })],
  ])('JWT is has expired or is not valid (sic): %s', async (_, overrides) => {
    expect(await service.token(client, overrides())).toMatchObject({ status: 401, body: NOT_VALID });
  });

  // covers: 1.token-service-errors.invalid_client~2, 1.token-request.client_assertion_type
  it.each<[string, () => Record<string, string>]>([
    ['unknown realm', () => ({ realm: 'nowhere', client_assertion: sign({ realm: 'nowhere' }) })],
    [
      'a realm that the client is not registered for',
      () => ({ realm: 'admin', client_assertion: sign({ realm: 'admin' }) }),
    ],
    ['missing realm', () => ({ realm: '' })],
    [
      'wrong assertion type',
      () => ({ client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' }),
    ],
    ['missing assertion type', () => ({ client_assertion_type: '' })],
    ['missing assertion', () => ({ client_assertion: '' })],
    ['truncated assertion', () => ({ client_assertion: sign().split('.').slice(0, 2).join('.') })],
    ['hidden characters', () => ({ client_assertion: ` ${sign()}` })],
    ['missing exp', () => ({ client_assertion: sign({ claims: { exp: undefined } }) })],
    ['non-numeric exp', () => ({ client_assertion: sign({ claims: { exp: String(seconds() + 600) } }) })],
    ['missing iat', () => ({ client_assertion: sign({ claims: { iat: undefined } }) })],
    ['non-numeric iat', () => ({ client_assertion: sign({ claims: { iat: String(seconds()) } }) })],
    ['missing aud', () => ({ client_assertion: sign({ claims: { aud: undefined } }) })],
  ])('Client authentication failed: %s', async (_, overrides) => {
    expect(await service.token(client, overrides())).toMatchObject({ status: 401, body: FAILED });
  });
});

describe('POST /identity/oauth2/access_token, events realm', () => {
  const ask = (claims: Record<string, unknown>, realm = 'events') =>
    service.token(client, {
      ...{ realm: 'events', scope: 'pixel-event' },
      client_assertion: sign({ realm, claims }),
    });

  it.each([undefined, 'constant', randomUUID().replaceAll('-', '')])(
    'a jti that is no UUID is Client authentication failed: %s',
    async (jti) => expect(await ask({ jti })).toMatchObject({ status: 401, body: FAILED }),
  );

  // The jti is required in the events realm only, so the realm must be checked first.
  it.each([undefined, 'constant', randomUUID()])(
    'an assertion for another realm is not valid, whatever its jti: %s',
    async (jti) => expect(await ask({ jti }, 'aaca')).toMatchObject({ status: 401, body: NOT_VALID }),
  );
});

describe('POST /identity/oauth2/access_token, refused by HTTP', () => {
  const post = (headers: Record<string, string>, payload: string) =>
    service.app.inject({ method: 'POST', url: '/identity/oauth2/access_token', headers, payload });

  // covers: 1.request-an-access-token.request-header
  it('another Content-Type is 415 in the envelope of the token service', async () => {
    const response = await post({ 'content-type': 'application/json' }, '{}');
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('a body over 1 MiB is 413', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await post(form, `a=${'x'.repeat(1024 * 1024)}`);
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ error: 'invalid_request' });
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('%s is 405 with Allow', async (method) => {
    const response = await service.app.inject({ method, url: '/identity/oauth2/access_token' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('POST');
  });
});
