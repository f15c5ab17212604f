import { Problems } from '../../../resources/define/input.ts';
import { authorizeAdmin, type DomainContext, inTransaction } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { sealAnswer } from '../idempotency/carried-out.ts';
import { lockManagedClient } from '../tenancy/managed-clients.ts';
import { CreateAuthorizationCode } from './input.ts';
import { mintCode } from './mint-code.ts';

/**
 * Creates an authorization code for a client that the caller's seat manages; by default the caller's own. For admins.
 * Throws ForbiddenError, NotFoundError, ValidationError.
 */
export async function createAuthorizationCode(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ code: string }> {
  const { ctx: outer, input } = options;
  authorizeAdmin(outer);
  const problems = new Problems();
  const parsed = problems.parse(outer, CreateAuthorizationCode, input);
  const { redirectUri, clientId: id = outer.actor.clientId } = problems.complete(
    parsed,
    CreateAuthorizationCode,
  );

  return inTransaction(outer, async (ctx) => {
    const { id: clientId, revokedAt } = await lockManagedClient(ctx, id);
    if (revokedAt) throw new NotFoundError('Client');
    sealAnswer(outer.heldKey);
    return mintCode({ db: ctx.db, now: ctx.now(), clientId, redirectUri });
  });
}
