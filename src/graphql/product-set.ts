import { countsOf } from '../domain/product-set/count.ts';
import { createProductSet } from '../domain/product-set/create.ts';
import { findProductSets, PRODUCT_SET_LIST } from '../domain/product-set/find.ts';
import { CreateProductSet, UpdateProductSet } from '../domain/product-set/input.ts';
import { updateProductSet } from '../domain/product-set/update.ts';
import { filterText, type ProductSet as Row } from '../domain/product-set/view.ts';
import { visibleProductSets } from '../domain/product-set/visible.ts';
import { Advertiser } from './advertiser.ts';
import { batchOf } from './batches.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';

const ProductSetStatus = builder.enumType('ProductSetStatus', {
  description: 'The possible states of a product set.',
  values: {
    ACTIVE: { description: 'The product set is active.' },
    INACTIVE: { description: 'The product set is inactive.' },
  } as const,
});

const ProductSet = builder.prismaObject('ProductSet', {
  description: 'A product set: a selection of products from an advertiser’s feed.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `ProductSet:123`.',
      resolve: ({ id }) => globalId('ProductSet', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    accountId: t.expose('advertiserId', {
      type: 'SafeInt',
      description: 'The integer ID of the advertiser that owns the product set.',
    }),
    name: t.exposeString('name', { description: 'The display name.' }),
    type: t.expose('type', { type: 'ListedValue', description: 'The type, such as `RETAIL` or `PRODUCT`.' }),
    status: t.field({
      type: ProductSetStatus,
      description: 'The status: `ACTIVE` or `INACTIVE`.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    productSetFilter: t.string({
      nullable: true,
      description: 'The filter as a JSON string. Null for the set of all products.',
      resolve: (set) => filterText(set),
    }),
    count: t.int({
      description: 'The number of products in the feed that currently match.',
      resolve: async (set, _args, ctx) =>
        (await batchOf(ctx, ['ProductSet.count'], (sets: readonly Row[]) => countsOf(ctx, sets))(
          set as Row,
        )) ?? 0,
    }),
    isAllProducts: t.exposeBoolean('isAllProducts', {
      description: 'Whether this is the set of all products, which every advertiser has.',
    }),
    advertiser: t.relation('advertiser', { description: 'The advertiser that owns the product set.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
    }),
  }),
});

historyOf('ProductSet', ProductSet);

const productSets = connectionType({
  type: ProductSet,
  name: 'ProductSet',
  words: 'product sets',
  list: PRODUCT_SET_LIST,
  visible: visibleProductSets,
  status: ProductSetStatus,
  orderBy: ['id', 'name', 'type', 'status', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: productSets,
  owner: Advertiser,
  field: 'productSets',
  description: 'The product sets of the advertiser, beginning with the set of all products.',
});

oneById({ type: ProductSet, name: 'ProductSet', word: 'product set', find: findProductSets });

createMutation({
  resource: 'ProductSet',
  type: ProductSet,
  definition: CreateProductSet,
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
