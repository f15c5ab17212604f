import { transaction } from '../../../../platform/database/connection/client.ts';
import type { System } from '../../../context.ts';
import { rememberedAccess } from '../tokens/remembered-access.ts';
import type { WireProfile } from '../wire-profile.ts';
import { userName } from './create-client.ts';
import { findLiveClient } from './find-client.ts';

/**
 * Changes the name or the wire profile of a client immediately. A user who has no other client gets the name, too: the
 * change history shows users. Throws NotFoundError and ConflictError.
 */
export async function setClient(options: {
  readonly system: System;
  readonly clientId: string;
  /** Null removes it. */
  readonly name?: string | null | undefined;
  readonly wire?: WireProfile | undefined;
}): Promise<{ clientId: string; name: string | null; wire: WireProfile | null }> {
  const { system, name, wire } = options;
  const { id, userId } = await findLiveClient(system.db, options.clientId);
  const client = await transaction(system.db, async (db) => {
    if (name !== undefined && (await db.apiClient.count({ where: { userId } })) === 1)
      await db.user.update({ where: { id: userId }, data: { name: userName(id, name) } });
    return db.apiClient.update({
      where: { id },
      data: { ...(name !== undefined && { name }), ...(wire && { wire }) },
    });
  });
  rememberedAccess(system).forget({ clientId: id });
  return { clientId: id, name: client.name, wire: client.wire as WireProfile | null };
}
