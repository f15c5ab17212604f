import type { DocumentSettings, InterfaceDocument, Operation } from '../openapi/operation.ts';
import { arrayOf, boolean, integer, objectOf, ref, text } from '../openapi/schemas.ts';

const FORM = 'application/x-www-form-urlencoded';
const BASE = '/identity/oauth2';
const REFUSALS = [400, 401, 413, 415, 500, 503];

const assertion = (settings: DocumentSettings) => ({
  client_assertion_type: {
    type: 'string',
    enum: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
    description: 'What the assertion is.',
  },
  client_assertion: text('A JWT, signed with HS256 and the client secret; a new one for each request.'),
  realm: text('The realm, which stands in the assertion’s audience too.', {
    enum: [settings.eventsRealm, 'aaca', 'dsp', 'admin'],
  }),
});

/** The token service (spec 1; RULINGS A1 to A5). */
export function identityDocument(settings: DocumentSettings): InterfaceDocument {
  const operations: Operation[] = [
    {
      method: 'post',
      path: `${BASE}/access_token`,
      id: 'requestToken',
      summary: 'Exchange a client assertion, or an authorization code, for an access token.',
      body: { type: FORM, schema: ref('TokenRequest') },
      answer: ref('Token'),
      refusals: REFUSALS,
      open: true,
    },
    {
      method: 'post',
      path: `${BASE}/introspect`,
      id: 'introspectToken',
      summary: 'Ask whether a token is valid (RFC 7662); the caller’s own has scope `introspect`.',
      body: { type: FORM, schema: objectOf({ token: text('The token asked about.') }) },
      answer: ref('Introspection'),
      refusals: REFUSALS,
    },
    {
      method: 'post',
      path: `${BASE}/revoke`,
      id: 'revokeToken',
      summary: 'Revoke a token (RFC 7009), with an assertion or with a token of scope `revoke`.',
      body: {
        type: FORM,
        schema: objectOf(
          { token: text('The token to revoke.'), ...assertion(settings) },
          { optional: ['client_assertion_type', 'client_assertion', 'realm'] },
        ),
      },
      answer: { mediaTypes: {} },
      refusals: REFUSALS,
      open: true,
    },
    {
      method: 'get',
      path: `${BASE}/jwks`,
      id: 'listKeys',
      summary: 'The keys that access tokens are signed with (RFC 7517).',
      answer: objectOf({ keys: arrayOf({ type: 'object' }, 'JSON Web Keys.') }),
      refusals: [500, 503],
      open: true,
    },
  ];
  return {
    tag: 'Token service',
    description: 'Access tokens for clients that sign assertions.',
    security: ['bearer'],
    refusal: 'OAuthError',
    operations,
    schemas: {
      TokenRequest: objectOf(
        {
          grant_type: text('How the client asks.', { enum: ['client_credentials', 'authorization_code'] }),
          ...assertion(settings),
          scope: text('Scopes, separated by spaces.'),
          code: text('Of authorization_code: the code.'),
          redirect_uri: text('Of authorization_code: the address that the code is bound to.'),
        },
        { description: 'The form of a token request.', optional: ['code', 'redirect_uri', 'scope'] },
      ),
      Token: objectOf(
        {
          access_token: text('The token.'),
          scope: text('What it allows.'),
          token_type: text('Bearer.', { enum: ['Bearer'] }),
          expires_in: integer('Seconds that it lives.'),
        },
        { description: 'An access token.' },
      ),
      Introspection: {
        ...objectOf({ active: boolean('Whether it is valid.') }, { description: 'What a token is worth.' }),
        additionalProperties: true,
      },
      OAuthError: objectOf(
        {
          error: text('The code of OAuth 2.0, such as invalid_client.'),
          error_description: text('A sentence.'),
        },
        { description: 'A refusal of the token service.' },
      ),
    },
  };
}
