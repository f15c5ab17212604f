import type { System } from '../../../context.ts';
import { rememberedAccess } from '../tokens/remembered-access.ts';
import type { WireProfile } from '../wire-profile.ts';
import { findLiveClient } from './find-client.ts';

/** Changes the wire profile of a client immediately. For operators. Throws NotFoundError and ConflictError. */
export async function setClient(options: {
  readonly system: System;
  readonly clientId: string;
  readonly wire: WireProfile;
}): Promise<{ clientId: string; wire: WireProfile }> {
  const { system, wire } = options;
  const { id } = await findLiveClient(system.db, options.clientId);
  await system.db.apiClient.update({ where: { id }, data: { wire } });
  rememberedAccess(system).forget({ clientId: id });
  return { clientId: id, wire };
}
