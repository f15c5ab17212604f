import type { ProductSet } from '../../../platform/database/generated/prisma/client.ts';

export type { ProductSet };

/** Returns the filter as interfaces show it: a JSON string, or null for all products. */
export function filterText(set: { readonly productSetFilter: unknown }): string | null {
  return set.productSetFilter === null ? null : JSON.stringify(set.productSetFilter);
}
