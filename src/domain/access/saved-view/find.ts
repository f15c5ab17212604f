import type { Prisma, SavedView } from '../../../platform/database/generated/prisma/client.ts';
import { byId } from '../../../resources/define/rows.ts';
import { defineList, enumField, TIMESTAMPS, textField } from '../../../resources/filter/list-fields.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { SAVED_VIEW_PAGE } from './input.ts';

export type { SavedView };

export const SAVED_VIEW_LIST = defineList({
  model: 'SavedView',
  fields: { name: textField('name'), page: enumField(SAVED_VIEW_PAGE, 'page'), ...TIMESTAMPS },
  search: 'name',
});

/** A user sees only views that they saved themselves, and those of the seat alone. */
export const visibleSavedViews = ({ seatId, actor }: Pick<DomainContext, 'seatId' | 'actor'>) =>
  ({ seatId, userId: actor.userId }) satisfies Prisma.SavedViewWhereInput;

export function findSavedViews(options: {
  ctx: DomainContext;
  where: Prisma.SavedViewWhereInput;
  query: Omit<Prisma.SavedViewFindManyArgs, 'where'>;
}): Promise<SavedView[]> {
  const { ctx, where, query } = options;
  return ctx.db.savedView.findMany({ ...query, where: { AND: [visibleSavedViews(ctx), where] } });
}

export function countSavedViews(options: {
  ctx: DomainContext;
  where: Prisma.SavedViewWhereInput;
}): Promise<number> {
  const { ctx, where } = options;
  return ctx.db.savedView.count({ where: { AND: [visibleSavedViews(ctx), where] } });
}

/** Throws NotFoundError if it is unknown or belongs to somebody else. */
export async function getSavedView(ctx: DomainContext, id: number): Promise<SavedView> {
  const [found] = await findSavedViews({ ctx, where: byId(id), query: {} });
  if (!found) throw new NotFoundError('Saved view');
  return found;
}
