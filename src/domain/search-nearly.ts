import { queryPrepared } from '../platform/database/connection/prepared-statements.ts';
import { isNearly } from '../platform/text/nearly.ts';
import type { Resource } from '../resources/define/resource.ts';
import type { DomainContext } from './context.ts';
import { escapedSql, keyOf, namesSql } from './search-names.ts';

/** A word of so many letters may have one wrong: shorter ones would find anything. */
const MIN_FORGIVEN = 5;
/** So many names are compared, whatever the seat has. */
export const MAX_CANDIDATES = 300;

export const isForgiven = (word: string): boolean => [...word].length >= MIN_FORGIVEN;

interface Candidate {
  readonly place: number;
  readonly id: number;
  readonly key: string;
  /** The words as names are compared. */
  readonly words: readonly string[];
}

/**
 * Finds rows whose names have all words, of which long ones may differ by one letter, the best first. A word with one wrong
 * letter still has one of its halves, or two letters swapped where they meet: the database finds such names, and the
 * words are compared here.
 */
export async function findNearly(
  ctx: Pick<DomainContext, 'pool' | 'seatId'>,
  places: readonly (readonly [number, Resource])[],
  words: readonly string[],
): Promise<readonly { readonly place: number; readonly id: number }[]> {
  const { rows } = await queryPrepared<Candidate>(ctx.pool, {
    text: nearlySql(places, words.length),
    values: [ctx.seatId, MAX_CANDIDATES, ...words],
  });
  return rows
    .flatMap(({ place, id, key, words }) => {
      const wrong = wrongIn(key, words);
      return wrong === undefined ? [] : [{ place, id, wrong }];
    })
    .sort((one, other) => one.wrong - other.wrong || one.place - other.place || one.id - other.id);
}

/** Returns the number of words that a name has nearly; undefined if it lacks one. */
function wrongIn(key: string, words: readonly string[]): number | undefined {
  const named = key.split(/[^\p{L}\p{N}]+/u);
  let wrong = 0;
  for (const word of words) {
    if (key.includes(word)) continue;
    if (!isForgiven(word) || !named.some((each) => isNearly(word, each))) return undefined;
    wrong += 1;
  }
  return wrong;
}

const [SEAT, LIMIT] = ['$1::int', '$2::int'];
const FIRST_WORD = 3;

/** SQL: a text without apostrophes, which are often left out: `d'été` is found by `dete`. */
const plainSql = (text: string): string => `translate(${text}, '''’', '')`;
const anySql = (text: string): string => `'%' || ${escapedSql(text)} || '%'`;

/** SQL: the patterns of a word: its first half begins a word, or its second is there, or two letters are swapped. */
function patternsSql(n: number): string {
  const [word, half] = [`w${n}`, `length(w${n}) / 2`];
  const [head, tail] = [`left(${word}, ${half})`, `substr(${word}, ${half} + 1)`];
  const swapped = `left(${word}, ${half} - 1) || substr(${word}, ${half} + 1, 1) || substr(${word}, ${half}, 1) || substr(${word}, ${half} + 2)`;
  return [
    ['head', `'% ' || ${escapedSql(head)} || '%'`],
    ['tail', anySql(tail)],
    ['swapped', anySql(swapped)],
  ]
    .map(
      ([name, pattern]) =>
        `CASE WHEN length(${word}) < ${MIN_FORGIVEN} THEN ${anySql(word)} ELSE ${pattern} END AS ${name}${n}`,
    )
    .join(', ');
}

function nearlySql(places: readonly (readonly [number, Resource])[], count: number): string {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const keys = numbers.map((n) => `${plainSql(keyOf(`$${FIRST_WORD + n - 1}::text`))} AS w${n}`);
  const of = (column: string) => `(SELECT ${column} FROM terms)`;
  const has = numbers.map(
    (n) =>
      `(' ' || key LIKE ${of(`head${n}`)} OR key LIKE ${of(`tail${n}`)} OR key LIKE ${of(`swapped${n}`)})`,
  );
  const names = places.map(([place, resource]) => {
    const { from, key } = namesSql(resource, SEAT);
    return `SELECT ${place} AS place, n.id, ${plainSql(key)} AS key ${from}`;
  });
  // With the offset, each name is normalized once, and none is kept.
  return `WITH keys AS MATERIALIZED (SELECT ${keys.join(', ')}
), terms AS MATERIALIZED (SELECT ${numbers.map(patternsSql).join(', ')} FROM keys
)
SELECT place, id, key, (SELECT ARRAY[${numbers.map((n) => `w${n}`).join(', ')}] FROM keys) AS words
FROM (
  ${names.join('\n  UNION ALL ')}
  OFFSET 0) n
WHERE ${has.join(' AND ')} LIMIT ${LIMIT}`;
}
