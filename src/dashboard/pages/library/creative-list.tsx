import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import {
  type CreativeFilter,
  CreativeType,
  DashboardCreativeListDocument,
  type DashboardCreativeListQuery,
} from '../../generated/graphql.ts';
import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Choice } from '../../parts/fields/choice.tsx';
import { isWhole } from '../../parts/fields/numbers.ts';
import { safeAddress } from '../../parts/links.ts';
import { Pager } from '../../parts/pager.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { advertiserColumn, changedColumn, nameColumn, statusColumn } from './thing-columns.tsx';
import { useThingSearch } from './thing-list.tsx';

const route = getRouteApi('/library/$kind');

type Row = DashboardCreativeListQuery['list']['nodes'][number];

export const formatOf = ({ mediaType, type }: Pick<Row, 'mediaType' | 'type'>) => words(type ?? mediaType);

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('creatives'),
  statusColumn,
  { name: 'Format', cell: formatOf },
  { name: 'Title', wraps: true, cell: ({ title }) => <bdi>{title ?? '–'}</bdi> },
  {
    name: 'Landing page',
    cell: ({ landingUrl }) => {
      const address = landingUrl && safeAddress(landingUrl);
      if (!address) return '–';
      return (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {new URL(address).host}
        </a>
      );
    },
  },
  advertiserColumn,
  changedColumn,
];

const TYPES = Object.values(CreativeType);

/** What the address narrows the list down to. */
function useCreatives() {
  const list = useThingSearch();
  const { format, advertiser: named } = route.useSearch();
  const advertiser = named && isWhole(named) ? named : undefined;
  const navigate = route.useNavigate();
  const type = TYPES.find((each) => each === format);
  const { after, query } = list.variables;
  const filter: CreativeFilter = {
    query,
    ...(type && { type: { eq: type } }),
    ...(advertiser && { advertiserId: { eq: `Advertiser:${advertiser}` } }),
  };
  return {
    ...{ list, type, advertiser },
    variables: { after, filter },
    narrow: (change: { readonly format?: string; readonly advertiser?: string }) => {
      const next = Object.entries({ q: list.q, format, advertiser, ...change }).filter(([, value]) => value);
      void navigate({ search: Object.fromEntries(next) });
    },
  };
}

/** The creatives of the seat by name, format and advertiser. */
export function Creatives() {
  const { list, type, advertiser, variables, narrow } = useCreatives();
  const read = useRead(DashboardCreativeListDocument, variables);
  const owners = read.result.data?.advertisers.nodes ?? [];
  const isFiltered = list.q !== '' || type !== undefined || advertiser !== undefined;
  return (
    <Widget
      title="Creatives"
      read={read}
      actions={
        <>
          <Choice
            label="Format"
            value={type ?? ''}
            choices={[['', 'All formats'], ...TYPES.map((each) => [each, words(each)] as const)]}
            onChoose={(format) => narrow({ format })}
          />
          <Choice
            label="Advertiser"
            value={advertiser ?? ''}
            choices={[
              ['', 'All advertisers'],
              ...owners.map(({ databaseId, name }) => [String(databaseId), name] as const),
            ]}
            onChoose={(advertiser) => narrow({ advertiser })}
          />
          <AddressInput
            type="search"
            aria-label="Filter creatives by name"
            placeholder="Filter by name"
            text={list.q}
            onText={(q) => list.go({ q })}
          />
        </>
      }
      empty={({ list: { nodes } }) =>
        nodes.length === 0 &&
        (isFiltered
          ? 'No creative matches.'
          : 'There are no creatives yet. You make one where you add an ad.')
      }
    >
      {({ list: { nodes, pageInfo, totalCount } }) => (
        <>
          <Table label="Creatives" rows={nodes} columns={COLUMNS} keyOf={({ id }) => id} />
          <Pager page={pageInfo} total={totalCount} after={list.after} onGo={(after) => list.go({ after })} />
        </>
      )}
    </Widget>
  );
}
