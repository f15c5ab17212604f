import { authorizeAdmin, type DomainContext, inTransaction } from '../context.ts';
import { NotFoundError } from '../errors.ts';
import { isClientId } from './client-id.ts';
import { mintCode } from './mint-code.ts';

/**
 * Mints an authorization code for a client of the caller's seat, by default the caller's own (RULINGS A5).
 * For admins. Throws ForbiddenError, NotFoundError, ValidationError.
 */
export async function createAuthorizationCode({
  ctx,
  input,
}: {
  ctx: DomainContext;
  input: { readonly redirectUri: unknown; readonly clientId?: unknown };
}): Promise<{ code: string }> {
  authorizeAdmin(ctx);
  return inTransaction(ctx, async ({ db, seatId }) => {
    const id = input.clientId ?? ctx.actor.clientId;
    const client = isClientId(id)
      ? await db.apiClient.findFirst({ where: { id, seatId, revokedAt: null } })
      : undefined;
    if (!client) throw new NotFoundError('Client');
    return mintCode({ db, now: ctx.now(), clientId: client.id, redirectUri: input.redirectUri });
  });
}
