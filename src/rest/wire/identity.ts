import type { Divergence } from './divergence.ts';

/** `domain/access/identity/assertions/repeated-assertion.ts` stores the token of each assertion. */
export const repeatedAssertion: Divergence = {
  name: 'A repeated assertion',
  differs:
    'The same assertion again, byte for byte, answers the token that it got the first time, with what is left of its `expires_in`. It is refused once the assertion, the token or the secret is dead. Realm `dsp` and grant `client_credentials` only: everything else stays single-use.',
  sentBy:
    'All of them: they make assertions from whole seconds and a constant `jti`, or none, so that two processes that start within a second send the same one.',
  example: {
    documented: '401 {"error": "invalid_client", "error_description": "JWT is has expired or is not valid"}',
    observed: '200 {"access_token": "<the same>", "expires_in": 3597, … }',
  },
};

/** `domain/access/identity/assertions/token-endpoint.ts` knows what requests of each endpoint look like. */
export const tokenEndpoint: Divergence = {
  name: 'The token endpoint at /zts/v1/oauth2/token',
  differs:
    '`POST /zts/v1/oauth2/token` issues tokens of realm `dsp`; `realm` may be left out. `aud` is the public URL followed by `/zts/v1`, `/zts/v1/oauth2/token` or `/zts/v1/oauth2/token?realm=dsp`. `iss` and `sub` are the client ID, or `idb2b.dsp.dspapi.` and the client ID. The scope `api-client` is `dsp-api-access`, which is also the answered `scope`. Everything else is as at `/identity/oauth2/access_token`, including a repeated assertion. A client of the documented profile is refused like an unknown one.',
  sentBy: 'The newest clients, which have this path, its audience and its scope built in.',
  example: {
    documented:
      'POST /identity/oauth2/access_token  aud=https://id.example/identity/oauth2/access_token?realm=dsp',
    observed: 'POST /zts/v1/oauth2/token            aud=https://id.example/zts/v1',
  },
};
