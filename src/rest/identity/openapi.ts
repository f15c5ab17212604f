import type { DocumentSettings, InterfaceDocument, Operation } from '../openapi/operation.ts';
import { arrayOf, boolean, integer, JSON_VALUE, objectOf, ref, text } from '../openapi/schemas.ts';
import { ASSERTION, EXAMPLES, IDENTITY_REFUSALS, TOKEN } from './examples.ts';

const FORM = 'application/x-www-form-urlencoded';
const BASE = '/identity/oauth2';
const REFUSALS = [400, 401, 413, 415, 500, 503];

const assertion = (settings: DocumentSettings) => ({
  client_assertion_type: {
    type: 'string',
    enum: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
    description: 'The type of the assertion.',
  },
  client_assertion: text('A JWT signed with HS256 and the client secret. Create a new one for each request.'),
  realm: text('The realm, which is also part of the assertion’s audience.', {
    enum: [settings.eventsRealm, 'aaca', 'dsp', 'admin'],
  }),
});

export function identityDocument(settings: DocumentSettings): InterfaceDocument {
  const operations: Operation[] = [
    {
      method: 'post',
      path: `${BASE}/access_token`,
      id: 'requestToken',
      summary: 'Exchange a client assertion or an authorization code for an access token',
      body: {
        type: FORM,
        schema: ref('TokenRequest'),
        example: { grant_type: 'client_credentials', ...ASSERTION, scope: 'dsp-api-access' },
      },
      answer: ref('Token'),
      example: EXAMPLES.token,
      refusals: REFUSALS,
      open: true,
    },
    {
      method: 'post',
      path: `${BASE}/introspect`,
      id: 'introspectToken',
      summary: 'Check whether a token is valid (RFC 7662), with a token of scope introspect',
      body: {
        type: FORM,
        schema: objectOf({ token: text('The token to check.') }),
        example: { token: TOKEN },
      },
      answer: ref('Introspection'),
      example: EXAMPLES.introspection,
      refusals: REFUSALS,
    },
    {
      method: 'post',
      path: `${BASE}/revoke`,
      id: 'revokeToken',
      summary: 'Revoke a token (RFC 7009), with an assertion or a token of scope revoke',
      body: {
        type: FORM,
        schema: objectOf(
          { token: text('The token to revoke.'), ...assertion(settings) },
          { optional: ['client_assertion_type', 'client_assertion', 'realm'] },
        ),
        example: { token: TOKEN, ...ASSERTION },
      },
      answer: { mediaTypes: {} },
      example: undefined,
      refusals: REFUSALS,
      open: true,
    },
    {
      method: 'get',
      path: `${BASE}/jwks`,
      id: 'listKeys',
      summary: 'List the keys that sign access tokens (RFC 7517)',
      answer: objectOf({
        keys: arrayOf({ type: 'object', additionalProperties: JSON_VALUE }, 'The JSON Web Keys.'),
      }),
      example: EXAMPLES.keys,
      refusals: [500, 503],
      open: true,
    },
  ];
  return {
    tag: 'Token service',
    description: 'Issues access tokens to clients that sign assertions.',
    security: ['bearer'],
    refusal: 'OAuthError',
    refusalExamples: IDENTITY_REFUSALS,
    operations,
    schemas: {
      TokenRequest: objectOf(
        {
          grant_type: text('The type of grant.', { enum: ['client_credentials', 'authorization_code'] }),
          ...assertion(settings),
          scope: text('The scopes, separated by spaces.'),
          code: text('The authorization code. Only for the `authorization_code` grant.'),
          redirect_uri: text(
            'The redirect URI that the code is bound to. Only for the `authorization_code` grant.',
          ),
        },
        { description: 'The form of a token request.', optional: ['code', 'redirect_uri', 'scope'] },
      ),
      Token: objectOf(
        {
          access_token: text('The access token.'),
          scope: text('The scopes of the token.'),
          token_type: text('The type of the token. Always `Bearer`.', { enum: ['Bearer'] }),
          expires_in: integer('The lifetime of the token in seconds.'),
        },
        { description: 'An access token.' },
      ),
      Introspection: {
        ...objectOf(
          { active: boolean('Whether the token is valid.') },
          { description: 'The state of a token.' },
        ),
        additionalProperties: JSON_VALUE,
      },
      OAuthError: objectOf(
        {
          error: text('The OAuth 2.0 error code, such as `invalid_client`.'),
          error_description: text('A readable description of the error.'),
        },
        { description: 'An error of the token service.' },
      ),
    },
  };
}
