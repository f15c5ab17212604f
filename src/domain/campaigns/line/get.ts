import type { Line } from '../../../platform/database/generated/prisma/client.ts';
import { byId } from '../../../resources/define/rows.ts';
import { answerOne, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { LINE } from './definition.ts';
import { visibleLines } from './visible.ts';

/** Returns the line's own columns. Throws NotFoundError. */
export async function getLine({ ctx, id }: { ctx: DomainContext; id: number }): Promise<Line> {
  const line = await ctx.db.line.findFirst({ where: { AND: [visibleLines(ctx), byId(id)] } });
  if (!line) throw new NotFoundError('Line');
  return line;
}

/** Returns the line with its parts, as REST shows it. Throws NotFoundError. */
export function answerLine(options: { ctx: DomainContext; id: number }): Promise<JsonText> {
  return answerOne({ ...options, resource: LINE });
}
