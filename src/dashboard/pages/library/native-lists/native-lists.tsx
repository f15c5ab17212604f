import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardNativeListsDocument,
  type DashboardNativeListsQuery,
  type NativeListFilter,
  NativeListOrderField,
  NativeListStatus,
} from '../../../generated/graphql.ts';
import { andMore, counted, number } from '../../../parts/format.ts';
import type { Column } from '../../../parts/table.tsx';
import { advertiserColumn, changedColumn, nameColumn, statusColumn } from '../thing-columns.tsx';
import { AdvertiserFilter, StatusFilter } from '../thing-filters.tsx';
import { ThingList } from '../thing-list.tsx';
import type { ThingSearch } from '../thing-search.ts';
import { NewNativeList } from './new-native-list.tsx';

type Row = DashboardNativeListsQuery['list']['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('lists'),
  statusColumn,
  {
    name: 'Sites and apps',
    wraps: true,
    cell: ({ items }) => (
      <>
        {number(items.length)}
        <span className="cell-note">
          {andMore(
            items.map(({ itemName }) => itemName),
            3,
          )}
        </span>
      </>
    ),
  },
  {
    name: 'Blocked by',
    title: 'Lines kept off it',
    cell: ({ lines }) =>
      lines.totalCount === 0 ? <span className="muted">No line</span> : counted(lines.totalCount, 'line'),
  },
  advertiserColumn,
  changedColumn,
];

const filterOf = ({ query, status, advertiser }: ThingSearch): NativeListFilter => ({
  query,
  ...(status && { status: enumValue(NativeListStatus, status) }),
  ...(advertiser && { advertiserId: { eq: `Advertiser:${advertiser}` } }),
});

/** Lists of sites and apps that lines of their advertiser can block. */
export const NativeLists = () => (
  <ThingList
    kind="lists"
    document={DashboardNativeListsDocument}
    columns={COLUMNS}
    order={{ fields: NativeListOrderField, usual: NativeListOrderField.Name }}
    filterOf={filterOf}
    filters={(list) => (
      <>
        <StatusFilter list={list} statuses={NativeListStatus} />
        <AdvertiserFilter list={list} />
      </>
    )}
    empty="There are no native lists yet. A list names sites and apps on which lines should not deliver: make one, then choose Edit targeting on the page of a line."
    create={<NewNativeList />}
  />
);
