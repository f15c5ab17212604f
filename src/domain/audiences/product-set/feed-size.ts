import { ValidationError } from '../../errors.ts';
import { MAX_CHARACTERS } from './read-feed.ts';

/** The maximum number of products that one call loads. Operators load larger feeds. */
export const MAX_PRODUCTS = 10_000;
/** The maximum number of characters of all products as JSON, which repeats the names of columns for each of them. */
export const MAX_STORED = 4 * 2 ** 20;

/** The size of a feed that a call contains, before it is parsed. The actual feed is at most as large. */
export interface FeedSize {
  /** Counted up to one more than the limit. */
  readonly products: number;
  readonly values: number;
  /** The characters of all products as JSON. */
  readonly characters: number;
}

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [10, 13, 34];
/** The separator of the values of a line, by format. */
const [COMMA, TAB] = [44, 9];

/** Returns the size of a feed by its lines. A line that ends within quotation marks of CSV does not count. */
export function feedSizeOf(format: unknown, content: string): FeedSize {
  const headers = format === 'NDJSON' ? 0 : 1;
  const separator = format === 'TSV' ? TAB : COMMA;
  let isWithin = false;
  let lines = 0;
  let separators = 0;
  let header = 0;
  let from = 0;
  for (let at = 0; at <= content.length && lines <= MAX_PRODUCTS + headers; at += 1) {
    const code = content.charCodeAt(at);
    if (code === separator) separators += 1;
    if (code === QUOTE && format === 'CSV') isWithin = !isWithin;
    const isEnd = at === content.length || (!isWithin && (code === LINE_FEED || code === CARRIAGE_RETURN));
    if (!isEnd) continue;
    // Do not count empty lines. CR LF ends one line, not two.
    if (at > from) lines += 1;
    if (lines === 1 && headers > 0) header ||= at - from;
    from = at + 1;
  }
  const products = Math.max(lines - headers, 0);
  const names = products * Math.min(header, MAX_CHARACTERS);
  return { products, values: lines + separators, characters: content.length + names };
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
