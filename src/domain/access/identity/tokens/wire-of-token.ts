import type { System } from '../../../context.ts';
import { type WireProfile, wireProfile } from '../wire-profile.ts';
import { signedClaims } from './access-token.ts';

/**
 * Returns the wire profile of a token's client, or undefined for a token that this service did not sign. The profile
 * also decides how errors are worded, so it is found for expired and revoked tokens too.
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
