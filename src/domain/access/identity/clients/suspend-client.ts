import type { System } from '../../../context.ts';
import { recheckAccess } from '../tokens/access-epoch.ts';
import { rememberedAccess } from '../tokens/remembered-access.ts';
import { findLiveClient } from './find-client.ts';

/**
 * Suspends a client, or reactivates it. A suspended client gets no tokens, and every process, including intake, refuses
 * its existing ones within 5 seconds. For operators. Throws NotFoundError and ConflictError.
 */
export async function suspendClient(options: {
  readonly system: System;
  readonly clientId: string;
  readonly suspended: boolean;
}): Promise<{ clientId: string; suspended: boolean }> {
  const { system, suspended } = options;
  const { id, suspendedAt } = await findLiveClient(system.db, options.clientId);
  if ((suspendedAt !== null) !== suspended)
    await system.db.apiClient.update({
      where: { id },
      data: { suspendedAt: suspended ? system.now() : null },
    });
  await recheckAccess(system.pool);
  rememberedAccess(system).forget({ clientId: id });
  return { clientId: id, suspended };
}
