import type { DomainContext } from '../../context.ts';
import type { SegmentFilter } from '../dictionary/segments.ts';

/** What the segments of an advertiser are made of: the kinds of audiences, and events of a pixel. */
export const OWN_SEGMENT_KINDS = ['email_address', 'device_id', 'customsegments', 'events'] as const;
export type OwnSegmentKind = (typeof OWN_SEGMENT_KINDS)[number];

export interface OwnSegment {
  /** Unique among the segments of its source. */
  readonly id: number;
  readonly name: string;
  readonly source: OwnSegmentKind;
  /** The number of people; null if it is not known. */
  readonly size: number | null;
}

interface OwnSearch {
  readonly ctx: DomainContext;
  readonly advertiserId: number;
  readonly kinds: readonly OwnSegmentKind[];
  readonly filter: SegmentFilter;
}

/** The segments that a filter selects. They have no countries, so all of them cover every country. */
const MATCHING = `
  (SELECT number AS id, name, kind AS source, size FROM audience WHERE seat_id = $1 AND advertiser_id = $2
   UNION ALL
   SELECT segment.id, segment.name, 'events', NULL FROM segment JOIN pixel ON pixel.id = segment.pixel_id
   WHERE segment.seat_id = $1 AND pixel.advertiser_id = $2) AS own
  WHERE source = ANY($3)
    AND ($4::text IS NULL OR position(lower($4) IN lower(name)) > 0)
    AND ($5::bigint IS NULL OR size >= $5)
    AND ($6::bigint IS NULL OR size <= $6)`;

const valuesOf = ({ ctx, advertiserId, kinds, filter }: OwnSearch) => [
  ...[ctx.seatId, advertiserId, kinds],
  ...[filter.search ?? null, filter.minAudienceSize ?? null, filter.maxAudienceSize ?? null],
];

/** Returns a page of the audiences and segments of an advertiser, ordered by kind and ID. */
export async function listOwnSegments(search: OwnSearch): Promise<OwnSegment[]> {
  const { rows } = await search.ctx.pool.query<OwnSegment>(
    `SELECT * FROM ${MATCHING} ORDER BY array_position($3, source), id OFFSET $7 LIMIT $8`,
    [...valuesOf(search), search.filter.si, search.filter.mr],
  );
  return rows;
}

/** Returns the number of segments on all pages. */
export async function countOwnSegments(search: OwnSearch): Promise<number> {
  const { rows } = await search.ctx.pool.query(
    `SELECT count(*)::int AS count FROM ${MATCHING}`,
    valuesOf(search),
  );
  return rows[0].count;
}
