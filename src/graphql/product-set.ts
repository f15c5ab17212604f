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
  description: 'Whether a product set is in use.',
  values: {
    ACTIVE: { description: 'It is in use.' },
    INACTIVE: { description: 'It is not in use.' },
  } as const,
});

const ProductSet = builder.prismaObject('ProductSet', {
  description: 'A choice of products from an advertiser’s feed.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `ProductSet:123`.',
      resolve: ({ id }) => globalId('ProductSet', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    accountId: t.expose('advertiserId', { type: 'SafeInt', description: 'Advertiser that owns it.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    type: t.expose('type', { type: 'ListedValue', description: 'RETAIL, PRODUCT or another such word.' }),
    status: t.field({
      type: ProductSetStatus,
      description: 'ACTIVE or INACTIVE.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    productSetFilter: t.string({
      nullable: true,
      description: 'The filter as JSON text, as REST shows it; null for all products.',
      resolve: (set) => filterText(set),
    }),
    count: t.int({
      description: 'How many products of the feed match now.',
      resolve: async (set, _args, ctx) =>
        (await batchOf(ctx, ['ProductSet.count'], (sets: readonly Row[]) => countsOf(ctx, sets))(
          set as Row,
        )) ?? 0,
    }),
    isAllProducts: t.exposeBoolean('isAllProducts', {
      description: 'Whether it is the set of all products that every advertiser has.',
    }),
    advertiser: t.relation('advertiser', { description: 'Whose products they are.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
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
  description: 'Choices from its feed, the set of all products first.',
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
