import { changedFields } from '../../../resources/define/changed-fields.ts';
import { authorizeOwn, type DomainContext, inTransaction } from '../../context.ts';
import { getSavedView, type SavedView } from './find.ts';
import { checkView, type SentView } from './input.ts';

/** Changes the name or the contents of a view of the caller. Throws NotFoundError, ValidationError. */
export async function updateSavedView(options: {
  ctx: DomainContext;
  id: number;
  input: SentView;
}): Promise<SavedView> {
  const { ctx: outer, id, input } = options;
  authorizeOwn(outer);
  const data = checkView(input);
  return inTransaction(outer, async (ctx) => {
    const before = await getSavedView(ctx, id);
    const changed = changedFields(before, data);
    if (!changed) return before;
    return ctx.db.savedView.update({
      where: { id: before.id },
      data: { ...changed, updatedAt: ctx.now() },
    });
  });
}

/** Deletes a view of the caller and returns it. Throws NotFoundError. */
export async function deleteSavedView(options: { ctx: DomainContext; id: number }): Promise<SavedView> {
  authorizeOwn(options.ctx);
  return inTransaction(options.ctx, async (ctx) => {
    const before = await getSavedView(ctx, options.id);
    await ctx.db.savedView.delete({ where: { id: before.id } });
    return before;
  });
}
