import type { Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';

/**
 * The primary category must be a tier-1 entry of the taxonomy, the secondary a direct child of it or −1.
 */
export async function checkCategories(options: {
  ctx: DomainContext;
  problems: Problems;
  iabCategoryId: number | undefined;
  iabSecondaryCategoryId: number | undefined;
}): Promise<void> {
  const { ctx, problems, iabCategoryId, iabSecondaryCategoryId = -1 } = options;
  if (iabCategoryId === undefined) return;
  const ids = [iabCategoryId, iabSecondaryCategoryId].filter((id) => id > 0);
  const found = await ctx.db.category.findMany({ where: { id: { in: ids } } });
  const parentOf = new Map(found.map((category) => [category.id, category.parentId]));
  if (parentOf.get(iabCategoryId) !== null)
    problems.add('iabCategoryId', 'must be a primary category of the content taxonomy');
  if (iabSecondaryCategoryId !== -1 && parentOf.get(iabSecondaryCategoryId) !== iabCategoryId)
    problems.add('iabSecondaryCategoryId', 'must be a category directly below iabCategoryId, or -1');
}
