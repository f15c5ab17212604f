import { MAX_ID } from '../../../resources/define/fields.ts';
import type { DomainContext } from '../../context.ts';
import { visibleLines } from './visible.ts';

/** Returns the time zone of the line's advertiser; undefined if the caller cannot see the line. */
export async function zoneOfLine(options: { ctx: DomainContext; id: number }): Promise<string | undefined> {
  const { ctx, id } = options;
  return (await zonesOfLines({ ctx, ids: [id] })).get(id);
}

/** Returns the time zones of the lines' advertisers by line ID, of those that the caller can see. */
export async function zonesOfLines(options: {
  ctx: DomainContext;
  ids: readonly number[];
}): Promise<ReadonlyMap<number, string>> {
  const { ctx } = options;
  const ids = options.ids.filter((id) => id <= MAX_ID);
  if (ids.length === 0) return new Map();
  const lines = await ctx.db.line.findMany({
    where: { AND: [visibleLines(ctx), { id: { in: ids } }] },
    select: { id: true, advertiser: { select: { timezone: true } } },
  });
  return new Map(lines.map(({ id, advertiser }) => [id, advertiser.timezone]));
}
