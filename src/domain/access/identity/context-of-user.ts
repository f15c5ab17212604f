import type { DomainContext, Role, System } from '../../context.ts';

/**
 * Returns the context for work that runs on behalf of a user without a request. Null if the user does not belong to the
 * seat.
 */
export async function contextOfUser(options: {
  system: System;
  seatId: number;
  userId: number;
  clientId: string;
  requestId: string;
}): Promise<DomainContext | null> {
  const { system, seatId, userId, clientId, requestId } = options;
  const memberships = await system.db.seatMember.findMany({ where: { userId }, include: { seat: true } });
  const current = memberships.find((one) => one.seatId === seatId);
  if (!current) return null;
  const { legalComplianceCountry, readOnly } = current.seat;
  return {
    ...system,
    actor: {
      userId,
      clientId,
      role: current.role as Role,
      wire: 'documented',
      seatIds: memberships.map((one) => one.seatId),
    },
    seatId,
    seat: { legalComplianceCountry, readOnly },
    requestId,
    validateOnly: false,
    ignoredFields: [],
    refusedFields: [],
  };
}
