import type { System } from '../../src/domain/context.ts';
import { createServer } from '../../src/http/server.ts';
import { identityInterface } from '../../src/rest/identity/envelope.ts';
import { identityRoutes } from '../../src/rest/identity/routes.ts';
import type { TestClient } from './actors.ts';
import { ASSERTION_TYPE, assertionOf } from './assertion.ts';
import { documented } from './documented.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** The token service of one process, called without a network. */
export async function tokenService(system: System) {
  const app = createServer({ system, interfaces: [identityInterface] });
  await app.register(identityRoutes, { system });

  /** A form body; a list of pairs can repeat a name, a text is sent as it stands. */
  async function post(
    path: string,
    form: Record<string, string> | [string, string][] | string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = documented(
      await app.inject({
        method: 'POST',
        url: `/identity/oauth2/${path}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      }),
    );
    const body = response.body === '' ? {} : response.json();
    return { status: response.statusCode, headers: response.headers, body };
  }

  return {
    app,
    post,
    /** Asks for a token with a form that is right but for `overrides`. */
    token: (client: TestClient, overrides: Record<string, string> = {}) =>
      post('access_token', { ...tokenForm(system, client, overrides.realm), ...overrides }),
  };
}

export function tokenForm(system: System, client: TestClient, realm = 'dsp'): Record<string, string> {
  const scopes: Record<string, string> = {
    events: 'pixel-event',
    aaca: 'upload',
    admin: 'introspect revoke',
  };
  return {
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertionOf({ ...client, realm, now: system.now() }),
    realm,
    scope: scopes[realm] ?? 'dsp-api-access',
  };
}
