import { previewProductSet } from '../../domain/audiences/product-set/preview.ts';
import { builder } from '../builder.ts';
import { idArgument } from '../parts/ids.ts';
import { checkSizes } from '../parts/pages.ts';

const Product = builder.objectRef<{ id: string; data: unknown }>('Product').implement({
  description: 'A product of an advertiser’s feed.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The ID of the product in the feed.' }),
    fields: t.field({
      type: 'JSON',
      description: 'All columns of the feed, by name.',
      resolve: ({ data }) => data,
    }),
  }),
});

const ProductSetPreview = builder
  .objectRef<Awaited<ReturnType<typeof previewProductSet>>>('ProductSetPreview')
  .implement({
    description: 'The products that a filter would match.',
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'The number of products that match.' }),
      products: t.field({
        type: [Product],
        description: 'The first products that match, ordered by ID.',
        resolve: ({ products }) => products,
      }),
    }),
  });

const DEFAULT_PRODUCTS = 10;

builder.queryField('productSetPreview', (t) =>
  t.field({
    type: ProductSetPreview,
    description:
      'Counts the products of an advertiser’s feed that a filter matches, before a product set is created.',
    args: {
      advertiserId: t.arg.id({
        required: true,
        description: 'The global ID or integer ID of the advertiser.',
      }),
      filter: t.arg({
        type: 'JSON',
        description: 'The filter, in the form of `productSetFilter`. Without it, all products match.',
      }),
      first: t.arg.int({
        defaultValue: DEFAULT_PRODUCTS,
        description: 'The number of products to return, at most 100.',
      }),
    },
    resolve: (_root, args, ctx) => {
      checkSizes(args);
      return previewProductSet({
        ctx,
        advertiserId: idArgument('Advertiser', args.advertiserId, 'advertiserId'),
        filter: args.filter,
        first: args.first ?? DEFAULT_PRODUCTS,
      });
    },
  }),
);
