import type { System } from '../../../context.ts';
import {
  type AuthenticatedClient,
  type Form,
  spendOnce,
  verifyAssertion,
} from '../assertions/authenticate-client.ts';
import { issueOnce, mayRepeat } from '../assertions/repeated-assertion.ts';
import { TOKEN_ENDPOINT, type TokenEndpoint } from '../assertions/token-endpoint.ts';
import { hashOfCode } from '../mint-code.ts';
import { invalidScope, OAuthError } from '../oauth-error.ts';
import { REALMS, type Realm } from '../realms.ts';
import { signAccessToken, type TokenResponse } from './access-token.ts';

/**
 * Issues an access token by the grant client_credentials or authorization_code. The client authenticates with its
 * assertion. Throws OAuthError.
 */
export async function issueToken(options: {
  readonly system: System;
  readonly form: Form;
  readonly endpoint?: TokenEndpoint;
}): Promise<TokenResponse> {
  const { system, form, endpoint = TOKEN_ENDPOINT } = options;
  const grant = form.get('grant_type');
  if (grant !== 'client_credentials' && grant !== 'authorization_code')
    throw new OAuthError('invalid_request', 'Grant type is not set');
  const { client, assertion } = await verifyAssertion(system, form, endpoint);
  const { realm } = client;
  if (grant === 'client_credentials' && mayRepeat(client)) {
    const scope = () => grantedScope(form.get('scope') ?? '', realm, endpoint);
    const issue = async () => signAccessToken(system, { client, realm, scope: scope() });
    const token = await issueOnce({ system, client, assertion, issue });
    // A repeated assertion is checked like any other: with a wrong scope it gets no token.
    scope();
    return token;
  }
  await spendOnce(system, client, assertion);
  // This grant has no scope field and requests all scopes of its realm.
  const requested =
    form.get('scope') ?? (grant === 'authorization_code' ? REALMS[realm].scopes.join(' ') : '');
  const scope = grantedScope(requested, realm, endpoint);
  if (grant === 'authorization_code') await redeemCode(system, client, form);
  return signAccessToken(system, { client, realm, scope });
}

function grantedScope(requested: string, realm: Realm, { scopeOf }: TokenEndpoint): string {
  const scopes = [...new Set(requested.split(' ').filter(Boolean).map(scopeOf))];
  if (scopes.length === 0) throw invalidScope('no scope was requested');
  if (!scopes.every((scope) => REALMS[realm].scopes.includes(scope)))
    throw invalidScope(`a scope that realm ${realm} does not have`);
  return scopes.join(' ');
}

/** One statement, so that only one of several concurrent exchanges of a code succeeds. */
async function redeemCode(system: System, client: AuthenticatedClient, form: Form): Promise<void> {
  const code = form.get('code');
  const redirectUri = form.get('redirect_uri');
  if (!code || !redirectUri) throw new OAuthError('invalid_request', 'code and redirect_uri are required');
  const { rowCount } = await system.pool.query(
    `DELETE FROM authorization_code
     WHERE hash = $1 AND client_id = $2 AND redirect_uri = $3 AND expires_at > $4`,
    [hashOfCode(code), client.id, redirectUri.replaceAll('\0', ' '), system.now()],
  );
  if (rowCount !== 1)
    throw new OAuthError('invalid_grant', 'The code is unknown, used or expired', `client ${client.id}`);
}
