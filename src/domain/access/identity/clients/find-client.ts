import type { Db } from '../../../../platform/database/connection/client.ts';
import { ConflictError, NotFoundError } from '../../../errors.ts';
import { isClientId } from '../client-id.ts';

/** For operators: returns a client of any seat, including revoked ones. Throws NotFoundError. */
export async function findClient(db: Db, id: string) {
  const client = isClientId(id) ? await db.apiClient.findUnique({ where: { id } }) : undefined;
  if (!client) throw new NotFoundError('Client');
  return client;
}

/** Returns a client that is not revoked. For operators. Throws NotFoundError and ConflictError. */
export async function findLiveClient(db: Db, id: string) {
  const client = await findClient(db, id);
  if (client.revokedAt) throw new ConflictError('The client is revoked.');
  return client;
}
