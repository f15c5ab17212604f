import type { System } from '../../context.ts';
import type { Page } from './locations.ts';

export type SegmentList = 'platform' | 'data_providers' | '3p';

export interface SegmentEntry {
  readonly value: number;
  readonly name: string;
  readonly description: string | null;
  readonly parentId: number | null;
  readonly dataProvider: string | null;
}

export interface SizedSegment extends SegmentEntry {
  /** The number of people; null if it is not known. */
  readonly audienceSize: number | null;
}

export interface SegmentFilter extends Page {
  /** If set, `search` is ignored. */
  readonly id?: number | undefined;
  /** Only direct children of this segment. */
  readonly parentId?: number | undefined;
  /** A part of the name, ignoring case. */
  readonly search?: string | undefined;
  /** The provider's name; only for the third-party list. */
  readonly provider?: string | undefined;
  /** Only segments that cover one of these countries, as those without countries do. */
  readonly countryCodes?: readonly string[] | undefined;
  /** Leaves out segments whose size is not known. */
  readonly minAudienceSize?: number | undefined;
  readonly maxAudienceSize?: number | undefined;
}

const FIELDS = `value, name, description, parent_id AS "parentId", data_provider AS "dataProvider"`;

/** Returns active segments of one of the trees, ordered by value. */
export const listSegments = (
  system: Pick<System, 'pool'>,
  list: SegmentList,
  filter: SegmentFilter,
): Promise<SegmentEntry[]> => segmentRows(system, { list, filter, fields: FIELDS });

/** Like `listSegments`, with the sizes. */
export const listSizedSegments = (
  system: Pick<System, 'pool'>,
  list: SegmentList,
  filter: SegmentFilter,
): Promise<SizedSegment[]> =>
  segmentRows(system, { list, filter, fields: `${FIELDS}, audience_size AS "audienceSize"` });

async function segmentRows<Row extends SegmentEntry>(
  { pool }: Pick<System, 'pool'>,
  { list, filter, fields }: { list: SegmentList; filter: SegmentFilter; fields: string },
): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${fields} FROM ${MATCHING} ORDER BY value OFFSET $9 LIMIT $10`,
    [...valuesOf(list, filter), filter.si, filter.mr],
  );
  return rows;
}

/** Returns the number of segments on all pages. */
export async function countSegmentsOf(
  { pool }: Pick<System, 'pool'>,
  list: SegmentList,
  filter: SegmentFilter,
): Promise<number> {
  const { rows } = await pool.query(`SELECT count(*)::int AS count FROM ${MATCHING}`, valuesOf(list, filter));
  return rows[0].count;
}

const MATCHING = `interest_segment
     WHERE list = $1 AND status = 'ACTIVE'
       AND ($2::int IS NULL OR value = $2)
       AND ($3::int IS NULL OR parent_id = $3)
       AND ($4::text IS NULL OR position(lower($4) IN lower(name)) > 0)
       AND ($5::text IS NULL OR lower(data_provider) = lower($5))
       AND ($6::text[] IS NULL OR country_codes IS NULL OR country_codes = '{}' OR country_codes && $6)
       AND ($7::bigint IS NULL OR audience_size >= $7)
       AND ($8::bigint IS NULL OR audience_size <= $8)`;

const valuesOf = (list: SegmentList, { id, parentId, search, provider, ...filter }: SegmentFilter) => [
  list,
  id ?? null,
  parentId ?? null,
  (id === undefined ? search : undefined) ?? null,
  provider ?? null,
  filter.countryCodes ?? null,
  filter.minAudienceSize ?? null,
  filter.maxAudienceSize ?? null,
];
