import { openSecret } from '../../domain/access/identity/clients/client-secret.ts';
import type { System } from '../../domain/context.ts';
import { transaction } from '../../platform/database/connection/client.ts';
import { DEMO_SEAT_NAME, type DemoSeat, SEEDING, seedDemo } from './seed.ts';

/** Any number, the same in every process. */
const LOCK = 7_203_513_865n;

/**
 * The demo seat and its client's credentials: made in an empty database, found again later. Undefined
 * where other seats are and none is the demo's.
 */
export async function openDemo({ system }: { system: System }): Promise<DemoSeat | undefined> {
  return transaction(
    system.db,
    async (db) => {
      // Of two processes that start on one empty database, the second finds what the first has made.
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
        clientId: client.id,
        clientSecret: client.rotatedAt ? undefined : openSecret(system, client.id, client.secret),
      };
    },
    SEEDING,
  );
}
