import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { visibleLines } from './visible.ts';

/** Returns the time zone of the line's advertiser; undefined if the caller cannot see the line. */
export async function zoneOfLine(options: { ctx: DomainContext; id: number }): Promise<string | undefined> {
  const { ctx, id } = options;
  const line = await ctx.db.line.findFirst({
    where: { AND: [visibleLines(ctx), byId(id)] },
    select: { advertiser: { select: { timezone: true } } },
  });
  return line?.advertiser.timezone;
}

/** Returns the time zones of the advertisers of lines, by the ID of the line, without those that the caller cannot see. */
export async function zonesOfLines(options: {
  ctx: DomainContext;
  ids: readonly number[];
}): Promise<ReadonlyMap<number, string>> {
  const { ctx, ids } = options;
  if (ids.length === 0) return new Map();
  const lines = await ctx.db.line.findMany({
    where: { AND: [visibleLines(ctx), { id: { in: [...ids] } }] },
    select: { id: true, advertiser: { select: { timezone: true } } },
  });
  return new Map(lines.map(({ id, advertiser }) => [id, advertiser.timezone]));
}
