import type { Loaded } from '../../domain/audiences/product-set/load-feed.ts';
import { LoadProductFeed, loadSeatFeed } from '../../domain/audiences/product-set/load-seat-feed.ts';
import { withIds } from '../parts/ids.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';

mutation<Loaded>({
  name: 'loadProductFeed',
  description:
    'Replaces the product feed of an advertiser: completely or, if a row is invalid, not at all. Products that the text lacks are removed. Operators load larger feeds with `flightline feed load`. Requires the role `ADMIN`.',
  input: createInput('LoadProductFeedInput', LoadProductFeed, 'The input of `loadProductFeed`.'),
  unrecorded: true,
  payload: (t) => ({
    rowCount: t.exposeInt('rows', { description: 'The number of products in the feed.' }),
    addedCount: t.exposeInt('added', { description: 'The number of products that are new.' }),
    changedCount: t.exposeInt('changed', { description: 'The number of products that changed.' }),
    removedCount: t.exposeInt('removed', { description: 'The number of products that were removed.' }),
  }),
  run: ({ ctx, input }) => loadSeatFeed({ ctx, input: withIds(input, LoadProductFeed.fields) }),
});
