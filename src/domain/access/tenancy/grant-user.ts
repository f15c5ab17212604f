import type { Role, System } from '../../context.ts';
import { rememberedAccess } from '../identity/tokens/remembered-access.ts';
import { findSeat, findUser } from './find.ts';

/** Makes the user a member of the seat, or changes their role in it. Throws NotFoundError. */
export async function grantUser(options: {
  readonly system: System;
  readonly userId: number;
  readonly seatId: number;
  readonly role: Role;
}): Promise<{ userId: number; seatId: number; role: Role }> {
  const { system, role } = options;
  const { id: userId } = await findUser(system.db, options.userId);
  const { id: seatId } = await findSeat(system.db, options.seatId);
  await system.db.seatMember.upsert({
    where: { userId_seatId: { userId, seatId } },
    create: { userId, seatId, role },
    update: { role },
  });
  rememberedAccess(system).forget({ userId });
  return { userId, seatId, role };
}
