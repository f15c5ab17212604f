import { markCarriedOut } from '../../access/idempotency/carried-out.ts';
import type { DomainContext } from '../../context.ts';
import { ForbiddenError } from '../../errors.ts';
import type { IntakeCaller } from './caller.ts';

/** What one post to the intake is. */
interface Post {
  readonly ctx: DomainContext;
  /** Without it the client gets no tokens for that part of the intake either. */
  readonly realm: 'events' | 'aaca';
  /** Throws what a post would be refused with, and stores nothing. */
  readonly check: (caller: IntakeCaller) => void | Promise<void>;
  readonly post: (caller: IntakeCaller, idempotencyKey: string | undefined) => Promise<{ receiptId: string }>;
}

/**
 * Posts to the intake as the caller's own client; with `validateOnly` it is only checked. Throws ForbiddenError for a
 * client without the realm.
 */
export async function sendAsCaller({ ctx, realm, check, post }: Post): Promise<{ receiptId: string | null }> {
  const { db, actor, seatId, heldKey } = ctx;
  const client = await db.apiClient.findUnique({ where: { id: actor.clientId }, select: { realms: true } });
  if (!client?.realms.includes(realm)) throw new ForbiddenError();
  const caller = { clientId: actor.clientId, seatId };
  if (ctx.validateOnly) {
    await check(caller);
    return { receiptId: null };
  }
  // The intake stores it with a group of others, in a transaction of theirs: with one around it, calls would hold
  // the connections that the intake waits for. The key makes sure there that it is stored once.
  const { receiptId } = await post(caller, heldKey?.key);
  if (heldKey) await markCarriedOut(db, heldKey);
  return { receiptId };
}
