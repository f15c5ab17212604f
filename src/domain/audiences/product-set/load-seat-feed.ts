import { z } from 'zod';
import { defineEnum } from '../../../resources/define/enum-type.ts';
import { id, oneOf } from '../../../resources/define/fields.ts';
import { defineInput, Problems } from '../../../resources/define/input.ts';
import { isId } from '../../../resources/define/rows.ts';
import { authorizeAdmin, authorizeWrite, type DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { checkFeedSize, feedSizeOf, MAX_PRODUCTS } from './feed-size.ts';
import { type Loaded, loadFeed } from './load-feed.ts';

/** A request has at most one mebibyte, with escapes. */
const MAX_CONTENT = 1_048_576;

const FEED_FORMAT = defineEnum('FeedFormat', 'The formats of a product feed.', {
  CSV: 'Comma-separated values. The first line names the fields.',
  TSV: 'Tab-separated values without quoting. The first line names the fields.',
  NDJSON: 'A JSON object in each line.',
});

export const LoadProductFeed = defineInput({
  fields: z.object({
    advertiserId: id('Advertiser').describe('The advertiser that owns the feed.'),
    format: oneOf(FEED_FORMAT).describe('The format of `content`.'),
    content: z
      .string('must be text')
      .max(MAX_CONTENT, `must be at most ${MAX_CONTENT} characters`)
      .describe(
        `The whole feed, at most ${MAX_PRODUCTS.toLocaleString('en')} products. Each has an \`id\`. A request has at most 1 MiB.`,
      ),
  }),
  readOnly: [],
});

/**
 * Replaces the product feed of an advertiser of the seat with the text that was sent: completely or, on any invalid row,
 * not at all. A seat loads one feed at a time. For admins. Throws ForbiddenError, NotFoundError, ConflictError, and
 * ValidationError with the lines (`line 7`).
 */
export async function loadSeatFeed(options: { ctx: DomainContext; input: unknown }): Promise<Loaded> {
  const { ctx, input } = options;
  authorizeAdmin(ctx);
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.complete(problems.parse(ctx, LoadProductFeed, input), LoadProductFeed);
  const { advertiserId, format, content } = fields;
  const { db, seatId, validateOnly = false } = ctx;
  const own = isId(advertiserId) && (await db.advertiser.findFirst({ where: { id: advertiserId, seatId } }));
  if (!own) throw new NotFoundError('Advertiser');
  checkFeedSize(feedSizeOf(format, content));
  const file = `feed.${format.toLowerCase()}`;
  return loadFeed({ system: ctx, advertiserId, file, sent: { content, seatId, isDryRun: validateOnly } });
}
