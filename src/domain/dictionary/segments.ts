import type { System } from '../context.ts';
import type { Page } from './locations.ts';

export type SegmentList = 'platform' | 'data_providers' | '3p';

export interface SegmentEntry {
  readonly value: number;
  readonly name: string;
  readonly description: string | null;
  readonly parentId: number | null;
  readonly dataProvider: string | null;
}

export interface SegmentFilter extends Page {
  /** When given, `search` is ignored (section 3, optional filters). */
  readonly id?: number | undefined;
  /** Children of this segment only, one level down. */
  readonly parentId?: number | undefined;
  /** A part of the name; case does not count. */
  readonly search?: string | undefined;
  /** Provider's name; the third-party list only. */
  readonly provider?: string | undefined;
}

/** Active segments of one of the trees, ordered by value (section 3, Dictionary; RULINGS N5). */
export async function listSegments(
  { pool }: Pick<System, 'pool'>,
  list: SegmentList,
  { id, parentId, search, provider, si, mr }: SegmentFilter,
): Promise<SegmentEntry[]> {
  const part = id === undefined ? search : undefined;
  const { rows } = await pool.query<SegmentEntry>(
    `SELECT value, name, description, parent_id AS "parentId", data_provider AS "dataProvider"
     FROM interest_segment
     WHERE list = $1 AND status = 'ACTIVE'
       AND ($2::int IS NULL OR value = $2)
       AND ($3::int IS NULL OR parent_id = $3)
       AND ($4::text IS NULL OR position(lower($4) IN lower(name)) > 0)
       AND ($5::text IS NULL OR lower(data_provider) = lower($5))
     ORDER BY value OFFSET $6 LIMIT $7`,
    [list, id ?? null, parentId ?? null, part ?? null, provider ?? null, si, mr],
  );
  return rows;
}
