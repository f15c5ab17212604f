import { Prisma, sql } from '../../db/client.ts';
import type { System } from '../context.ts';
import { SEAT_REALMS } from '../identity/realms.ts';

/** Clients of a user that another seat could manage before the user was granted this one. */
export function clientsThatSeatsKnow(
  { db }: Pick<System, 'db'>,
  { userId, seatId }: { userId: number; seatId: number },
): Promise<{ clientId: string; seatId: number }[]> {
  const realms = Prisma.sql`${[...SEAT_REALMS]}::text[]`;
  return sql<{ clientId: string; seatId: number }>(db)`
    SELECT id AS "clientId", seat_id AS "seatId" FROM api_client
    WHERE user_id = ${userId} AND seat_id <> ${seatId} AND revoked_at IS NULL AND realms <@ ${realms}
    ORDER BY created_at, id`;
}
