import type { System } from '../../context.ts';

/**
 * Returns the clients of a user that have no access to the seat, because admins of another seat may know their secrets.
 */
export function clientsOfOtherSeats(
  { db }: Pick<System, 'db'>,
  { userId, seatId }: { userId: number; seatId: number },
): Promise<{ id: string; seatId: number }[]> {
  return db.apiClient.findMany({
    where: { userId, seatId: { not: seatId }, seatOnly: true, revokedAt: null },
    select: { id: true, seatId: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
