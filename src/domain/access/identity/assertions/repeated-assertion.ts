import type { SpentAssertion } from '../../../../platform/database/generated/prisma/client.ts';
import { seal, unseal } from '../../../../platform/keys/crypto.ts';
import type { System } from '../../../context.ts';
import { invalidAssertion, OAuthError } from '../oauth-error.ts';
import { type TokenResponse, verifyAccessToken } from '../tokens/access-token.ts';
import { liveAccess } from '../tokens/live-access.ts';
import type { Assertion } from './assertion.ts';
import { type AuthenticatedClient, spendOnce } from './authenticate-client.ts';
import { assertionKey } from './spend-assertion.ts';

const PURPOSE = 'issued-token';

/**
 * Clients of the observed profile build assertions from whole seconds and a constant `jti`, so two calls within a
 * second send the same assertion.
 */
export const mayRepeat = ({ wire, realm }: AuthenticatedClient): boolean =>
  wire === 'observed' && realm === 'dsp';

/**
 * Issues a token for an assertion. A repeated assertion gets the token of the first call, with its remaining lifetime,
 * and is refused once that token has expired or was revoked. Throws OAuthError `invalid_client`.
 */
export async function issueOnce(options: {
  readonly system: System;
  readonly client: AuthenticatedClient;
  readonly assertion: Assertion;
  readonly issue: () => Promise<TokenResponse>;
}): Promise<TokenResponse> {
  const { system, client, assertion, issue } = options;
  const key = assertionKey(assertion);
  const spent = await spentAssertion(system, key);
  if (spent) return repeated(system, client, spent);
  const made = await issue().catch(async (error) => {
    // A request for a wrong scope also uses up its assertion, as in the documented profile.
    if (error instanceof OAuthError) await spendOnce(system, client, assertion);
    throw error;
  });
  const token = seal(made.access_token, { ...system, purpose: PURPOSE, owner: client.id });
  // The primary key lets only one of several concurrent calls be the first.
  const { rowCount } = await system.pool.query(
    'INSERT INTO spent_assertion (key, expires_at, token) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [key, new Date(assertion.expiresAt * 1000), token],
  );
  return rowCount === 1 ? made : repeated(system, client, await spentAssertion(system, key));
}

const spentAssertion = ({ db }: System, key: Buffer<ArrayBuffer>) =>
  db.spentAssertion.findUnique({ where: { key } });

async function repeated(
  system: System,
  { id }: AuthenticatedClient,
  spent: SpentAssertion | null,
): Promise<TokenResponse> {
  if (!spent?.token) throw invalidAssertion(`client ${id} used an assertion again that got no token`);
  const token = unseal(spent.token, { ...system, purpose: PURPOSE, owner: id });
  const claims = await verifyAccessToken(system, token);
  const isAlive = claims && (await liveAccess(system, claims));
  const left = Math.floor((claims?.exp ?? 0) - system.now().getTime() / 1000);
  if (!isAlive || left < 1)
    throw invalidAssertion(`client ${id} used an assertion again whose token is dead`);
  return { access_token: token, scope: claims.scope, token_type: 'Bearer', expires_in: left };
}
