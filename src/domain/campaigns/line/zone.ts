import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { visibleLines } from './visible.ts';

/** The time zone of the advertiser of a line; undefined if the caller sees no such line. */
export async function zoneOfLine(options: { ctx: DomainContext; id: number }): Promise<string | undefined> {
  const { ctx, id } = options;
  const line = await ctx.db.line.findFirst({
    where: { AND: [visibleLines(ctx), byId(id)] },
    select: { advertiser: { select: { timezone: true } } },
  });
  return line?.advertiser.timezone;
}
