import type { System } from '../../../context.ts';
import { authenticateClient, type Form } from '../assertions/authenticate-client.ts';
import { authenticate } from '../authenticate.ts';
import { OAuthError } from '../oauth-error.ts';
import { type AccessTokenClaims, verifyAccessToken } from './access-token.ts';
import { revokeUntil } from './revoke-until.ts';

/**
 * Revokes an access token (RFC 7009). A bearer token with scope `revoke` can revoke any token; a client that
 * authenticates by assertion can revoke its own. Does nothing for unknown, expired and other clients' tokens. Throws
 * OAuthError, UnauthenticatedError.
 */
export async function revokeToken(options: {
  readonly system: System;
  readonly form: Form;
  readonly bearer: string | undefined;
  readonly requestId: string;
}): Promise<void> {
  const { system, form, bearer, requestId } = options;
  const mayRevoke = await authority({ system, form, bearer, requestId });
  const token = form.get('token');
  if (!token) throw new OAuthError('invalid_request', 'token is required');
  const claims = await verifyAccessToken(system, token);
  if (!claims || !mayRevoke(claims)) return;
  await revokeUntil(system, { jti: claims.jti, expiresAt: new Date(claims.exp * 1000) });
}

async function authority(options: {
  system: System;
  form: Form;
  bearer: string | undefined;
  requestId: string;
}): Promise<(claims: AccessTokenClaims) => boolean> {
  const { system, form, bearer, requestId } = options;
  if (bearer !== undefined) {
    await authenticate({ system, token: bearer, scope: 'revoke', requestId });
    return () => true;
  }
  const client = await authenticateClient(system, form);
  return (claims) => claims.client_id === client.id;
}
