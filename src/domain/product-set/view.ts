import type { ProductSet } from '../../db/generated/prisma/client.ts';

export type { ProductSet };

/** As the interface answers it: the filter as a JSON string, null for all products. */
export function filterText(set: Pick<ProductSet, 'productSetFilter'>): string | null {
  return set.productSetFilter === null ? null : JSON.stringify(set.productSetFilter);
}
