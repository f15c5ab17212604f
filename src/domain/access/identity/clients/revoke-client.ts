import type { System } from '../../../context.ts';
import { rememberedAccess } from '../tokens/remembered-access.ts';
import { findClient } from './find-client.ts';

/** Revokes a client and all its tokens. For operators. Throws NotFoundError. */
export async function revokeClient(options: {
  readonly system: System;
  readonly clientId: string;
}): Promise<{ clientId: string; revoked: true }> {
  const { system } = options;
  const { id, revokedAt } = await findClient(system.db, options.clientId);
  await system.db.apiClient.update({ where: { id }, data: { revokedAt: revokedAt ?? system.now() } });
  rememberedAccess(system).forget({ clientId: id });
  return { clientId: id, revoked: true };
}
