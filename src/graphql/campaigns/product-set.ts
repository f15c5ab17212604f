import { type Counted, countsOf } from '../../domain/audiences/product-set/count.ts';
import { createProductSet } from '../../domain/audiences/product-set/create.ts';
import { PRODUCT_SET } from '../../domain/audiences/product-set/definition.ts';
import { CreateProductSet, UpdateProductSet } from '../../domain/audiences/product-set/input.ts';
import { updateProductSet } from '../../domain/audiences/product-set/update.ts';
import { filterText } from '../../domain/audiences/product-set/view.ts';
import type { DomainContext } from '../../domain/context.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { rowField } from '../parts/row-field.ts';
import { storedJson } from '../reading/deferred-field.ts';
import { batchOf } from '../server/batches.ts';
import { chargeWork } from '../server/price/charge.ts';
import { pointsOfUnits } from '../server/price/work.ts';
import { Advertiser } from './advertiser.ts';

const ProductSet = resourceType(PRODUCT_SET);

rowField(ProductSet, 'ProductSet.productSetFilter', {
  type: 'String',
  nullable: true,
  description: 'The filter as a JSON string. Null for the set of all products.',
  ...storedJson('productSetFilter', (productSetFilter) => filterText({ productSetFilter })),
});
rowField(ProductSet, 'ProductSet.count', {
  type: 'Int',
  description: 'The number of products in the feed that currently match.',
  key: ({ column }) =>
    `json_build_object('id', ${column('id')}, 'advertiserId', ${column('advertiserId')}, 'productSetFilter', ${column('productSetFilter')})::text`,
  open: () => (ctx, set) => countOf(ctx, JSON.parse(set)),
});

async function countOf(ctx: DomainContext, set: Counted): Promise<number> {
  return (
    (await batchOf(ctx, ['ProductSet.count'], (sets: readonly Counted[]) =>
      countsOf(ctx, sets, (units) => chargeWork(ctx, pointsOfUnits(units))),
    )(set)) ?? 0
  );
}

historyOf(ProductSet);

const productSets = connectionOf({ resource: PRODUCT_SET, type: ProductSet });

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
});

oneById({ type: ProductSet, name: 'ProductSet', singular: 'product set' });

createMutation({
  resource: 'ProductSet',
  type: ProductSet,
  definition: CreateProductSet,
  requires: ['type'],
  run: createProductSet,
});

updateMutation({
  resource: 'ProductSet',
  type: ProductSet,
  definition: UpdateProductSet,
  run: updateProductSet,
});
