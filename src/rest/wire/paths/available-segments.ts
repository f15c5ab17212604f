import {
  type AvailableSegment,
  findAvailableSegments,
  type SegmentSource,
} from '../../../domain/audiences/segment/find-available.ts';
import { operatorSupply } from '../../../domain/campaigns/line/supply-name.ts';
import { keysOf } from '../../../platform/text/typed.ts';
import { parsePage } from '../../../resources/filter/listing.ts';
import { query } from '../../openapi/operation.ts';
import { SEGMENT } from './lookup-shapes.ts';
import { withObservedNames } from './observed-names.ts';
import type { ObservedPath, PathCall } from './path.ts';
import { listOf } from './shapes.ts';

const SEARCH_SEGMENTS = [
  query('accountId', 'The ID of the advertiser.', { type: 'integer' }, true),
  query('query', 'Returns only segments whose name contains this text, ignoring case.'),
  query('country_codes', 'Returns only segments of these countries, separated by commas.'),
  query('type', 'Returns only segments of this `segmentType`.'),
  query('minAudienceSize', 'The smallest size.', { type: 'integer' }),
  query('maxAudienceSize', 'The largest size.', { type: 'integer' }),
  query('page', 'The page number, starting at 1.', { type: 'integer' }),
  query('limit', 'The number of rows per page.', { type: 'integer' }),
];

/** The segments that an advertiser can use. */
export const AVAILABLE_SEGMENTS_PATH: ObservedPath = {
  method: 'GET',
  path: '/targeting/availablesegments/search',
  id: 'searchSegments',
  response: listOf(SEGMENT),
  query: SEARCH_SEGMENTS,
  answers:
    'Segments that the advertiser `accountId` (required) can use, by `query`, `country_codes`, `type`, `minAudienceSize`, `maxAudienceSize`, `page` and `limit`: `id` (unique for its `segmentType` and `audienceType`), `name`, `status`, `segmentType`, `audienceType`, `reachCount`. First those of the advertiser (`ADVERTISER`): its audiences of hashed email addresses (`EMAIL`) and of other IDs (`CUSTOM`), and segments of its pixels’ events (`CONVERSIONRULE`); then interest segments (`INTEREST`): the operator’s own, and `DMP` for those of third parties. A segment without countries covers all; one of unknown size is left out if a size is asked for. Lines cannot target segments.',
  handler: async ({ ctx, query }) => {
    const { accountId, query: search, type, country_codes, minAudienceSize, maxAudienceSize } = query;
    const { skip: si, take: mr } = parsePage({ ctx, input: query });
    const sent = { search, country_codes, minAudienceSize, maxAudienceSize };
    const filters = Object.fromEntries(Object.entries(sent).filter(([, value]) => value));
    const parameters = { advertiserId: accountId, si, mr, ...filters };
    const sources = type
      ? keysOf(SEGMENT_TYPES).filter((source) => SEGMENT_TYPES[source] === type)
      : undefined;
    const segments = await withObservedNames(() => findAvailableSegments({ ctx, parameters, sources }));
    return segments.map((segment) => segmentToWire(ctx, segment));
  },
};

/** The `segmentType` of each source, in words that these clients know. */
const SEGMENT_TYPES: Readonly<Record<SegmentSource, string>> = {
  email_address: 'EMAIL',
  device_id: 'CUSTOM',
  customsegments: 'CUSTOM',
  events: 'CONVERSIONRULE',
  platform: 'INTEREST',
  data_providers: 'INTEREST',
  '3p': 'INTEREST',
};

const segmentToWire = (ctx: PathCall['ctx'], { id, name, source, size }: AvailableSegment) => ({
  id,
  name,
  status: 'ACTIVE',
  segmentType: SEGMENT_TYPES[source],
  audienceType: audienceTypeOf(ctx, source),
  reachCount: size,
});

function audienceTypeOf(ctx: PathCall['ctx'], source: SegmentSource): string {
  if (source === 'platform') return operatorSupply(ctx);
  return SEGMENT_TYPES[source] === 'INTEREST' ? 'DMP' : 'ADVERTISER';
}
