import type { Db } from '../../db/client.ts';
import { NotFoundError } from '../errors.ts';
import { isClientId } from './client-id.ts';

/** For operators: a client of any seat, revoked ones included. Throws NotFoundError. */
export async function findClient(db: Db, id: string) {
  const client = isClientId(id) ? await db.apiClient.findUnique({ where: { id } }) : undefined;
  if (!client) throw new NotFoundError('Client');
  return client;
}
