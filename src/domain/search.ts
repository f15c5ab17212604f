import { queryPrepared } from '../platform/database/connection/prepared-statements.ts';
import type { Resource } from '../resources/define/resource.ts';
import { isId } from '../resources/define/rows.ts';
import { AUDIENCE } from './audiences/audience/definition.ts';
import { PIXEL } from './audiences/pixel/definition.ts';
import { PRODUCT_SET } from './audiences/product-set/definition.ts';
import { SEGMENT } from './audiences/segment/definition.ts';
import { AD } from './campaigns/ad/definition.ts';
import { ADVERTISER } from './campaigns/advertiser/definition.ts';
import { CAMPAIGN } from './campaigns/campaign/definition.ts';
import { CREATIVE } from './campaigns/creative/definition.ts';
import { DEAL } from './campaigns/deal/definition.ts';
import { LINE } from './campaigns/line/definition.ts';
import { NATIVE_LIST } from './campaigns/native-list/definition.ts';
import type { DomainContext } from './context.ts';
import { ValidationError } from './errors.ts';
import { AD_GROUP } from './native/ad-group/definition.ts';
import { NATIVE_AD } from './native/native-ad/definition.ts';
import { escapedSql, keyOf, namesSql } from './search-names.ts';
import { findNearly, isForgiven } from './search-nearly.ts';

/** What can be found, in the order of the results of equal rank. */
const RESOURCES = [
  ...[ADVERTISER, CAMPAIGN, LINE, AD, CREATIVE, DEAL, PIXEL, SEGMENT, AUDIENCE, NATIVE_LIST, PRODUCT_SET],
  ...[AD_GROUP, NATIVE_AD],
] as const satisfies readonly Resource[];

export const SEARCHED = RESOURCES.map(({ name }) => name);
export type SearchedType = (typeof SEARCHED)[number];

export const MAX_QUERY_LENGTH = 200;
export const MAX_WORDS = 8;

export interface SearchHit {
  readonly type: SearchedType;
  readonly id: number;
}

export interface SearchResults {
  readonly hits: readonly SearchHit[];
  /** The number of hits before the page. */
  readonly offset: number;
  readonly totalCount: number;
  /** The number of hits on all pages: fewer than `totalCount` if each type has at most so many. */
  readonly pagedCount: number;
  /** Nothing matched exactly, and these are nearly what was asked for. */
  readonly isApproximate: boolean;
  /** Only types with hits. */
  readonly counts: readonly { readonly type: SearchedType; readonly count: number }[];
}

interface Row {
  readonly counts: Partial<Record<string, number>> | null;
  readonly place: number | null;
  readonly id: number;
}

/**
 * Finds rows of the seat by ID or name, the best matches first: the row with the ID, then names that equal the query,
 * that begin with it, in which each word begins a word, and the rest. Upper and lower case and accents are the same.
 * Throws ValidationError as `wordsOf` does.
 */
export async function search(
  ctx: DomainContext,
  request: {
    readonly query: string;
    /** Only these; all where undefined. */
    readonly types?: readonly SearchedType[] | undefined;
    /** At most so many of each type; any number where undefined. */
    readonly perType?: number | undefined;
    /** Whether names in which one letter of a word differs are found, if there are no others. */
    readonly allowsTypos?: boolean;
    readonly first: number;
    readonly offset: number;
  },
): Promise<SearchResults> {
  const { query, types = SEARCHED, perType, allowsTypos = false, first, offset } = request;
  const words = wordsOf(query);
  const places = [...RESOURCES.entries()].filter(
    ([, { name, feature }]) =>
      types.includes(name) && !(feature !== undefined && ctx.config.disabledFeatures.has(feature)),
  );
  if (places.length === 0) return resultsOf([], {}, request);
  const { rows } = await queryPrepared<Row>(ctx.pool, {
    text: searchSql(places, words.length, perType !== undefined),
    values: [
      ...[ctx.seatId, idsOf(query), first, offset, words.join(' ')],
      ...words,
      ...(perType === undefined ? [] : [perType]),
    ],
  });
  const counts = rows[0]?.counts ?? {};
  const isNothing = Object.keys(counts).length === 0;
  return isNothing && allowsTypos && words.some(isForgiven)
    ? pageOf(await findNearly(ctx, places, words), request)
    : resultsOf(rows, counts, request);
}

interface Page {
  readonly first: number;
  readonly offset: number;
  readonly perType?: number | undefined;
}

/** The page of rows that were found together. */
function pageOf(
  found: readonly { readonly place: number; readonly id: number }[],
  page: Page,
): SearchResults {
  const { first, offset, perType = Number.POSITIVE_INFINITY } = page;
  const counts: Record<string, number> = {};
  const paged = found.filter(({ place }) => {
    const nth = (counts[place] ?? 0) + 1;
    counts[place] = nth;
    return nth <= perType;
  });
  const results = resultsOf(paged.slice(offset, offset + first), counts, page);
  return { ...results, isApproximate: found.length > 0 };
}

