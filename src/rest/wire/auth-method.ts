import type { Divergence } from './divergence.ts';

/** `rest/sign-in.ts` accepts it for clients of the observed profile. */
export const OBSERVED_AUTH_METHOD = 'oauth';

export const authMethod: Divergence = {
  name: 'X-Auth-Method: OAUTH',
  differs: '`X-Auth-Method` can be `OAUTH`, in any case, as well as `OAuth2`.',
  sentBy: 'The Python clients for trafficking, which predate the documented value.',
  example: { documented: 'X-Auth-Method: OAuth2', observed: 'X-Auth-Method: OAUTH' },
};
