import { useRead } from '../../api/use-read.ts';
import {
  DashboardAudiencesDocument,
  type DashboardAudiencesQuery,
  DashboardSegmentDocument,
  DashboardUpdateSegmentDocument,
} from '../../generated/graphql.ts';
import { AddressInput } from '../../parts/fields/address-input.tsx';
import { number } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { EditThing } from './edit-thing.tsx';
import { NewSegment } from './new-segment.tsx';
import { AdvertiserLink, advertiserColumn, changedColumn, KindLink, nameColumn } from './thing-columns.tsx';
import { useThingSearch } from './thing-list.tsx';
import { ThingPage } from './thing-page.tsx';

type Pixel = DashboardAudiencesQuery['list']['nodes'][number];
type Segment = Pixel['segments']['nodes'][number] & {
  readonly pixel: string;
  readonly advertiser: Pixel['advertiser'];
};
type Audience = Pixel['advertiser']['audiences']['nodes'][number] & Pick<Segment, 'advertiser'>;
type Rule = Pick<Segment, 'eventCategory' | 'eventAction' | 'eventLabel'>;

/** Which events a segment selects: `category checkout, action pay`. */
const ruleOf = ({ eventCategory, eventAction, eventLabel }: Rule): string =>
  [
    eventCategory && `category ${eventCategory}`,
    eventAction && `action ${eventAction}`,
    eventLabel && `label ${eventLabel}`,
  ]
    .filter(Boolean)
    .join(', ') || 'All events';

const SEGMENTS: readonly Column<Segment>[] = [
  nameColumn('audiences'),
  { name: 'Pixel', cell: ({ pixel }) => <bdi>{pixel}</bdi> },
  { name: 'Events that match', cell: ruleOf },
  { name: 'Events', numeric: true, cell: ({ eventCount }) => number(eventCount) },
  advertiserColumn,
];
const AUDIENCES: readonly Column<Audience>[] = [
  { name: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
  { name: 'Made from', cell: ({ kind }) => words(kind) },
  { name: 'Size', numeric: true, cell: ({ size }) => number(size) },
  advertiserColumn,
  changedColumn,
];

const EXPLAINED =
  'There are no segments yet. A segment is the people whose events at a pixel match a rule, such as all who paid: choose a pixel and the category, action or label of its events.';

const segmentsIn = (pixels: readonly Pixel[]) =>
  pixels.flatMap(({ name, advertiser, segments }) =>
    segments.nodes.map((segment) => ({ ...segment, pixel: name, advertiser })),
  );

/** Several pixels may be of one advertiser. */
const audiencesIn = (pixels: readonly Pixel[]): readonly Audience[] => {
  const advertisers = new Map(pixels.map(({ advertiser }) => [advertiser.databaseId, advertiser]));
  return [...advertisers.values()].flatMap((advertiser) =>
    advertiser.audiences.nodes.map((audience) => ({ ...audience, advertiser })),
  );
};

/** The segments of pixels, and the audiences that partners keep for the advertisers of these pixels. */
export function Audiences() {
  const list = useThingSearch();
  const canEdit = useCanEdit();
  const read = useRead(DashboardAudiencesDocument, list.variables);
  const pixels = read.result.data?.list.nodes ?? [];
  const audiences = audiencesIn(pixels);
  return (
    <>
      <Widget
        title="Segments"
        read={read}
        actions={
          <>
            <AddressInput
              type="search"
              aria-label="Filter segments by pixel"
              placeholder="Filter by pixel"
              text={list.q}
              onText={(q) => list.go({ q })}
            />
            {canEdit && <NewSegment />}
          </>
        }
        empty={({ list: { pageInfo } }) =>
          segmentsIn(pixels).length === 0 &&
          !pageInfo.hasNextPage &&
          (list.q ? 'No pixel of this name has a segment.' : EXPLAINED)
        }
      >
        {({ list: { pageInfo } }) => (
          <>
            <Table label="Segments" rows={segmentsIn(pixels)} columns={SEGMENTS} keyOf={({ id }) => id} />
            <Pager page={pageInfo} after={list.after} onGo={(after) => list.go({ after })} />
          </>
        )}
      </Widget>
      {audiences.length > 0 && (
        <Widget title="Audiences" read={read}>
          {() => <Table label="Audiences" rows={audiences} columns={AUDIENCES} keyOf={({ id }) => id} />}
        </Widget>
      )}
    </>
  );
}

const FIELDS = [
  { name: 'name' },
  { name: 'eventCategory' },
  { name: 'eventAction' },
  { name: 'eventLabel' },
] as const;

export function SegmentPage({ id }: { readonly id: string }) {
  const read = useRead(DashboardSegmentDocument, { id });
  return (
    <ThingPage
      noun="Segment"
      back={<KindLink kind="audiences" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={({ pixel, eventCount, ...rule }) => [
        ['Pixel', pixel.name],
        ['Advertiser', <AdvertiserLink key="of" advertiser={pixel.advertiser} />],
        ['Events that match', ruleOf(rule)],
        ['Events', number(eventCount)],
      ]}
      edit={(segment) => (
        <EditThing
          noun="segment"
          thing={segment}
          fields={FIELDS}
          document={DashboardUpdateSegmentDocument}
          resultOf={({ updateSegment }) => updateSegment}
          inputOf={(values, of) => ({ ...values, ...of })}
        />
      )}
    />
  );
}
