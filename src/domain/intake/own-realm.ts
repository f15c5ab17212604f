import type { DomainContext } from '../context.ts';
import { ForbiddenError } from '../errors.ts';

/** Throws ForbiddenError for a client without the realm, which gets no tokens for that part of the intake either. */
export async function requireOwnRealm({ db, actor }: DomainContext, realm: 'events' | 'aaca'): Promise<void> {
  const client = await db.apiClient.findUnique({ where: { id: actor.clientId }, select: { realms: true } });
  if (!client?.realms.includes(realm)) throw new ForbiddenError();
}
