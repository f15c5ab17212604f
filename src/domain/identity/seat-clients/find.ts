import { authorizeAdmin, type DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { CLIENT, type KnownClient } from '../../tenancy/known.ts';

/** Most clients of a seat that are listed. */
export const MOST_LISTED = 200;

/** The clients of the seat: those that can be used first, then the newest first. For admins. */
export function listSeatClients(ctx: DomainContext): Promise<KnownClient[]> {
  authorizeAdmin(ctx);
  return ctx.db.apiClient.findMany({
    where: { seatId: ctx.seatId },
    select: CLIENT,
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'desc' }, { id: 'asc' }],
    take: MOST_LISTED,
  });
}

/** One of them. Throws NotFoundError. */
export async function seatClient(ctx: DomainContext, clientId: string): Promise<KnownClient> {
  const client = await ctx.db.apiClient.findFirst({
    where: { id: clientId, seatId: ctx.seatId },
    select: CLIENT,
  });
  if (!client) throw new NotFoundError('Client');
  return client;
}
