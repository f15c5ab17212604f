import type { System } from '../../domain/context.ts';
import { transaction } from '../../platform/database/connection/client.ts';
import { addHistory } from './changes.ts';
import { emptySeat } from './empty-seat.ts';
import { openDemo } from './open.ts';
import { addTrades, type DemoSeat, SEEDING, seedDemo } from './seed.ts';

/**
 * Resets the demo seat to its initial state, with dates around today. Does not change other seats and the
 * demo client's credentials. Creates the demo seat if it does not exist. All or nothing.
 */
export async function resetDemo({ system }: { system: System }): Promise<DemoSeat> {
  return transaction(
    system.db,
    async (db) => {
      const inside = { ...system, db };
      const demo = await openDemo({ system: inside });
      if (!demo) return seedDemo({ system: inside });
      const { seatId, clientId } = demo;
      await emptySeat(db, seatId);
      const { id: accountGroupId } = await db.accountGroup.findFirstOrThrow({
        where: { seatId },
        orderBy: { id: 'asc' },
      });
      const pixelIds = await addTrades({ db, seatId, accountGroupId, now: system.now() });
      await db.clientPixel.createMany({ data: pixelIds.map((pixelId) => ({ clientId, pixelId })) });
      await addHistory(inside, { seatId, clientId });
      return demo;
    },
    SEEDING,
  );
}
