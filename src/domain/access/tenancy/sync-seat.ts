import type { System } from '../../context.ts';
import { rememberedAccess } from '../identity/tokens/remembered-access.ts';
import { findSeat } from './find.ts';

/** Makes a seat read-only, or writable again. Throws NotFoundError. */
export async function syncSeat(options: {
  readonly system: System;
  readonly seatId: number;
  readonly readOnly: boolean;
}): Promise<{ seatId: number; readOnly: boolean }> {
  const { system, seatId, readOnly } = options;
  const { id } = await findSeat(system.db, seatId);
  await system.db.seat.update({ where: { id }, data: { readOnly } });
  rememberedAccess(system).forget({ seatId: id });
  return { seatId: id, readOnly };
}
