import { Link } from '@tanstack/react-router';
import { useRead } from '../../../api/use-read.ts';
import {
  DashboardSegmentPixelsDocument,
  DashboardSegmentsDocument,
  type DashboardSegmentsQuery,
} from '../../../generated/graphql.ts';
import { Choice } from '../../../parts/fields/choice.tsx';
import { counted, number } from '../../../parts/format.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import { Widget } from '../../../parts/widget.tsx';
import { useCanEdit } from '../../../shell/viewer.ts';
import { AdvertiserLink, changedColumn, nameColumn } from '../thing-columns.tsx';
import { AdvertiserFilter, NameFilter } from '../thing-filters.tsx';
import { NothingMatches, sortingOf, ThingPager } from '../thing-list.tsx';
import type { ThingSearch } from '../thing-search.ts';
import { NewSegment } from './new-segment.tsx';
import { ruleOf } from './rule.ts';
import { EVENTS_NOTE } from './segment-note.ts';

type Pixel = DashboardSegmentsQuery['list']['nodes'][number];
type Segment = Pixel['segments']['nodes'][number] & { readonly pixel: Pixel } & Pick<Pixel, 'advertiser'>;

export const PixelLink = ({
  pixel: { databaseId, name },
}: {
  readonly pixel: Pick<Pixel, 'databaseId' | 'name'>;
}) => (
  <Link to="/pixels/$id" params={{ id: String(databaseId) }}>
    <bdi>{name}</bdi>
  </Link>
);

const COLUMNS: readonly Column<Segment>[] = [
  nameColumn('audiences'),
  { name: 'Rule', wraps: true, cell: ruleOf },
  {
    name: 'Events',
    title: 'Stored events that match the rule',
    sort: 'EVENTS',
    numeric: true,
    cell: ({ eventCount }) => (eventCount === 0 ? <span className="warned">None</span> : number(eventCount)),
  },
  {
    name: 'Pixel',
    wraps: true,
    cell: ({ pixel }) => (
      <>
        <PixelLink pixel={pixel} />
        <span className="cell-note">
          <AdvertiserLink advertiser={pixel.advertiser} />
        </span>
      </>
    ),
  },
  changedColumn,
];

const EXPLAINED =
  'There are no segments yet. A segment is the people whose events at a pixel match a rule, such as all who paid: choose a pixel and the category, action or label of its events.';

const segmentsIn = (pixels: readonly Pixel[]): readonly Segment[] =>
  pixels.flatMap((pixel) =>
    pixel.segments.nodes.map((segment) => ({ ...segment, pixel, advertiser: pixel.advertiser })),
  );

/** All are here, so that the page sorts them itself. */
const BY: Readonly<Record<string, (a: Segment, b: Segment) => number>> = {
  NAME: (a, b) => a.name.localeCompare(b.name),
  EVENTS: (a, b) => a.eventCount - b.eventCount,
  UPDATED_AT: (a, b) => a.updatedAt.localeCompare(b.updatedAt),
};
const sortOf = ({ sort }: ThingSearch): string => (sort && BY[sort] ? sort : 'NAME');

function sorted(segments: readonly Segment[], list: ThingSearch): readonly Segment[] {
  const compare = BY[sortOf(list)];
  const ascending = [...segments].sort((a, b) => compare?.(a, b) || a.pixel.name.localeCompare(b.pixel.name));
  return list.isDescending ? ascending.reverse() : ascending;
}

/** Those that were not read, since a pixel has more than are asked for. */
const missingIn = (pixels: readonly Pixel[]) =>
  pixels.reduce((sum, { segments }) => sum + segments.totalCount - segments.nodes.length, 0);

/** Segments of pixels: whose events match which rule, and how many do. */
export function Segments({ list }: { readonly list: ThingSearch }) {
  const canEdit = useCanEdit();
  const { advertiser, pixel } = list;
  const read = useRead(DashboardSegmentsDocument, {
    after: list.after ?? null,
    pixels: {
      ...(advertiser && { advertiserId: { eq: `Advertiser:${advertiser}` } }),
      ...(pixel && { id: { eq: `Pixel:${pixel}` } }),
    },
    segments: { query: list.query },
  });
  return (
    <Widget
      title="Segments"
      read={read}
      actions={
        <>
          <PixelFilter list={list} />
          <AdvertiserFilter list={list} />
          <NameFilter list={list} things="audiences" />
          {canEdit && <NewSegment />}
        </>
      }
      empty={({ list: { nodes, pageInfo } }) =>
        segmentsIn(nodes).length === 0 &&
        !pageInfo.hasNextPage &&
        (list.isNarrowed ? <NothingMatches list={list} title="Segments" /> : EXPLAINED)
      }
    >
      {({ list: { nodes, pageInfo } }) => (
        <>
          <Table
            label="Segments"
            rows={sorted(segmentsIn(nodes), list)}
            columns={COLUMNS}
            keyOf={({ id }) => id}
            {...(!pageInfo.hasNextPage && !list.after && { sorting: sortingOf(list, sortOf(list)) })}
          />
          {missingIn(nodes) > 0 && (
            <p className="muted small">
              {counted(missingIn(nodes), 'segment')} more, of pixels that have over 50. Choose the pixel or
              type a part of the name.
            </p>
          )}
          <p className="muted small">{EVENTS_NOTE}</p>
          {pageInfo.hasNextPage || list.after ? (
            <ThingPager list={list} page={pageInfo} total={segmentsIn(nodes).length} />
          ) : null}
        </>
      )}
    </Widget>
  );
}

function PixelFilter({ list }: { readonly list: ThingSearch }) {
  const { data } = useRead(DashboardSegmentPixelsDocument, {}, { freshFor: 60_000 }).result;
  const pixels = data?.pixels.nodes ?? [];
  return (
    <Choice
      label="Pixel"
      value={list.pixel ?? ''}
      choices={[
        ['', 'All pixels'],
        ...pixels.map(({ databaseId, name }) => [String(databaseId), name] as const),
      ]}
      onChoose={(pixel) => list.go({ pixel })}
    />
  );
}
