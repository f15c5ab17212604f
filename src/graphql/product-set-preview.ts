import { previewProductSet } from '../domain/product-set/preview.ts';
import { builder } from './builder.ts';
import { idArgument } from './ids.ts';
import { checkSizes } from './pages.ts';

const Product = builder.objectRef<{ id: string; data: unknown }>('Product').implement({
  description: 'A product of an advertiser’s feed.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Its id in the feed.' }),
    fields: t.field({
      type: 'JSON',
      description: 'Every column of the feed, by name.',
      resolve: ({ data }) => data,
    }),
  }),
});

const ProductSetPreview = builder
  .objectRef<Awaited<ReturnType<typeof previewProductSet>>>('ProductSetPreview')
  .implement({
    description: 'What a filter would match.',
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'How many products match.' }),
      products: t.field({
        type: [Product],
        description: 'The first of them, by id.',
        resolve: ({ products }) => products,
      }),
    }),
  });

const DEFAULT_PRODUCTS = 10;

builder.queryField('productSetPreview', (t) =>
  t.field({
    type: ProductSetPreview,
    description: 'How many products of an advertiser’s feed a filter matches, before any set is stored.',
    args: {
      advertiserId: t.arg.id({ required: true, description: 'Whose feed: global id or number.' }),
      filter: t.arg({ type: 'JSON', description: 'As `productSetFilter`; all products without it.' }),
      first: t.arg.int({
        defaultValue: DEFAULT_PRODUCTS,
        description: 'How many products to show, at most 100.',
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
