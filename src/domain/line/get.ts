import type { DomainContext } from '../context.ts';
import { NotFoundError } from '../errors.ts';
import { byId } from '../rows.ts';
import { LINE_PARTS, type LineWithParts } from './parts.ts';
import { visibleLines } from './visible.ts';

export async function getLine(options: { ctx: DomainContext; id: number }): Promise<LineWithParts> {
  const { ctx, id } = options;
  const where = { AND: [visibleLines(ctx), byId(id)] };
  const line = await ctx.db.line.findFirst({ where, include: LINE_PARTS });
  if (!line) throw new NotFoundError('Line');
  return line;
}
