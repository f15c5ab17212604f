import { countsOf } from '../../domain/audiences/product-set/count.ts';
import { createProductSet } from '../../domain/audiences/product-set/create.ts';
import { PRODUCT_SET } from '../../domain/audiences/product-set/definition.ts';
import { getProductSet } from '../../domain/audiences/product-set/get.ts';
import { listProductSets } from '../../domain/audiences/product-set/list.ts';
import { filterText, type ProductSet } from '../../domain/audiences/product-set/view.ts';
import type { DomainContext } from '../../domain/context.ts';
import { restRow } from '../../resources/read/rest.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

export function productSetRoutes(route: TrafficRoute): void {
  route('GET', '/productsets/:id', async ({ ctx, params, query }) =>
    productSetToWire(
      ctx,
      await getProductSet({ ctx, id: idFromText(params.id), accountId: query.accountId }),
    ),
  );
  route('GET', '/productsets', async ({ ctx, query }) => {
    return productSetsToWire(ctx, await listProductSets({ ctx, input: query }));
  });
  route('POST', '/productsets', async ({ ctx, body }) =>
    productSetToWire(ctx, await createProductSet({ ctx, input: body })),
  );
}

async function productSetToWire(ctx: DomainContext, set: ProductSet) {
  const [wire] = await productSetsToWire(ctx, [set]);
  return wire;
}

async function productSetsToWire(ctx: DomainContext, sets: readonly ProductSet[]) {
  const counts = await countsOf(ctx, sets);
  return sets.map((set) => toWire(ctx, set, counts.get(set.id) ?? 0));
}

/** `isAllProducts` is only present on the all-products set. `createdAt` has an offset. */
function toWire(ctx: DomainContext, set: ProductSet, count: number) {
  const { isAllProducts, createdAt } = set;
  return {
    ...restRow(ctx, PRODUCT_SET, set),
    productSetFilter: filterText(set),
    count,
    ...(isAllProducts && { isAllProducts }),
    createdAt: createdAt.toISOString().replace('Z', '+00:00'),
  };
}
