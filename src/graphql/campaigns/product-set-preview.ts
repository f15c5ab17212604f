import { parseFilter } from '../../domain/audiences/product-set/filter.ts';
import { previewProductSet } from '../../domain/audiences/product-set/preview.ts';
import { unitsOfFilter } from '../../domain/audiences/product-set/work.ts';
import { Problems } from '../../resources/define/input.ts';
import { productsOf } from '../../resources/filter/row-estimates.ts';
import { builder } from '../builder.ts';
import { checkSizes } from '../parts/pages.ts';
import { idArgument, numberIn } from '../parts/values/ids.ts';
import { type Work, works } from '../server/price/work.ts';

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
/** The products are counted, and the first of those that match are found. */
const SCANS = 2;

/** The work of a preview. It is priced before it is checked, so the arguments can be any values. */
function workOf(argument: (name: string) => unknown): Work {
  const advertiserId = numberIn('Advertiser', String(argument('advertiserId'))) ?? 0;
  const filter = parseFilter(new Problems(), argument('filter'), 'filter') ?? null;
  return {
    of: { advertiserId, filter },
    unitsOf: (estimates, seatId) =>
      SCANS * unitsOfFilter(filter, productsOf(estimates, { seatId, advertiserId })),
  };
}

builder.queryField('productSetPreview', (t) =>
  t.field({
    type: ProductSetPreview,
    extensions: works(workOf),
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
      after: t.arg.string({
        description: 'The ID of a product in the feed. Returns the products that come after it.',
      }),
    },
    resolve: (_root, args, ctx) => {
      checkSizes(args);
      return previewProductSet({
        ctx,
        advertiserId: idArgument('Advertiser', args.advertiserId, 'advertiserId'),
        filter: args.filter,
        first: args.first ?? DEFAULT_PRODUCTS,
        after: args.after ?? undefined,
      });
    },
  }),
);
