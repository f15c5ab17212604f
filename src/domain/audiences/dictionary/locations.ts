import { Prisma, sql } from '../../../platform/database/connection/client.ts';
import { defineEnum } from '../../../resources/define/enum-type.ts';
import type { System } from '../../context.ts';

/** A location, as the dictionary shows it. */
export interface LocationEntry {
  readonly woeid: number;
  readonly parentWoeid: number | null;
  readonly type: string;
  readonly name: string;
}

export interface Page {
  /** The number of rows to skip. */
  readonly si: number;
  /** The maximum number of rows, up to 500. */
  readonly mr: number;
}

/** The documented `type` values and the stored types that each includes. */
export const LOCATION_TYPES = {
  country: ['COUNTRY'],
  region: ['Region'],
  state: ['State'],
  DMA: ['DMA'],
  city: ['Town', 'City'],
  zip: ['Zip'],
} as const;
export type LocationType = keyof typeof LOCATION_TYPES;

export const LOCATION_TYPE = defineEnum<LocationType>('LocationType', 'The types of locations to list.', {
  country: 'Countries.',
  region: 'Regions.',
  state: 'States.',
  DMA: 'Designated market areas.',
  city: 'Towns and cities.',
  zip: 'Areas of postal codes.',
});

const FIELDS = 'woeid, parent_woeid AS "parentWoeid", type, name';

/** Returns locations of a type; of one country if `countryCode` is given. */
export async function locationsByType(
  { pool }: Pick<System, 'pool'>,
  type: LocationType,
  { si, mr, countryCode }: Page & { countryCode?: string | undefined },
): Promise<LocationEntry[]> {
  // Each type is read in the order of its index, because sorting a million towns for one page would be slow.
  const { rows } = await pool.query<LocationEntry>(
    `SELECT ${FIELDS} FROM unnest($1::text[]) AS requested(asked_type)
     CROSS JOIN LATERAL (
       SELECT * FROM location WHERE type = asked_type AND NOT retired ${countryCode ? 'AND country_code = $4' : ''}
       ORDER BY name, woeid LIMIT $2::int + $3::int) AS found
     ORDER BY name, woeid OFFSET $2 LIMIT $3`,
    [LOCATION_TYPES[type], Math.min(si, 2_000_000_000), mr, ...(countryCode ? [countryCode] : [])],
  );
  return rows;
}

/** Returns locations in the order of the requested IDs; unknown IDs are left out. */
export async function locationsById(
  { db }: Pick<System, 'db'>,
  woeids: readonly number[],
): Promise<LocationEntry[]> {
  const requested = [...new Set(woeids)];
  return await sql<LocationEntry>(db)`
    SELECT ${Prisma.raw(FIELDS)} FROM location WHERE woeid = ANY(${requested}::int[]) AND NOT retired
    ORDER BY array_position(${requested}::int[], woeid)`;
}

export async function countLocationsOf({ pool }: Pick<System, 'pool'>, type: LocationType): Promise<number> {
  const { rows } = await pool.query(
    'SELECT count(*)::int AS count FROM location WHERE type = ANY($1::text[]) AND NOT retired',
    [LOCATION_TYPES[type]],
  );
  return rows[0].count;
}
