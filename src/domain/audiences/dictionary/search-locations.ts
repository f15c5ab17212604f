import type { Pool } from 'pg';
import { connectForStatement } from '../../../platform/database/connection/client.ts';
import type { System } from '../../context.ts';
import { LOCATION_TYPES, type LocationEntry, type LocationType, type Page } from './locations.ts';

interface Search extends Page {
  /** A name, or a postal or ISO code, ignoring case. */
  readonly location: string;
  readonly type?: LocationType | undefined;
  /** Whether names that contain the text or have a similar spelling match too. */
  readonly fuzzy: boolean;
  /** Only places of this country; cannot be combined with `fuzzy`. */
  readonly countryCode?: string | undefined;
}

/**
 * How similar a misspelt name must be: with pg_trgm's default of 0.3, `London` with two letters swapped is not found.
 */
const SIMILAR = 0.25;

/** Returns the best matches first: the exact name or code, then by trigram similarity. */
export async function searchLocations(
  { pool }: Pick<System, 'pool'>,
  { location, type, fuzzy, countryCode, si, mr }: Search,
): Promise<LocationEntry[]> {
  const key = location.trim().toLowerCase();
  if (key === '') return [];
  const bound = [key, type ? LOCATION_TYPES[type] : null, si, mr];
  const begins = ['name_key LIKE $5', 'code = upper($1)'];
  if (!fuzzy) {
    const there = countryCode ? begins.map((one) => `(${one}) AND country_code = $6`) : begins;
    return await found(pool, there, [...bound, `${escaped(key)}%`, ...(countryCode ? [countryCode] : [])]);
  }
  const near = await found(
    pool,
    [...begins, ...nearby(key)],
    [
      ...bound,
      `${escaped(key)}%`,
      `%${escaped(key)}%`,
      `${escaped(head(key))}%`,
      `${escaped(tail(key))}%`,
      key.length,
    ],
  );
  // Comparing with every name is slower, so it is only done if no name with a single typo was found.
  return near.length > 0 || si > 0 || !HAS_TRIGRAM.test(key) ? near : await similarAnywhere(pool, bound);
}

/** A pattern without a letter or digit has no trigram, so the index cannot be used. */
const HAS_TRIGRAM = /[\p{L}\p{N}]/u;
const CONTAINS_TRIGRAM = /[\p{L}\p{N}]{3}/u;

/**
 * Wherever one letter is wrong, missing, added or swapped, the first third or the last half of the name is correct and
 * the length is similar. An index finds the few candidates.
 */
const nearby = (key: string): string[] => [
  CONTAINS_TRIGRAM.test(key) ? 'name_key LIKE $6' : 'false AND $6 <> $6',
  `name_key LIKE $7 AND ${ALIKE}`,
  `name_tail LIKE $8 AND ${ALIKE}`,
];
const ALIKE = `length(name_key) BETWEEN $9::int - 2 AND $9::int + 2 AND similarity(name_key, $1) >= ${SIMILAR}`;

const head = (key: string): string => [...key].slice(0, Math.max(2, Math.ceil(key.length / 3))).join('');
const tail = (key: string): string =>
  [...key]
    .reverse()
    .slice(0, Math.max(2, Math.ceil(key.length / 2)))
    .join('');
const escaped = (key: string): string => key.replaceAll(/[\\%_]/g, '\\$&');

async function found(pool: Pool, conditions: string[], values: unknown[]): Promise<LocationEntry[]> {
  const branches = conditions.map(
    (condition) =>
      `SELECT * FROM location
       WHERE ${condition} AND NOT retired AND ($2::text[] IS NULL OR type = ANY($2))`,
  );
  const { rows } = await pool.query<LocationEntry>(
    `SELECT woeid, parent_woeid AS "parentWoeid", type, name FROM (${branches.join(' UNION ')}) AS found
     ORDER BY name_key = $1 OR lower(code) = $1 DESC NULLS LAST, similarity(name_key, $1) DESC, woeid
     OFFSET $3 LIMIT $4`,
    values,
  );
  return rows;
}

async function similarAnywhere(pool: Pool, values: unknown[]): Promise<LocationEntry[]> {
  const client = await connectForStatement(pool, { isLong: true });
  try {
    await client.query(`BEGIN; SET LOCAL pg_trgm.similarity_threshold = ${SIMILAR}`);
    const { rows } = await client.query<LocationEntry>(
      `SELECT woeid, parent_woeid AS "parentWoeid", type, name FROM location
       WHERE name_key % $1 AND NOT retired AND ($2::text[] IS NULL OR type = ANY($2))
       ORDER BY similarity(name_key, $1) DESC, woeid OFFSET $3 LIMIT $4`,
      values,
    );
    return rows;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
