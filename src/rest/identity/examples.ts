import { invalidAssertion, invalidScope } from '../../domain/access/identity/oauth-error.ts';
import { EXAMPLE_TIME, refusalExamples } from '../openapi/examples.ts';
import { identityInterface, oauthBody } from './envelope.ts';

/** Examples of the OpenAPI document. The client, its tokens and the key do not exist. */

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const jwt = (header: object, claims: object, signature: string) =>
  [encode(header), encode(claims), Buffer.from(signature).toString('base64url')].join('.');

const clientId = '2f1c0a52-8d5e-4f0b-9a5e-2f4f6a1d7c3b';
const iat = Math.floor(EXAMPLE_TIME.getTime() / 1000);
const jti = '9b2d7f0e-51c4-4b3a-8f6e-7d1a2c3b4e5f';
const claims = {
  iss: 'https://api.example.com/identity',
  sub: clientId,
  client_id: clientId,
  user_id: 7,
  seat_id: 3,
  realm: 'dsp',
  scope: 'dsp-api-access',
  iat,
  exp: iat + 3599,
  jti,
};

export const ASSERTION = {
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: jwt(
    { alg: 'HS256', typ: 'JWT' },
    {
      aud: 'https://api.example.com/identity/oauth2/access_token?realm=dsp',
      iss: clientId,
      sub: clientId,
      iat,
      exp: iat + 600,
      jti,
    },
    'signed with the client secret',
  ),
  realm: 'dsp',
};

export const TOKEN = jwt({ alg: 'ES256', typ: 'at+jwt' }, claims, 'signed with a key of the service');

export const EXAMPLES = {
  token: { access_token: TOKEN, scope: claims.scope, token_type: 'Bearer', expires_in: 3599 },
  introspection: { active: true, token_type: 'Bearer', ...claims },
  keys: {
    keys: [
      {
        kty: 'EC',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
        crv: 'P-256',
        kid: '5b3f6c1e',
        use: 'sig',
        alg: 'ES256',
      },
    ],
  },
} as const;

export const IDENTITY_REFUSALS = {
  ...refusalExamples(identityInterface),
  400: oauthBody(invalidScope('')),
  401: oauthBody(invalidAssertion('')),
};
