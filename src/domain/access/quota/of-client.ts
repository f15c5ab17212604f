import { authorizeAdmin, type DomainContext } from '../../context.ts';
import { findClients } from '../tenancy/managed-clients.ts';
import { USER_QUOTAS } from './set.ts';
import { showUserQuota } from './show.ts';

/** The limit of one quota. */
export interface QuotaLimit {
  /** The name in `flightline quota set`, in camel case. */
  readonly name: string;
  readonly limit: number;
}

/**
 * Returns the quotas of the user of a client that the seat manages, or of the caller's own; null for any other client.
 * For admins. Throws ForbiddenError.
 */
export async function quotasOfClient(ctx: DomainContext, clientId: string): Promise<QuotaLimit[] | null> {
  authorizeAdmin(ctx);
  const [known] = await findClients(ctx, [clientId]);
  const client = known && (await ctx.db.apiClient.findUnique({ where: { id: known.id } }));
  if (!client) return null;
  const limits: Readonly<Record<string, unknown>> = {
    ...(await showUserQuota({ system: ctx, userId: client.userId })),
  };
  return USER_QUOTAS.map((name) => ({ name, limit: Number(limits[name]) }));
}
