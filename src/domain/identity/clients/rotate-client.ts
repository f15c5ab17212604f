import { transaction } from '../../../db/client.ts';
import type { System } from '../../context.ts';
import { newSecret, sealSecret } from './client-secret.ts';
import { findLiveClient } from './find-client.ts';

/**
 * Creates a new secret for a client. The old one remains valid for `overlapS` seconds (RULINGS A6). For
 * operators. Throws NotFoundError and ConflictError.
 */
export async function rotateClient(options: {
  readonly system: System;
  readonly clientId: string;
  readonly overlapS: number;
}): Promise<{ clientId: string; clientSecret: string }> {
  const { system, overlapS } = options;
  const clientSecret = newSecret();
  return transaction(system.db, async (db) => {
    const { id, secret } = await findLiveClient(db, options.clientId);
    const until = new Date(system.now().getTime() + overlapS * 1000);
    const previous = { previousSecret: secret, previousSecretUntil: until };
    const none = { previousSecret: null, previousSecretUntil: null };
    await db.apiClient.update({
      where: { id },
      data: {
        secret: sealSecret(system, id, clientSecret),
        rotatedAt: system.now(),
        ...(overlapS > 0 ? previous : none),
      },
    });
    return { clientId: id, clientSecret };
  });
}
