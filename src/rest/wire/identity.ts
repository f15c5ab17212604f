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
