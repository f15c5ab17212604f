import { markCarriedOut } from '../../access/idempotency/carried-out.ts';
import type { DomainContext } from '../../context.ts';
import { ForbiddenError } from '../../errors.ts';
import type { IntakeCaller } from './caller.ts';

/** A post to the intake. */
interface Post {
  readonly ctx: DomainContext;
  /** The realm that the client needs to get tokens for that part of the intake. */
  readonly realm: 'events' | 'aaca';
  /** Throws the error that a post would get, and stores nothing. */
  readonly check: (caller: IntakeCaller) => void | Promise<void>;
  /** Returns no ID if there was nothing to store. */
  readonly post: (
    caller: IntakeCaller,
    idempotencyKey: string | undefined,
  ) => Promise<{ receiptId: string | null }>;
}

/**
 * Posts to the intake as the caller's own client; with `validateOnly`, only checks. Throws ForbiddenError for a client
 * without the realm.
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
  // The intake stores it in the transaction of a group. Inside a transaction of its own, calls would hold the
  // connections that the intake waits for. The Idempotency-Key ensures that it is stored once.
  const { receiptId } = await post(caller, heldKey?.key);
  if (heldKey) await markCarriedOut(db, heldKey);
  return { receiptId };
}
