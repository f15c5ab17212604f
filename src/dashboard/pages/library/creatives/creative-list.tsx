import { useRead } from '../../../api/use-read.ts';
import { enumValue } from '../../../edit/enum-value.ts';
import {
  type CreativeFilter,
  CreativeOrderField,
  CreativeStatus,
  CreativeType,
  DashboardCreativeListDocument,
  type DashboardCreativeListQuery,
} from '../../../generated/graphql.ts';
import { Choice } from '../../../parts/fields/choice.tsx';
import { counted, number } from '../../../parts/format.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import { Widget } from '../../../parts/widget.tsx';
import { words } from '../../../parts/words.ts';
import { useCanEdit } from '../../../shell/viewer.ts';
import { sizeIn } from '../../ad/banner-size.ts';
import { PeriodBar } from '../../delivery/period-bar.tsx';
import { figureColumns } from '../figure-columns.tsx';
import { AdvertiserLink, nameColumn, statusColumn } from '../thing-columns.tsx';
import { AdvertiserFilter, NameFilter, StatusFilter } from '../thing-filters.tsx';
import { NothingMatches, sortingOf, ThingPager } from '../thing-list.tsx';
import { type ThingSearch, useThingSearch } from '../thing-search.ts';
import { NewCreative } from './new-creative.tsx';
import { Thumb } from './thumb.tsx';
import { type CreativeAd, useCreativeAds } from './use-creative-ads.ts';
import { among, useRanking } from './use-ranking.ts';

/** Rows of a page in the order of a field. */
const PAGE = 25;

type Row = DashboardCreativeListQuery['list']['nodes'][number];

export const formatOf = ({ mediaType, type }: Pick<Row, 'mediaType' | 'type'>) => words(type ?? mediaType);

const filterOf = ({ query, status, format, advertiser }: ThingSearch): CreativeFilter => {
  const type = enumValue(CreativeType, format);
  return {
    query,
    ...(status && { status: enumValue(CreativeStatus, status) }),
    ...(type && { type: { eq: type } }),
    ...(advertiser && { advertiserId: { eq: `Advertiser:${advertiser}` } }),
  };
};

/** The creatives of the seat, with what the ads that show them delivered. */
export function Creatives() {
  const list = useThingSearch();
  const canEdit = useCanEdit();
  const order = list.orderBy(CreativeOrderField, CreativeOrderField.Name);
  const ranking = useRanking(list);
  const ids = ranking?.ids;
  const read = useRead(
    DashboardCreativeListDocument,
    {
      ...{ first: ids ? Math.max(ids.length, 1) : PAGE, after: ranking ? null : (list.after ?? null) },
      ...{ filter: ids ? among(filterOf(list), ids) : filterOf(list), order },
    },
    { enabled: !ranking || ids !== undefined },
  );
  const rows = read.result.data?.list.nodes ?? [];
  const shown = ids ? ids.flatMap((id) => rows.find((row) => row.id === id) ?? []) : rows;
  const { nodes: ads, isWhole, seatCurrency } = useCreativeAds(rows.map(({ id }) => id));
  // Figures of some of the ads would look like those of all.
  const adsOf = ({ id }: Row) => (isWhole ? ads.filter(({ creative }) => creative.id === id) : undefined);
  return (
    <>
      <PeriodBar />
      <Widget
        title="Creatives"
        read={read}
        actions={
          <>
            <StatusFilter list={list} statuses={CreativeStatus} />
            <Formats list={list} />
            <AdvertiserFilter list={list} />
            <NameFilter list={list} things="creatives" />
            {canEdit && <NewCreative />}
          </>
        }
        empty={({ list: { nodes } }) =>
          nodes.length === 0 &&
          (list.isNarrowed ? (
            <NothingMatches list={list} title="Creatives" />
          ) : (
            'There are no creatives yet. Ads show them: make one here, or where you add an ad to a line.'
          ))
        }
      >
        {({ list: { pageInfo, totalCount } }) => (
          <>
            <Table
              label="Creatives"
              rows={shown}
              columns={columnsOf(adsOf, seatCurrency)}
              keyOf={({ id }) => id}
              sorting={sortingOf(list, ranking ? (list.sort ?? '') : order.field)}
            />
            {ads.length > 0 && !isWhole && (
              <p className="muted small">
                More than 100 ads show these creatives. Narrow the list down to see their figures.
              </p>
            )}
            {ranking ? (
              <p className="muted small">
                {ranking.count > shown.length && !list.isNarrowed && `The first ${shown.length} of `}
                {counted(list.isNarrowed ? shown.length : ranking.count, 'creative')} that delivered in these
                days, by all their ads together.
              </p>
            ) : (
              <ThingPager list={list} page={pageInfo} total={totalCount} />
            )}
          </>
        )}
      </Widget>
    </>
  );
}

/** What tells creatives of one format apart: the size that is in the name, and the title where it differs. */
function shapeOf({ name, title }: Row): string {
  const size = sizeIn(name);
  return [size && `${size.width} × ${size.height}`, title !== name && title].filter(Boolean).join(' · ');
}

const columnsOf = (
  adsOf: (row: Row) => readonly CreativeAd[] | undefined,
  currency: string,
): readonly Column<Row>[] => [
  {
    ...nameColumn<Row>('creatives'),
    cell: (row) => (
      <span className="pictured">
        <Thumb {...row} />
        <span>
          {nameColumn<Row>('creatives').cell(row)}
          <span className="cell-note">
            <AdvertiserLink advertiser={row.advertiser} />
          </span>
        </span>
      </span>
    ),
  },
  statusColumn,
  {
    name: 'Format',
    sort: 'TYPE',
    cell: (row) => (
      <>
        {formatOf(row)}
        <span className="cell-note">
          <bdi>{shapeOf(row)}</bdi>
        </span>
      </>
    ),
  },
  {
    name: 'Ads',
    numeric: true,
    title: 'Active ads that show it, of all',
    cell: (row) => {
      const own = adsOf(row);
      if (!own) return '–';
      const active = own.filter(({ status }) => status === 'ACTIVE');
      if (own.length === active.length) return number(own.length);
      return active.length === 0
        ? `${number(own.length)}, none active`
        : `${number(active.length)} of ${number(own.length)} active`;
    },
  },
  ...figureColumns((row: Row) => adsOf(row) ?? [], currency, true),
];

const TYPES = Object.values(CreativeType);

const Formats = ({ list }: { readonly list: ThingSearch }) => (
  <Choice
    label="Format"
    value={list.format ?? ''}
    choices={[['', 'All formats'], ...TYPES.map((each) => [each, words(each)] as const)]}
    onChoose={(format) => list.go({ format })}
  />
);
