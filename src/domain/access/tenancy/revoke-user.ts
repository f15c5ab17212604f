import { transaction } from '../../../platform/database/connection/client.ts';
import type { System } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { endMembership } from '../../sandbox/snapshots/schemas.ts';
import { rememberedAccess } from '../identity/tokens/remembered-access.ts';
import { findSeat, findUser } from './find.ts';

/**
 * Ends the user's membership of the seat. Tokens of the user's clients stop working there with the next call; a client
 * that belongs to this seat stops working everywhere. For operators. Throws NotFoundError.
 */
export async function revokeUser(options: {
  readonly system: System;
  readonly userId: number;
  readonly seatId: number;
}): Promise<{ userId: number; seatId: number }> {
  // First, so that a process that dies in between leaves no snapshot that brings the membership back.
  if (options.system.sandbox) await endMembership(options.system.pool, options);
  const revoked = await transaction(options.system.db, async (db) => {
    const { id: userId } = await findUser(db, options.userId);
    const { id: seatId } = await findSeat(db, options.seatId);
    const { count } = await db.seatMember.deleteMany({ where: { userId, seatId } });
    if (count === 0) throw new NotFoundError('Membership');
    return { userId, seatId };
  });
  rememberedAccess(options.system).forget({ userId: revoked.userId });
  return revoked;
}
