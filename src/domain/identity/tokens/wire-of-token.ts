import type { System } from '../../context.ts';
import { type WireProfile, wireProfile } from '../wire-profile.ts';
import { signedClaims } from './access-token.ts';

/**
 * The wire profile of a token's client, also once the token has expired or was revoked: a refusal is worded
 * by it. Undefined for what this service never signed.
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
