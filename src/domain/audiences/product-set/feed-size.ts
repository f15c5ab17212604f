import { ValidationError } from '../../errors.ts';
import { MAX_CHARACTERS } from './read-feed.ts';

/** The most products that one call loads. Operators load larger feeds. */
export const MAX_PRODUCTS = 10_000;
/** The most characters of all products as JSON, which repeats the names of columns for each of them. */
export const MAX_STORED = 4 * 2 ** 20;

/** The size of a feed that a call contains, before it is parsed. The actual feed is at most as large. */
export interface FeedSize {
  /** Counted up to one more than the limit. */
  readonly products: number;
  /** The characters of all products as JSON. */
  readonly characters: number;
}

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [10, 13, 34];

/** Returns the size of a feed by its lines. A line that ends within quotation marks of CSV does not count. */
export function feedSizeOf(format: unknown, content: string): FeedSize {
  const headers = format === 'NDJSON' ? 0 : 1;
  const ends = lineEnds(content, { isQuoted: format === 'CSV', most: MAX_PRODUCTS + headers + 1 });
  const products = Math.max(ends.length - headers, 0);
  const header = headers * (ends[0] ?? 0);
  const names = products * Math.min(header, MAX_CHARACTERS);
  return { products, characters: content.length + names };
}

function lineEnds(text: string, { isQuoted, most }: { isQuoted: boolean; most: number }): number[] {
  const ends: number[] = [];
  let isWithin = false;
  let from = 0;
  for (let at = 0; at <= text.length && ends.length < most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE && isQuoted) isWithin = !isWithin;
    const isEnd = at === text.length || (!isWithin && (code === LINE_FEED || code === CARRIAGE_RETURN));
    if (!isEnd) continue;
    // Empty lines, and what is between the two characters of a line's end, are no products.
    if (at > from) ends.push(at);
    from = at + 1;
  }
  return ends;
}

/** Throws ValidationError if a feed is larger than one call may load. */
export function checkFeedSize({ products, characters }: FeedSize): void {
  const problem = problemOf(products, characters);
  if (problem) throw new ValidationError([{ path: 'content', message: `content ${problem}` }]);
}

export const isTooLargeFeed = ({ products, characters }: FeedSize): boolean =>
  problemOf(products, characters) !== undefined;

function problemOf(products: number, characters: number): string | undefined {
  const otherwise = 'larger feeds are loaded by operators with `flightline feed load`';
  if (products > MAX_PRODUCTS)
    return `has more than ${MAX_PRODUCTS.toLocaleString('en')} products; ${otherwise}`;
  if (characters > MAX_STORED)
    return `has more than ${MAX_STORED / 2 ** 20} MiB with the names of its columns in each product; ${otherwise}`;
  return undefined;
}
