import { authorizeOwn, type DomainContext, inTransaction } from '../../context.ts';
import { ConflictError } from '../../errors.ts';
import { type SavedView, visibleSavedViews } from './find.ts';
import { checkView, type SentView } from './input.ts';

/** The limit of a user within a seat. */
export const MAX_VIEWS = 50;

/** Saves a view of a list for the caller. Throws ValidationError, and ConflictError if the user has too many. */
export async function saveView(options: { ctx: DomainContext; input: SentView }): Promise<SavedView> {
  authorizeOwn(options.ctx);
  const { name = '', page = '', search = '' } = checkView(options.input);
  return inTransaction(options.ctx, async (ctx) => {
    const { db, seatId, actor } = ctx;
    // Concurrent calls cannot exceed the limit.
    await db.$queryRaw`SELECT FROM seat_member WHERE user_id = ${actor.userId} AND seat_id = ${seatId} FOR NO KEY UPDATE`;
    if ((await db.savedView.count({ where: visibleSavedViews(ctx) })) >= MAX_VIEWS)
      throw new ConflictError(
        `A user can have at most ${MAX_VIEWS} saved views in a seat. Delete one first.`,
      );
    return db.savedView.create({
      data: { ...visibleSavedViews(ctx), name, page, search, createdAt: ctx.now(), updatedAt: ctx.now() },
    });
  });
}
