import type { DomainContext } from '../../domain/context.ts';
import { appendChanges } from '../../domain/notifications/history/record.ts';
import type { Db } from '../../platform/database/connection/client.ts';
import { DAY_MS } from './times.ts';

const DAYS = 7;
/** The bid of one active line in this many is raised. */
const RAISED = 8;

/**
 * Adds a week of changes by the demo user to the history: pausing the paused lines, and raising some bids.
 */
export async function addChanges(ctx: DomainContext): Promise<void> {
  const changes = await pastChanges(ctx.db, ctx.seatId);
  for (let day = DAYS; day > 0; day -= 1) {
    const rows = changes.filter((_, at) => at % DAYS === day % DAYS);
    const at = new Date(ctx.now().getTime() - day * DAY_MS);
    await appendChanges({ ctx: { ...ctx, now: () => at }, resource: 'Line', action: 'UPDATE', rows });
  }
}

async function pastChanges(db: Db, seatId: number) {
  const lines = await db.line.findMany({
    where: { seatId, geos: { some: {} } },
    select: { id: true, status: true, bidPrice: true },
    orderBy: { id: 'asc' },
  });
  const paused = lines
    .filter(({ status }) => status === 'PAUSED')
    .map(({ id }) => ({ id, fields: [{ path: 'status', before: 'ACTIVE', after: 'PAUSED' }] }));
  const raised = lines
    .filter(({ status }, at) => status === 'ACTIVE' && at % RAISED === 0)
    .map(({ id, bidPrice }) => {
      const after = Number(bidPrice);
      return { id, fields: [{ path: 'bidPrice', before: Math.round(after * 90) / 100, after }] };
    });
  return [...paused, ...raised];
}
