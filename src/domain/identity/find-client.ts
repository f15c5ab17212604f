import type { Db } from '../../db/client.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { isClientId } from './client-id.ts';

/** For operators: a client of any seat, revoked ones included. Throws NotFoundError. */
export async function findClient(db: Db, id: string) {
  const client = isClientId(id) ? await db.apiClient.findUnique({ where: { id } }) : undefined;
  if (!client) throw new NotFoundError('Client');
  return client;
}

/** The same of one that can still be used. Throws NotFoundError, ConflictError. */
export async function findLiveClient(db: Db, id: string) {
  const client = await findClient(db, id);
  if (client.revokedAt) throw new ConflictError('The client is revoked.');
  return client;
}
