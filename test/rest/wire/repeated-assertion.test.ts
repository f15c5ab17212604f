import { expect, it } from 'vitest';
import { revokeClient } from '../../../src/domain/access/identity/clients/revoke-client.ts';
import { rotateClient } from '../../../src/domain/access/identity/clients/rotate-client.ts';
import { setClient } from '../../../src/domain/access/identity/clients/set-client.ts';
import { createClient, type TestClient, tokenFor } from '../../support/actors.ts';
import { assertionOf, audienceOf } from '../../support/assertion.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm, tokenService } from '../../support/token-service.ts';

/** Entry "A repeated assertion". */

const NOT_VALID = { error: 'invalid_client', error_description: 'JWT is has expired or is not valid' };
const system = await testSystem();
const service = await tokenService(system);

const clientOf = async (wire: 'observed' | 'documented'): Promise<TestClient> => {
  const client = await createClient(system, { realms: ['dsp', 'events', 'admin'] });
  await setClient({ system, clientId: client.clientId, wire });
  return client;
};
/** As these clients make it: whole seconds and a constant jti, or none. */
const formOf = (client: TestClient, jti: string | undefined = 'dsp-api-token', expS = 3600) => {
  const iat = Math.floor(system.now().getTime() / 1000);
  const client_assertion = assertionOf({ ...client, claims: { iat, exp: iat + expS, jti } });
  return { ...tokenForm(system, client), client_assertion };
};
const ask = (form: Record<string, string>) => service.post('access_token', form);

it.each(['dsp-api-token', undefined])(
  'observed: the same assertion again returns the same token with the time it has left (jti %s)',
  async (jti) => {
    const form = formOf(await clientOf('observed'), jti);
    const first = await ask(form);
    expect(first).toMatchObject({ status: 200, body: { expires_in: 3599, scope: 'dsp-api-access' } });
    system.advance(100);
    const { status, body } = await ask(form);
    system.advance(-100);
    expect(status).toBe(200);
    expect(body).toEqual({ ...first.body, expires_in: expect.any(Number) });
    expect(body.expires_in).toBeGreaterThan(3490);
    expect(body.expires_in).toBeLessThanOrEqual(3499);
  },
);

it('documented: the same assertion again is refused', async () => {
  const form = formOf(await clientOf('documented'));
  expect((await ask(form)).status).toBe(200);
  expect(await ask(form)).toMatchObject({ status: 401, body: NOT_VALID });
});

it('a repeat that requests a scope which the realm does not have is invalid_scope, and the token remains valid', async () => {
  const form = formOf(await clientOf('observed'));
  const first = await ask(form);
  for (const scope of ['upload', 'dsp-api-access upload', ''])
    expect(await ask({ ...form, scope })).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  expect((await ask(form)).body.access_token).toBe(first.body.access_token);
});

it('twenty at once get one token', async () => {
  const form = formOf(await clientOf('observed'));
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(form)));
  expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

it('one that differs in a byte is another one', async () => {
  const client = await clientOf('observed');
  const [first, second] = [await ask(formOf(client)), await ask(formOf(client, 'other'))];
  expect(second.body.access_token).not.toBe(first.body.access_token);
});

it('is refused once the token has expired, though the assertion lives', async () => {
  const form = formOf(await clientOf('observed'), 'long', 7200);
  expect((await ask(form)).status).toBe(200);
  system.advance(3600);
  const answer = await ask(form);
  system.advance(-3600);
  expect(answer).toMatchObject({ status: 401, body: NOT_VALID });
});

it('is refused once the assertion has expired, though the token lives', async () => {
  const form = formOf(await clientOf('observed'), 'short', 60);
  expect((await ask(form)).status).toBe(200);
  system.advance(61);
  const answer = await ask(form);
  system.advance(-61);
  expect(answer).toMatchObject({ status: 401, body: NOT_VALID });
});

it('is refused once the token was revoked', async () => {
  const client = await clientOf('observed');
  const form = formOf(client);
  const { body } = await ask(form);
  const bearer = await tokenFor(system, client, { realm: 'admin' });
  await service.post('revoke', { token: String(body.access_token) }, { authorization: `Bearer ${bearer}` });
  expect(await ask(form)).toMatchObject({ status: 401, body: NOT_VALID });
});

it('is refused once its secret was replaced, and lives on with the old one for the overlap', async () => {
  const client = await clientOf('observed');
  const form = formOf(client);
  const { body } = await ask(form);
  await rotateClient({ system, clientId: client.clientId, overlapS: 60 });
  expect((await ask(form)).body.access_token).toBe(body.access_token);
  await rotateClient({ system, clientId: client.clientId, overlapS: 0 });
  expect(await ask(form)).toMatchObject({ status: 401, body: NOT_VALID });
});

it('is refused of a revoked client, and of one that is documented now', async () => {
  for (const end of [
    (clientId: string) => revokeClient({ system, clientId }),
    (clientId: string) => setClient({ system, clientId, wire: 'documented' }),
  ]) {
    const client = await clientOf('observed');
    const form = formOf(client);
    expect((await ask(form)).status).toBe(200);
    await end(client.clientId);
    expect(await ask(form)).toMatchObject({ status: 401, body: NOT_VALID });
  }
});

it('is single-use in every other realm, for another grant, and to revoke', async () => {
  const client = await clientOf('observed');
  const events = tokenForm(system, client, 'events');
  expect((await ask(events)).status).toBe(200);
  expect((await ask(events)).status).toBe(401);
  const form = formOf(client);
  const { body } = await ask(form);
  expect(
    (await ask({ ...form, grant_type: 'authorization_code', code: 'x', redirect_uri: 'x:y' })).status,
  ).toBe(401);
  expect((await service.post('revoke', { ...form, token: String(body.access_token) })).status).toBe(401);
});

it('one that got no token is used up: a wrong scope, or a revocation, spends it', async () => {
  const client = await clientOf('observed');
  const form = formOf(client);
  expect((await ask({ ...form, scope: 'other' })).body).toMatchObject({ error: 'invalid_scope' });
  expect(await ask(form)).toMatchObject({ status: 401, body: NOT_VALID });
  const other = formOf(client, 'revoking');
  expect((await service.post('revoke', { ...other, token: 'x' })).status).toBe(200);
  expect(await ask(other)).toMatchObject({ status: 401, body: NOT_VALID });
});

it('stores the token encrypted: the database has it nowhere in plain text', async () => {
  const { body } = await ask(formOf(await clientOf('observed')));
  const rows = await system.db.spentAssertion.findMany({ where: { token: { not: null } } });
  const stored = rows.map(({ token }) => Buffer.from(token ?? []).toString('latin1')).join('');
  expect(stored.length).toBeGreaterThan(100);
  expect(stored).not.toContain(String(body.access_token).slice(0, 40));
});

it('a wrong audience is logged with the setting that takes it, cut short', async () => {
  const client = await clientOf('observed');
  const aud = audienceOf('dsp', 'https://id.other.example');
  const wrong = assertionOf({ ...client, claims: { aud } });
  expect(await service.token(client, { client_assertion: wrong })).toMatchObject({ body: NOT_VALID });
  expect(system.logged()).toMatch(/wrong audience .*id\.other\.example.*FLIGHTLINE_PUBLIC_URL/);
  const long = assertionOf({ ...client, claims: { aud: 'x'.repeat(4000) } });
  await service.token(client, { client_assertion: long });
  expect(system.logged()).not.toContain('x'.repeat(400));
});
