import { randomUUID } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { afterAll, expect, it } from 'vitest';
import { createClientCode } from '../../../src/domain/access/identity/create-client-code.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testSystem } from '../../support/system.ts';
import { tokenService } from '../../support/token-service.ts';

// An OAuth library as partners use it; it must be configured with the realm and, for events, a jti that is a UUID.
const urls: string[] = [];
const system = { ...(await testSystem()), publicUrls: urls };
const { app } = await tokenService(system);
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
urls.push(origin);
afterAll(() => app.close());

const client = await createClient(system, { realms: ['dsp', 'events'] });
const server: oauth.AuthorizationServer = {
  issuer: `${origin}/identity`,
  token_endpoint: `${origin}/identity/oauth2/access_token`,
  introspection_endpoint: `${origin}/identity/oauth2/introspect`,
  revocation_endpoint: `${origin}/identity/oauth2/revoke`,
  jwks_uri: `${origin}/identity/oauth2/jwks`,
};
const insecure = { [oauth.allowInsecureRequests]: true };
const known: oauth.Client = { client_id: client.clientId };
const authentication = (realm: string) =>
  oauth.ClientSecretJwt(client.clientSecret, {
    [oauth.modifyAssertion]: (_header, payload) => {
      payload.aud = `${server.token_endpoint}?realm=${realm}`;
      payload.jti = randomUUID();
    },
  });

it.each([
  ['dsp', 'dsp-api-access'],
  ['events', 'pixel-event'],
])('client credentials with client_secret_jwt: realm %s', async (realm, scope) => {
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    known,
    authentication(realm),
    { realm, scope },
    insecure,
  );
  const token = await oauth.processClientCredentialsResponse(server, known, response);
  expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3599, scope });
});

it('a refusal is understood as an OAuth error', async () => {
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    known,
    oauth.ClientSecretJwt('wrong'),
    { realm: 'dsp', scope: 'dsp-api-access' },
    insecure,
  );
  await expect(oauth.processClientCredentialsResponse(server, known, response)).rejects.toMatchObject({
    error: 'invalid_client',
    error_description: 'JWT is has expired or is not valid',
    status: 401,
  });
});

it('an authorization code is exchanged', async () => {
  const redirectUri = 'https://partner.example/back';
  const { code } = await createClientCode({ system, clientId: client.clientId, redirectUri });
  const response = await oauth.genericTokenEndpointRequest(
    server,
    known,
    authentication('dsp'),
    'authorization_code',
    { realm: 'dsp', code, redirect_uri: redirectUri },
    insecure,
  );
  const token = await oauth.processGenericTokenEndpointResponse(server, known, response);
  expect(token.scope).toBe('dsp-api-access');
});

it('a token is revoked', async () => {
  const token = await tokenFor(system, client);
  const response = await oauth.revocationRequest(server, known, authentication('dsp'), token, {
    ...insecure,
    additionalParameters: { realm: 'dsp' },
  });
  await expect(oauth.processRevocationResponse(response)).resolves.toBeUndefined();
});
