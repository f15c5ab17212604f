import { transaction } from '../../../../platform/database/connection/client.ts';
import type { Role, System } from '../../../context.ts';
import { findPixels, findSeat } from '../../tenancy/find.ts';
import { newClientId } from '../client-id.ts';
import type { Realm } from '../realms.ts';
import type { WireProfile } from '../wire-profile.ts';
import { newSecret, sealSecret } from './client-secret.ts';

/**
 * Creates an API client with its own user, who becomes a member of the seat. `pixelIds` is its allow-list for server
 * events. The secret is only returned here. For operators. Throws NotFoundError.
 */
export async function createClient(options: {
  readonly system: System;
  readonly seatId: number;
  readonly role: Role;
  readonly realms: readonly Realm[];
  /** What it is for. */
  readonly name?: string | null | undefined;
  readonly pixelIds?: readonly number[];
  /** Default: the default of the service. */
  readonly wire?: WireProfile | undefined;
  /** True for a client whose secret is shown to admins of the seat: it has access to no other seat. */
  readonly seatOnly?: boolean;
}): Promise<{ clientId: string; clientSecret: string; userId: number; seatId: number }> {
  const { system, role, realms, name, pixelIds = [], wire, seatOnly = false } = options;
  const clientId = newClientId();
  const clientSecret = newSecret();
  return transaction(system.db, async (db) => {
    const { id: seatId } = await findSeat(db, options.seatId);
    const pixels = await findPixels(db, seatId, pixelIds);
    const user = await db.user.create({
      data: { name: userName(clientId, name), memberships: { create: { seatId, role } } },
    });
    await db.apiClient.create({
      data: {
        id: clientId,
        userId: user.id,
        name: name ?? null,
        seatId,
        realms: [...new Set(realms)],
        wire: wire ?? null,
        seatOnly,
        secret: sealSecret(system, clientId, clientSecret),
        pixels: { create: pixels.map(({ id }) => ({ pixelId: id })) },
      },
    });
    return { clientId, clientSecret, userId: user.id, seatId };
  });
}

/** What the history calls the user of a client. */
export const userName = (clientId: string, name: string | null | undefined): string =>
  name ?? `API client ${clientId}`;
