import { sql } from '../../../platform/database/connection/client.ts';
import { cachedList, type Reader } from './version.ts';

/** An entry of the content taxonomy. A primary category has no parent. */
export interface CategoryEntry {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
}

/** Returns all categories, or those directly below one. */
export async function listCategories(
  system: Reader,
  parentId?: number | null,
): Promise<readonly CategoryEntry[]> {
  const categories = await cachedList(
    system,
    'category',
    () => sql<CategoryEntry>(system.db)`SELECT id, parent_id AS "parentId", name FROM category ORDER BY id`,
  );
  return parentId == null ? categories : categories.filter((category) => category.parentId === parentId);
}
