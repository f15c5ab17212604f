import { useRead } from '../../../api/use-read.ts';
import {
  AudienceKind,
  DashboardAudiencesDocument,
  type DashboardAudiencesQuery,
} from '../../../generated/graphql.ts';
import { number } from '../../../parts/format.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import { Widget } from '../../../parts/widget.tsx';
import { advertiserColumn, changedColumn } from '../thing-columns.tsx';
import { NothingMatches } from '../thing-list.tsx';
import { type ThingSearch, useThingSearch } from '../thing-search.ts';
import { Segments } from './segments.tsx';

type Advertiser = DashboardAudiencesQuery['list']['nodes'][number];
type Audience = Advertiser['audiences']['nodes'][number] & { readonly advertiser: Advertiser };

const MADE_FROM: Readonly<Record<AudienceKind, string>> = {
  [AudienceKind.EmailAddress]: 'Email addresses, hashed',
  [AudienceKind.DeviceId]: 'Devices, hashed',
  [AudienceKind.Customsegments]: 'IDs of your own',
};

const COLUMNS: readonly Column<Audience>[] = [
  { name: 'Name', wraps: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { name: 'Made from', cell: ({ kind }) => MADE_FROM[kind] },
  { name: 'People', numeric: true, cell: ({ size }) => number(size) },
  advertiserColumn,
  changedColumn,
];

const audiencesIn = (advertisers: readonly Advertiser[]): readonly Audience[] =>
  advertisers.flatMap((advertiser) =>
    advertiser.audiences.nodes.map((audience) => ({ ...audience, advertiser })),
  );

/** The segments of pixels' events, and the audiences that partners fill with the customers of advertisers. */
export function Audiences() {
  const list = useThingSearch();
  return (
    <>
      <Segments list={list} />
      <Customers list={list} />
    </>
  );
}

function Customers({ list }: { readonly list: ThingSearch }) {
  const { advertiser } = list;
  const read = useRead(DashboardAudiencesDocument, {
    after: null,
    filter: advertiser ? { id: { eq: `Advertiser:${advertiser}` } } : {},
    audiences: { query: list.query },
  });
  return (
    <Widget
      title="Customer lists"
      read={read}
      empty={({ list: { nodes } }) =>
        audiencesIn(nodes).length === 0 &&
        (list.isNarrowed ? (
          <NothingMatches list={list} title="Customer lists" />
        ) : (
          <>
            No partner has sent customers yet. Hashed email addresses and devices come over REST:{' '}
            <a href="docs/wire-profiles">how they are sent</a>.
          </>
        ))
      }
    >
      {({ list: { nodes } }) => (
        <Table label="Customer lists" rows={audiencesIn(nodes)} columns={COLUMNS} keyOf={({ id }) => id} />
      )}
    </Widget>
  );
}
