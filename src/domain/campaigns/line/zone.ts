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
