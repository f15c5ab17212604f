import type { System } from '../../../context.ts';
import { type WireProfile, wireProfile } from '../wire-profile.ts';
import { signedClaims } from './access-token.ts';

/**
 * The wire profile of a token's client, which also decides how a refusal is worded, so it is found for expired
 * and revoked tokens, too. Undefined for a token that this service did not sign.
 */
export async function wireOfToken(system: System, token: string): Promise<WireProfile | undefined> {
  const claims = await signedClaims(system, token);
  if (!claims) return undefined;
  const client = await system.db.apiClient.findUnique({
    where: { id: claims.client_id },
    select: { wire: true },
  });
  return client ? wireProfile(system.config, client.wire) : undefined;
}
