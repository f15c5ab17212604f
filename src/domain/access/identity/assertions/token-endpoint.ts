import type { System } from '../../../context.ts';
import { DSP_SCOPE, type Realm, realmByName, realmName } from '../realms.ts';
import type { WireProfile } from '../wire-profile.ts';

/** A path that issues tokens, and what its requests look like. */
export interface TokenEndpoint {
  readonly path: string;
  /** Returns the realm that a form names, or undefined if the endpoint has no such realm. */
  realmOf(system: System, name: string | undefined): Realm | undefined;
  /** Returns the allowed values of `aud`. */
  audiences(system: System, realm: Realm): string[];
  /** Returns the client ID in `iss` and `sub`. */
  clientIdOf(issuer: string): string;
  /** Returns the scope that clients request by this name. */
  scopeOf(name: string): string;
  /** For clients of other wire profiles, the endpoint answers as for an unknown client. */
  readonly wire?: WireProfile;
}

export const TOKEN_ENDPOINT: TokenEndpoint = {
  path: '/identity/oauth2/access_token',
  realmOf: (system, name = '') => realmByName(system.config, name),
  audiences: (system, realm) =>
    system.publicUrls.map((url) => `${url}${TOKEN_ENDPOINT.path}?realm=${realmName(system.config, realm)}`),
  clientIdOf: (issuer) => issuer,
  scopeOf: (name) => name,
};

const CLIENT_ID_PREFIX = 'idb2b.dsp.dspapi.';

/** The token endpoint at the path that some clients of the observed profile have built in. Realm `dsp` only. */
export const OBSERVED_TOKEN_ENDPOINT: TokenEndpoint = {
  path: '/zts/v1/oauth2/token',
  realmOf: (_system, name = 'dsp') => (name === 'dsp' ? name : undefined),
  audiences: ({ publicUrls }) =>
    publicUrls.flatMap((url) => {
      const endpoint = `${url}${OBSERVED_TOKEN_ENDPOINT.path}`;
      return [`${url}/zts/v1`, endpoint, `${endpoint}?realm=dsp`];
    }),
  clientIdOf: (issuer) =>
    issuer.startsWith(CLIENT_ID_PREFIX) ? issuer.slice(CLIENT_ID_PREFIX.length) : issuer,
  scopeOf: (name) => (name === 'api-client' ? DSP_SCOPE : name),
  wire: 'observed',
};

export const TOKEN_ENDPOINTS = [TOKEN_ENDPOINT, OBSERVED_TOKEN_ENDPOINT] as const;

/** Returns the endpoint of a path, with or without a trailing slash. */
export const tokenEndpointAt = (path: string): TokenEndpoint | undefined =>
  TOKEN_ENDPOINTS.find((endpoint) => path === endpoint.path || path === `${endpoint.path}/`);
