import { describe, expect, it } from 'vitest';
import { createClient, type TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm } from '../../support/token-service.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
const redirectUri = 'https://partner.example/back';

async function mint(
  caller: TestClient,
  input: Record<string, unknown>,
  { validateOnly = false, key = '' } = {},
) {
  const query = `mutation ($input: CreateAuthorizationCodeInput!, $validateOnly: Boolean) {
    createAuthorizationCode(input: $input, validateOnly: $validateOnly) {
      __typename
      ... on CreateAuthorizationCodePayload { code }
      ... on ValidationError { issues { path message } }
      ... on NotFoundError { message }
      ... on ForbiddenError { message }
    }
  }`;
  const headers = { ...(await bearerHeaders(system, caller)), ...(key && { 'idempotency-key': key }) };
  const { body } = await send('POST', '/graphql', {
    headers,
    body: { query, variables: { input, validateOnly } },
  });
  return body.data?.createAuthorizationCode ?? body;
}

async function exchange(client: TestClient, code: string): Promise<number> {
  const { scope: _, ...form } = tokenForm(system, client);
  const response = await app.inject({
    method: 'POST',
    url: '/identity/oauth2/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...form,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code,
    }).toString(),
  });
  return response.statusCode;
}

describe('createAuthorizationCode', () => {
  it('mints a code for the caller’s own client', async () => {
    const client = await createClient(system);
    const { __typename, code } = await mint(client, { redirectUri });
    expect(__typename).toBe('CreateAuthorizationCodePayload');
    expect(await exchange(client, code)).toBe(200);
  });

  it('mints a code for another client of the seat', async () => {
    const admin = await createClient(system);
    const other = await createClient(system, { seatId: admin.seatId });
    const { code } = await mint(admin, { redirectUri, clientId: other.clientId });
    expect(await exchange(admin, code)).toBe(400);
    expect(await exchange(other, code)).toBe(200);
  });

  it('does not find a client of another seat, as if there were none', async () => {
    const admin = await createClient(system);
    const foreign = await createClient(system);
    for (const clientId of [foreign.clientId, 'nobody', 'with space'])
      expect(await mint(admin, { redirectUri, clientId })).toEqual({
        __typename: 'NotFoundError',
        message: 'Client not found.',
      });
  });

  it.each(['EDITOR', 'VIEWER'] as const)(
    'is for admins: %s is refused before anything else',
    async (role) => {
      const answer = await mint(await createClient(system, { role }), { redirectUri: 'bad' });
      expect(answer.__typename).toBe('ForbiddenError');
    },
  );

  it.each(['relative', 'https://x.example/#part', 'https://x.example/\0'])(
    'refuses the redirect URI %j',
    async (uri) => {
      const answer = await mint(await createClient(system), { redirectUri: uri });
      expect(answer.__typename).toBe('ValidationError');
      expect(answer.issues[0].path).toBe('redirectUri');
    },
  );

  it('the code is encrypted in the response that is stored for its Idempotency-Key', async () => {
    const client = await createClient(system);
    const { code } = await mint(client, { redirectUri }, { key: 'one-code' });
    const { rows } = await system.pool.query(
      'SELECT sealed, body FROM idempotency_record WHERE client_id = $1 AND key = $2',
      [client.clientId, 'one-code'],
    );
    expect(rows).toMatchObject([{ sealed: true }]);
    expect(String(rows[0].body)).not.toContain(code);
    expect((await mint(client, { redirectUri }, { key: 'one-code' })).code).toBe(code);
  });

  it('with validateOnly it stores nothing', async () => {
    const client = await createClient(system);
    const { code } = await mint(client, { redirectUri }, { validateOnly: true });
    expect(await exchange(client, code)).toBe(400);
  });
});
