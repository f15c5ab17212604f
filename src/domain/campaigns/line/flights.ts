import type { LineSchedule } from '../../../platform/database/generated/prisma/client.ts';
import { MAX_ID } from '../../../resources/define/fields.ts';
import type { DomainContext } from '../../context.ts';
import { visibleLines } from './visible.ts';

/** Returns the flights of lines that the caller can see, by the ID of the line, each in the order of its IDs. */
export async function flightsOfLines(options: {
  ctx: DomainContext;
  lineIds: readonly number[];
}): Promise<ReadonlyMap<number, readonly LineSchedule[]>> {
  const { ctx } = options;
  const lineIds = options.lineIds.filter((id) => id <= MAX_ID);
  if (lineIds.length === 0) return new Map();
  const flights = await ctx.db.lineSchedule.findMany({
    where: { line: { AND: [visibleLines(ctx), { id: { in: lineIds } }] } },
    orderBy: { id: 'asc' },
  });
  return new Map(lineIds.map((lineId) => [lineId, flights.filter((flight) => flight.lineId === lineId)]));
}
