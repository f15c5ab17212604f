import { authorizeWrite, type DomainContext, inTransaction } from '../../context.ts';
import { ConflictError } from '../../errors.ts';
import { diff } from '../../notifications/history/record.ts';
import type { SavedReport } from './find.ts';
import { checkSaved, type Sent } from './input.ts';

/** The worker checks each of them on every round. */
const MAX_SAVED = 1_000;

/** Saves a payload under a name. Throws ValidationError, and ConflictError if the seat has too many. */
export async function saveReport(options: { ctx: DomainContext; input: Sent }): Promise<SavedReport> {
  authorizeWrite(options.ctx);
  const { name = '', payload = {} } = checkSaved(options.input);
  return inTransaction(options.ctx, async (ctx) => {
    const { seatId, actor } = ctx;
    if ((await ctx.db.savedReport.count({ where: { seatId } })) >= MAX_SAVED)
      throw new ConflictError(`A seat can have at most ${MAX_SAVED} saved reports. Delete one first.`);
    const saved = await ctx.db.savedReport.create({
      data: { seatId, userId: actor.userId, name, payload, createdAt: ctx.now(), updatedAt: ctx.now() },
    });
    ctx.recorded?.push({
      resource: 'SavedReport',
      id: saved.id,
      fields: diff({}, { name, report: saved.payload }),
    });
    return saved;
  });
}
