import type { DomainContext } from '../../domain/context.ts';
import { type Counted, countsOf } from '../../domain/product-set/count.ts';
import { createProductSet } from '../../domain/product-set/create.ts';
import { PRODUCT_SET } from '../../domain/product-set/definition.ts';
import { countProductSets, findProductSets } from '../../domain/product-set/find.ts';
import { CreateProductSet, UpdateProductSet } from '../../domain/product-set/input.ts';
import { updateProductSet } from '../../domain/product-set/update.ts';
import { filterText } from '../../domain/product-set/view.ts';
import { visibleProductSets } from '../../domain/product-set/visible.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { deferField, storedJson } from '../reading/deferred-field.ts';
import { batchOf } from '../server/batches.ts';
import { Advertiser } from './advertiser.ts';

const ProductSet = resourceType(PRODUCT_SET);

builder.prismaObjectFields(ProductSet, (t) => ({
  productSetFilter: t.string({
    nullable: true,
    description: 'The filter as a JSON string. Null for the set of all products.',
    select: { productSetFilter: true },
    resolve: (set) => filterText(set),
  }),
  count: t.int({
    description: 'The number of products in the feed that currently match.',
    select: { advertiserId: true, productSetFilter: true },
    resolve: (set, _args, ctx) => countOf(ctx, set),
  }),
}));

deferField(
  'ProductSet',
  'productSetFilter',
  storedJson('productSetFilter', (filter) => (filter === null ? null : JSON.stringify(filter))),
);
deferField('ProductSet', 'count', {
  key: ({ column }) =>
    `json_build_object('id', ${column('id')}, 'advertiserId', ${column('advertiserId')}, 'productSetFilter', ${column('productSetFilter')})::text`,
  open: () => (ctx, set) => countOf(ctx, JSON.parse(set)),
});

async function countOf(ctx: DomainContext, set: Counted): Promise<number> {
  return (
    (await batchOf(ctx, ['ProductSet.count'], (sets: readonly Counted[]) => countsOf(ctx, sets))(set)) ?? 0
  );
}

historyOf('ProductSet', ProductSet);

const productSets = connectionOf({ resource: PRODUCT_SET, type: ProductSet, visible: visibleProductSets });

relatedConnection({
  of: productSets,
  owner: Advertiser,
  field: 'productSets',
  description: 'The product sets of the advertiser, beginning with the set of all products.',
});

rootConnection({
  of: productSets,
  field: 'productSets',
  description: 'Returns the product sets of the seat.',
  find: findProductSets,
  count: countProductSets,
});

oneById({ type: ProductSet, name: 'ProductSet', word: 'product set', find: findProductSets });

createMutation({
  resource: 'ProductSet',
  type: ProductSet,
  definition: CreateProductSet,
  requires: ['type'],
  find: findProductSets,
  run: createProductSet,
});

updateMutation({
  resource: 'ProductSet',
  type: ProductSet,
  definition: UpdateProductSet,
  find: findProductSets,
  run: updateProductSet,
});
