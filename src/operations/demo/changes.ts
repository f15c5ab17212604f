import { contextOfUser } from '../../domain/access/identity/context-of-user.ts';
import type { DomainContext, System } from '../../domain/context.ts';
import type { FieldChange } from '../../domain/notifications/history/field-change.ts';
import { appendChanges } from '../../domain/notifications/history/record.ts';
import type { Db } from '../../platform/database/connection/client.ts';
import { plannedLines } from './plan.ts';
import { DAY_MS } from './times.ts';

const DAYS = 7;
/** The bid of one active line in this many is raised. */
const RAISED = 8;
/** How many days ago the bids were lowered that the plan lowers. */
const LOWERED_DAYS_AGO = 5;

interface PastChange {
  readonly daysAgo: number;
  readonly id: number;
  readonly fields: readonly FieldChange[];
}

/** Adds the history of a seat that was just filled, as its client's user. */
export async function addHistory(
  system: System,
  { seatId, clientId }: { seatId: number; clientId: string },
): Promise<void> {
  const { userId } = await system.db.apiClient.findUniqueOrThrow({ where: { id: clientId } });
  const ctx = await contextOfUser({ system, seatId, userId, clientId, requestId: 'demo' });
  if (ctx) await addChanges(ctx);
}

/**
 * Adds a week of changes by the demo user to the history: pausing the paused lines, raising some bids, and lowering
 * those that the plan lowered.
 */
async function addChanges(ctx: DomainContext): Promise<void> {
  const changes = await pastChanges(ctx.db, ctx.seatId);
  for (let day = DAYS; day > 0; day -= 1) {
    const rows = changes.filter(({ daysAgo }) => daysAgo === day);
    const at = new Date(ctx.now().getTime() - day * DAY_MS);
    await appendChanges({ ctx: { ...ctx, now: () => at }, resource: 'Line', action: 'UPDATE', rows });
  }
}

async function pastChanges(db: Db, seatId: number): Promise<PastChange[]> {
  const lines = await db.line.findMany({
    where: { seatId, geos: { some: {} } },
    select: { id: true, name: true, status: true, bidPrice: true },
    orderBy: { id: 'asc' },
  });
  const paused = lines
    .filter(({ status }) => status === 'PAUSED')
    .map(({ id }) => ({ id, fields: [{ path: 'status', before: 'ACTIVE', after: 'PAUSED' }] }));
  const earlierBids = new Map(
    plannedLines().flatMap(({ name, earlierBid }) => (earlierBid ? [[name, earlierBid] as const] : [])),
  );
  const bidOf = (before: number, { id, bidPrice }: { id: number; bidPrice: unknown }) => ({
    id,
    fields: [{ path: 'bidPrice', before, after: Number(bidPrice) }],
  });
  const lowered = lines.flatMap((line) => {
    const before = earlierBids.get(line.name);
    return before === undefined ? [] : [{ daysAgo: LOWERED_DAYS_AGO, ...bidOf(before, line) }];
  });
  const raised = lines
    .filter(({ name, status }, at) => status === 'ACTIVE' && at % RAISED === 0 && !earlierBids.has(name))
    .map((line) => bidOf(Math.round(Number(line.bidPrice) * 90) / 100, line));
  const spread = [...paused, ...raised].map((change, at) => ({ daysAgo: at % DAYS || DAYS, ...change }));
  return [...spread, ...lowered];
}
