import type { ProductSet } from '../../../platform/database/generated/prisma/client.ts';

export type { ProductSet };

/** The set as interfaces return it: the filter is a JSON string, or null for all products. */
export function filterText(set: { readonly productSetFilter: unknown }): string | null {
  return set.productSetFilter === null ? null : JSON.stringify(set.productSetFilter);
}
