import { openSecret } from '../../domain/access/identity/clients/client-secret.ts';
import type { System } from '../../domain/context.ts';
import { transaction } from '../../platform/database/connection/client.ts';
import { DEMO_SEAT_NAME, type DemoSeat, SEEDING, seedDemo } from './seed.ts';

/** An arbitrary number, the same in every process. */
const LOCK = 7_203_513_865n;

/**
 * Returns the demo seat and its client's credentials: creates them in an empty database, and finds them
 * later. Returns undefined if there are other seats and none is the demo's.
 */
export async function openDemo({ system }: { system: System }): Promise<DemoSeat | undefined> {
  return transaction(
    system.db,
    async (db) => {
      // If two processes start on one empty database, the second one uses the seat that the first one
      // creates.
      await db.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
      const inside = { ...system, db };
      if ((await db.seat.count()) === 0) return seedDemo({ system: inside });
      const client = await db.apiClient.findFirst({
        where: { seat: { name: DEMO_SEAT_NAME }, revokedAt: null },
        orderBy: { createdAt: 'asc' },
      });
      if (!client) return undefined;
      return {
        seatId: client.seatId,
        userId: client.userId,
        clientId: client.id,
        clientSecret: client.rotatedAt ? undefined : openSecret(system, client.id, client.secret),
      };
    },
    SEEDING,
  );
}
