import { Problems } from '../../../resources/define/input.ts';
import { integerParameter, type Parameters, textParameter } from '../../../resources/define/parameters.ts';
import type { DomainContext } from '../../context.ts';
import { segmentFilter } from '../dictionary/find.ts';
import {
  countSegmentsOf,
  listSizedSegments,
  type SegmentFilter,
  type SegmentList,
} from '../dictionary/segments.ts';
import {
  countOwnSegments,
  listOwnSegments,
  OWN_SEGMENT_KINDS,
  type OwnSegment,
  type OwnSegmentKind,
} from './own-segments.ts';

/** A list of interest segments, or what the segment of an advertiser is made of. */
export type SegmentSource = SegmentList | OwnSegmentKind;

export interface AvailableSegment extends Omit<OwnSegment, 'source'> {
  readonly source: SegmentSource;
}

const LISTS: readonly SegmentList[] = ['platform', 'data_providers', '3p'];
/** All sources, in the order in which they are searched. */
const SOURCES: readonly SegmentSource[] = [...OWN_SEGMENT_KINDS, ...LISTS];

/**
 * Returns the segments that the advertiser `advertiserId` can use: its audiences and segments, then active interest
 * segments. They are filtered by a part of the name (`search`), by `country_codes` (with commas in between), by
 * `minAudienceSize` and `maxAudienceSize`, and by their source, and paged by `si` and `mr`. Segments without countries
 * cover all of them; segments whose size is not known have none. Throws ValidationError.
 */
export async function findAvailableSegments(options: {
  readonly ctx: DomainContext;
  readonly parameters: Parameters;
  /** All sources unless set. */
  readonly sources?: readonly SegmentSource[] | undefined;
}): Promise<AvailableSegment[]> {
  const { ctx, parameters, sources = SOURCES } = options;
  const problems = new Problems();
  const size = (name: string) =>
    integerParameter(problems, parameters, { name, min: 0, max: Number.MAX_SAFE_INTEGER });
  const reach = {
    countryCodes: countriesParameter(problems, parameters, 'country_codes'),
    minAudienceSize: size('minAudienceSize'),
    maxAudienceSize: size('maxAudienceSize'),
  };
  problems.throwIfAny();
  const filter = await segmentFilter({ ctx, parameters, list: 'platform' });
  if (!filter) return [];

  const found: AvailableSegment[] = [];
  let si = filter.si;
  for (const { list, count } of searchesOf(ctx, Number(parameters.advertiserId), sources)) {
    const page = { ...filter, ...reach, si, mr: filter.mr - found.length };
    const segments = page.mr > 0 ? await list(page) : [];
    found.push(...segments);
    const isBefore = segments.length === 0 && si > 0;
    si = isBefore ? Math.max(0, si - (await count(page))) : 0;
  }
  return found;
}

interface Search {
  readonly list: (filter: SegmentFilter) => Promise<AvailableSegment[]>;
  readonly count: (filter: SegmentFilter) => Promise<number>;
}

/** Returns the searches of the sources, one after the other. */
function searchesOf(ctx: DomainContext, advertiserId: number, sources: readonly SegmentSource[]): Search[] {
  const kinds = OWN_SEGMENT_KINDS.filter((kind) => sources.includes(kind));
  const own = {
    list: (filter: SegmentFilter) => listOwnSegments({ ctx, advertiserId, kinds, filter }),
    count: (filter: SegmentFilter) => countOwnSegments({ ctx, advertiserId, kinds, filter }),
  };
  const interest = LISTS.filter((list) => sources.includes(list)).map((source) => ({
    list: async (filter: SegmentFilter) =>
      (await listSizedSegments(ctx, source, filter)).map(({ value, name, audienceSize }) => ({
        ...{ id: value, name, source, size: audienceSize },
      })),
    count: (filter: SegmentFilter) => countSegmentsOf(ctx, source, filter),
  }));
  return [...(kinds.length > 0 ? [own] : []), ...interest];
}

/** Returns the codes of countries; undefined if none were sent, or if they were rejected. */
function countriesParameter(problems: Problems, parameters: Parameters, name: string): string[] | undefined {
  const text = textParameter(problems, parameters, name);
  if (text === undefined) return undefined;
  const codes = text.split(',').map((code) => code.trim().toUpperCase());
  if (codes.every((code) => /^[A-Z]{2}$/.test(code))) return codes;
  problems.add(name, 'must be country codes of two letters with commas in between, such as US,CA');
  return undefined;
}
