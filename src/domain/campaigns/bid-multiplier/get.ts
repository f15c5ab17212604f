import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { visibleLines } from '../line/visible.ts';
import type { LineBidMultipliers } from './view.ts';

/** Returns all bid multipliers of a line. A line has at most one per target, so they are not paged. */
export async function getBidMultipliers(options: {
  ctx: DomainContext;
  lineId: number;
}): Promise<LineBidMultipliers> {
  const { ctx, lineId } = options;
  const line = await ctx.db.line.findFirst({
    where: { AND: [visibleLines(ctx), byId(lineId)] },
    select: { bidMultiplierCap: true, bidMultipliers: { orderBy: { id: 'asc' } } },
  });
  if (!line) throw new NotFoundError('Line');
  return line;
}
