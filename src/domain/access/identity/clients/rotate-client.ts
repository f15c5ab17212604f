import { transaction } from '../../../../platform/database/connection/client.ts';
import type { System } from '../../../context.ts';
import { newSecret, sealSecret } from './client-secret.ts';
import { findLiveClient } from './find-client.ts';

/**
 * Creates a new secret for a client. The old one remains valid for `overlapS` seconds. For operators. Throws
 * NotFoundError and ConflictError. A client whose secret is known to admins of its seat has access to this seat only,
 * until an operator rotates the secret without an overlap.
 */
export async function rotateClient(options: {
  readonly system: System;
  readonly clientId: string;
  readonly overlapS: number;
  /** Whether the new secret is shown to an admin of the client's seat. */
  readonly forSeat?: boolean;
}): Promise<{ clientId: string; clientSecret: string }> {
  const { system, overlapS, forSeat = false } = options;
  const clientSecret = newSecret();
  return transaction(system.db, async (db) => {
    const { id, secret, seatOnly } = await findLiveClient(db, options.clientId);
    const until = new Date(system.now().getTime() + overlapS * 1000);
    const previous = { previousSecret: secret, previousSecretUntil: until };
    const none = { previousSecret: null, previousSecretUntil: null };
    await db.apiClient.update({
      where: { id },
      data: {
        secret: sealSecret(system, id, clientSecret),
        rotatedAt: system.now(),
        seatOnly: forSeat || (seatOnly && overlapS > 0),
        ...(overlapS > 0 ? previous : none),
      },
    });
    return { clientId: id, clientSecret };
  });
}
