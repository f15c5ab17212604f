import { describe, expect, it } from 'vitest';
import { createClient as registerClient } from '../../../src/domain/access/identity/clients/create-client.ts';
import { createSeat, type TestClient } from '../../support/actors.ts';
import { ASSERTION_TYPE, assertionOf, audienceOf, ORIGIN } from '../../support/assertion.ts';
import { testSystem } from '../../support/system.ts';
import { tokenService } from '../../support/token-service.ts';

/** Entry "The token endpoint at /zts/v1/oauth2/token". */

const PATH = '/zts/v1/oauth2/token';
const PREFIX = 'idb2b.dsp.dspapi.';
const NOT_VALID = { error: 'invalid_client', error_description: 'JWT is has expired or is not valid' };
const FAILED = { error: 'invalid_client', error_description: 'Client authentication failed' };

const system = await testSystem();
const service = await tokenService(system);
const { seatId } = await createSeat(system);

const clientOf = (wire: 'observed' | 'documented', realms: ('dsp' | 'events')[] = ['dsp', 'events']) =>
  registerClient({ system, seatId, role: 'ADMIN', realms, wire });
const client = await clientOf('observed');

interface Sent {
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly form?: Record<string, string>;
  readonly url?: string;
  readonly clientSecret?: string;
}

/** As these clients ask: whole seconds, a constant jti, no realm. */
const formOf = (of: TestClient, { claims = {}, header = {}, form = {}, clientSecret }: Sent = {}) => ({
  grant_type: 'client_credentials',
  client_assertion_type: ASSERTION_TYPE,
  client_assertion: assertionOf({
    ...of,
    ...(clientSecret !== undefined && { clientSecret }),
    now: system.now(),
    header,
    claims: { aud: `${ORIGIN}/zts/v1`, jti: crypto.randomUUID(), ...claims },
  }),
  scope: 'api-client',
  ...form,
});

async function post(form: Record<string, string>, url = PATH) {
  const answer = await service.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const ask = (of: TestClient, sent: Sent = {}) => post(formOf(of, sent), sent.url);

describe('observed', () => {
  it.each([`${ORIGIN}/zts/v1`, `${ORIGIN}${PATH}`, `${ORIGIN}${PATH}?realm=dsp`])(
    'audience %s: a token of realm dsp, with no-store',
    async (aud) => {
      const { status, headers, body } = await ask(client, { claims: { aud } });
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(body).toEqual({
        ...{ access_token: expect.any(String), expires_in: 3599, token_type: 'Bearer' },
        scope: 'dsp-api-access',
      });
    },
  );

  it('its own client ID, or it behind the prefix, as iss and sub', async () => {
    const named = (iss: string, sub = iss) => ask(client, { claims: { iss, sub } });
    const prefixed = `${PREFIX}${client.clientId}`;
    expect((await named(prefixed)).status).toBe(200);
    expect(await named(prefixed, client.clientId)).toMatchObject({ status: 401, body: NOT_VALID });
    for (const iss of [PREFIX, `${PREFIX}${prefixed}`, `idb2b.dsp.${client.clientId}`])
      expect(await named(iss)).toMatchObject({ status: 401, body: NOT_VALID });
  });

  it.each(['api-client', 'dsp-api-access', 'api-client dsp-api-access'])('scope %s', async (scope) => {
    expect(await ask(client, { form: { scope } })).toMatchObject({
      status: 200,
      body: { scope: 'dsp-api-access' },
    });
  });

  it.each(['', 'upload', 'api-client upload', 'pixel-event'])('scope "%s" is invalid', async (scope) => {
    expect(await ask(client, { form: { scope } })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
  });

  it('realm dsp or none, no other', async () => {
    expect((await ask(client, { form: { realm: 'dsp' } })).status).toBe(200);
    for (const realm of ['events', 'aaca', 'admin', 'other'])
      expect(await ask(client, { form: { realm } })).toMatchObject({ status: 401, body: FAILED });
    expect(await ask(await clientOf('observed', ['events']))).toMatchObject({ status: 401, body: FAILED });
  });

  it('the very same assertion returns the same token', async () => {
    const form = formOf(client, { claims: { jti: 'constant' } });
    const [first, ...others] = await Promise.all([post(form), post(form), post(form)]);
    expect(first).toMatchObject({ status: 200 });
    for (const { body } of others) expect(body.access_token).toBe(first?.body.access_token);
    expect((await post(form)).body.access_token).toBe(first?.body.access_token);
  });

  it('the other rules of an assertion hold: algorithm, signature, times, one audience', async () => {
    const iat = Math.floor(system.now().getTime() / 1000);
    for (const sent of [
      { clientSecret: 'wrong' },
      { claims: { exp: iat - 1 } },
      { claims: { iat: iat + 120 } },
      { claims: { iat, exp: iat + 86_400 } },
      { claims: { aud: [`${ORIGIN}/zts/v1`] } },
      { claims: { aud: audienceOf('dsp') } },
      { claims: { aud: `${ORIGIN}${PATH}?realm=events` } },
    ])
      expect(await ask(client, sent)).toMatchObject({ status: 401, body: NOT_VALID });
    for (const sent of [{ header: { alg: 'none' } }, { header: { alg: 'HS512' } }, { claims: { aud: null } }])
      expect(await ask(client, sent)).toMatchObject({ status: 401, body: FAILED });
    expect((await ask(client, { form: { grant_type: 'refresh_token' } })).body).toMatchObject({
      error: 'invalid_request',
    });
  });

  it('with a slash at its end; another method is refused with Allow, a path below it does not exist', async () => {
    expect((await ask(client, { url: `${PATH}/` })).status).toBe(200);
    const got = await service.app.inject({ method: 'GET', url: PATH });
    expect([got.statusCode, got.headers.allow, got.json().error]).toEqual([405, 'POST', 'invalid_request']);
    expect((await service.app.inject({ method: 'POST', url: `${PATH}/x` })).statusCode).toBe(404);
  });

  it('its audiences and its scope are of no use at the documented endpoint', async () => {
    const token = (sent: Sent) => service.post('access_token', { ...formOf(client, sent), realm: 'dsp' });
    expect(await token({})).toMatchObject({ status: 401, body: NOT_VALID });
    expect(await token({ claims: { aud: audienceOf('dsp') } })).toMatchObject({
      body: { error: 'invalid_scope' },
    });
  });
});

describe('documented', () => {
  it('is refused as an unknown client', async () => {
    const documented = await clientOf('documented');
    const [known, unknown] = [
      await ask(documented),
      await ask({ ...documented, clientId: crypto.randomUUID() }),
    ];
    expect(known).toMatchObject({ status: 401, body: NOT_VALID });
    expect(known.body).toEqual(unknown.body);
    expect(system.logged()).toContain(
      `client ${documented.clientId} does not have the observed wire profile`,
    );
  });

  it('is refused in the same way if it lacks the realm, so that the response reveals nothing', async () => {
    expect(await ask(await clientOf('documented', ['events']))).toMatchObject({
      status: 401,
      body: NOT_VALID,
    });
  });
});
