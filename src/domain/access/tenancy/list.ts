import type { System } from '../../context.ts';
import { findSeat } from './find.ts';

/** Returns all seats. For operators. */
export async function listSeats({ system }: { system: System }) {
  const seats = await system.db.seat.findMany({ orderBy: { id: 'asc' } });
  return {
    seats: seats.map(({ id, name, timezone, currency, legalComplianceCountry, readOnly, createdAt }) => ({
      seatId: id,
      name,
      timezone,
      currency,
      legalComplianceCountry,
      readOnly,
      createdAt,
    })),
  };
}

/** Returns the members of a seat, or of every seat: one entry per membership. For operators. Throws NotFoundError. */
export async function listUsers({ system, seatId }: { system: System; seatId?: number | undefined }) {
  if (seatId !== undefined) await findSeat(system.db, seatId);
  const members = await system.db.seatMember.findMany({
    where: seatId === undefined ? {} : { seatId },
    include: { user: true },
    orderBy: [{ userId: 'asc' }, { seatId: 'asc' }],
  });
  return {
    users: members.map(({ userId, seatId, role, user }) => ({ userId, name: user.name, seatId, role })),
  };
}
