import { createHmac } from 'node:crypto';
import type { System } from '../../../context.ts';
import { isClientId } from '../client-id.ts';
import { liveSecrets, newSecret, signedByOneOf } from '../clients/client-secret.ts';

/** Returns the active client that has this ID and secret. Takes as long for an unknown client as for a wrong secret. */
export async function findSecretHolder(
  system: System,
  given: { readonly clientId: string; readonly clientSecret: string },
) {
  const id = isClientId(given.clientId) ? given.clientId : '?';
  const row = await system.db.apiClient.findUnique({ where: { id } });
  const known = row && !row.revokedAt && !row.suspendedAt ? row : undefined;
  const holder = known && { id: known.id, secrets: liveSecrets(known, system.now()) };
  // Signing a random text proves that the caller has the secret.
  const signingInput = newSecret();
  const signature = createHmac('sha256', given.clientSecret).update(signingInput).digest('base64url');
  return signedByOneOf(system, holder, { signingInput, signature }) ? known : undefined;
}
