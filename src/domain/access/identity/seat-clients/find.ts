import { authorizeAdmin, type DomainContext } from '../../../context.ts';
import type { KnownClient } from '../../tenancy/known.ts';
import { listManagedClients } from '../../tenancy/managed-clients.ts';

/** The maximum number of clients of a seat that are returned. */
export const MAX_LISTED = 200;

/** Returns the clients that the seat manages: active ones first, then newest first. For admins. */
export function listSeatClients(ctx: DomainContext): Promise<KnownClient[]> {
  authorizeAdmin(ctx);
  return listManagedClients(ctx, MAX_LISTED);
}
