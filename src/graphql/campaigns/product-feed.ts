import { feedSizeOf, isTooLargeFeed } from '../../domain/audiences/product-set/feed-size.ts';
import type { Loaded } from '../../domain/audiences/product-set/load-feed.ts';
import { LoadProductFeed, loadSeatFeed } from '../../domain/audiences/product-set/load-seat-feed.ts';
import { isRecord } from '../../resources/define/input.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { withIds } from '../parts/values/ids.ts';
import { priced } from '../server/price/price.ts';

/** The work for a product, for each of its values and for their characters. The unit is the time of reading one row. */
const ROWS_PER_PRODUCT = 0.2;
const ROWS_PER_VALUE = 0.025;
const CHARACTERS_PER_ROW = 2_000;

/**
 * The price of a load by its lines, values and characters. A dry run costs the same. Of a feed that is too large, only
 * the request is read.
 */
const loads = priced((argument) => {
  const input = argument('input');
  if (!isRecord(input) || typeof input.content !== 'string') return { rows: 0 };
  const size = feedSizeOf(input.format, input.content);
  if (isTooLargeFeed(size)) return { rows: Math.ceil(input.content.length / CHARACTERS_PER_ROW) };
  const { products, values, characters } = size;
  const rows = ROWS_PER_PRODUCT * products + ROWS_PER_VALUE * values + characters / CHARACTERS_PER_ROW;
  return { rows: Math.ceil(rows) };
});

mutation<Loaded>({
  name: 'loadProductFeed',
  description:
    'Replaces the product feed of an advertiser: completely or, if a row is invalid, not at all. Products that the text lacks are removed. A feed has at most 10,000 products, and a seat loads one feed at a time. Operators load larger feeds with `flightline feed load`. Requires the role `ADMIN`.',
  input: createInput('LoadProductFeedInput', LoadProductFeed, 'The input of `loadProductFeed`.'),
  unrecorded: true,
  extensions: loads,
  payload: (t) => ({
    rowCount: t.exposeInt('rows', { description: 'The number of products in the feed.' }),
    addedCount: t.exposeInt('added', { description: 'The number of products that are new.' }),
    changedCount: t.exposeInt('changed', { description: 'The number of products that changed.' }),
    removedCount: t.exposeInt('removed', { description: 'The number of products that were removed.' }),
  }),
  run: ({ ctx, input }) => loadSeatFeed({ ctx, input: withIds(input, LoadProductFeed.fields) }),
});