function resultsOf(
  rows: readonly Pick<Row, 'place' | 'id'>[],
  counts: Partial<Record<string, number>>,
  { offset, perType = Number.POSITIVE_INFINITY }: Page,
): SearchResults {
  const numbers = Object.values(counts).map((count = 0) => count);
  return {
    hits: rows.flatMap(({ place, id }) => {
      const type = place === null ? undefined : SEARCHED[place];
      return type === undefined ? [] : [{ type, id }];
    }),
    offset,
    totalCount: numbers.reduce((sum, count) => sum + count, 0),
    pagedCount: numbers.reduce((sum, count) => sum + Math.min(count, perType), 0),
    isApproximate: false,
    counts: SEARCHED.flatMap((type, place) => {
      const count = counts[place];
      return count === undefined ? [] : [{ type, count }];
    }),
  };
}

/** Returns the words of a query. Throws ValidationError if there is none, or too much. */
export function wordsOf(query: string): readonly string[] {
  const refuse = (message: string) => new ValidationError([{ path: 'query', message: `query ${message}` }]);
  if (query.length > MAX_QUERY_LENGTH) throw refuse(`must be at most ${MAX_QUERY_LENGTH} characters long`);
  if (query.includes('\0') || !query.isWellFormed()) throw refuse('must be well-formed text without NUL');
  const words = [...new Set(query.split(/\s+/).filter((word) => word !== ''))];
  if (words.length === 0) throw refuse('must not be blank');
  if (words.length > MAX_WORDS) throw refuse(`must have at most ${MAX_WORDS} words`);
  return words;
}

/** `84`, `#84`, `line 84`, `Line:84`, `native list 84`, with single spaces */
const ID = /^(?:([a-z][a-z ]*?) ?[ :#] ?|#)?(\d{1,10})$/i;

/** Returns the ID to look for, by the place of the resource; 0 where the query is not the ID of such a row. */
function idsOf(query: string): number[] {
  const [, type, digits = ''] = ID.exec(query.trim().replace(/\s+/g, ' ')) ?? [];
  const id = Number(digits);
  const named = type?.replace(/\s/g, '').toLowerCase();
  return SEARCHED.map((name) => (isId(id) && (named ?? name.toLowerCase()) === name.toLowerCase() ? id : 0));
}

/** The places of the values in the statement; those of the words follow. */
const [SEAT, IDS, FIRST, OFFSET, WHOLE] = ['$1::int', '$2::int[]', '$3::int', '$4::int', '$5::text'];
const FIRST_WORD = 6;

const patternOf = (value: string) => escapedSql(keyOf(value));

/**
 * One statement for each number of words and set of types. What the rows are compared with is read by subqueries without
 * a row, so that it is computed once.
 */
function searchSql(
  places: readonly (readonly [number, Resource])[],
  count: number,
  isPerType: boolean,
): string {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const terms = [
    `${keyOf(WHOLE)} AS whole, ${patternOf(WHOLE)} || '%' AS beginning`,
    ...numbers.map((n) => `'%' || ${patternOf(`$${FIRST_WORD + n - 1}::text`)} || '%' AS word${n}`),
  ];
  const of = (column: string) => `(SELECT ${column} FROM terms)`;
  const contains = (key: string) => numbers.map((n) => `${key} LIKE ${of(`word${n}`)}`).join(' AND ');
  const begins = numbers.map((n) => `' ' || key LIKE ${of(`'% ' || substr(word${n}, 2)`)}`).join(' AND ');
  return `WITH terms AS MATERIALIZED (SELECT ${terms.join(', ')}
), hits AS MATERIALIZED (
  ${places.map(([place, resource]) => hitsSql(place, resource, contains)).join('\n  UNION ALL ')}
), ranked AS (
  SELECT place, id, CASE WHEN id = (${IDS})[place + 1] THEN 0 WHEN key = ${of('whole')} THEN 1
    WHEN key LIKE ${of('beginning')} THEN 2 WHEN ${begins} THEN 3 ELSE 4 END AS rank
  FROM hits
)${isPerType ? bestOfTypeSql(`$${FIRST_WORD + count}::int`) : ''}
SELECT c.counts, p.place, p.id
FROM (SELECT json_object_agg(place, count) AS counts
    FROM (SELECT place, count(*) FROM hits GROUP BY place) n) c
  LEFT JOIN (SELECT place, id, rank FROM ${isPerType ? 'best' : 'ranked'} ORDER BY rank, place, id LIMIT ${FIRST} OFFSET ${OFFSET}) p ON true
ORDER BY p.rank, p.place, p.id`;
}

/** SQL: the first rows of each type. */
const bestOfTypeSql = (number: string): string => `, best AS (
  SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY place ORDER BY rank, id) AS nth FROM ranked) r
  WHERE nth <= ${number}
)`;

/** SQL: the rows of one resource, with its place and the name as it is compared. */
function hitsSql(place: number, resource: Resource, contains: (key: string) => string): string {
  const { from, key } = namesSql(resource, SEAT);
  return `SELECT ${place} AS place, n.id, ${key} AS key ${from}
    AND (n.id = (${IDS})[${place + 1}] OR (${contains(key)}))`;
}
