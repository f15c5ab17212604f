import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardProductSetsDocument,
  type DashboardProductSetsQuery,
  type ProductSetFilter,
  ProductSetOrderField,
  ProductSetStatus,
} from '../../../generated/graphql.ts';
import { number } from '../../../parts/format.ts';
import type { Column } from '../../../parts/table.tsx';
import { words } from '../../../parts/words.ts';
import { advertiserColumn, changedColumn, nameColumn, statusColumn } from '../thing-columns.tsx';
import { AdvertiserFilter, StatusFilter } from '../thing-filters.tsx';
import { ThingList } from '../thing-list.tsx';
import type { ThingSearch } from '../thing-search.ts';
import { NewProductSet } from './new-product-set.tsx';
import { filterIn, filterText } from './set-filter.ts';

type Row = DashboardProductSetsQuery['list']['nodes'][number];

/** Which products are of a set, in words. */
export const productsText = ({ productSetFilter }: Pick<Row, 'productSetFilter'>): string => {
  const filter = filterIn(productSetFilter);
  return filter ? filterText(filter) : 'All products of the feed';
};

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('product-sets'),
  statusColumn,
  { name: 'Which products', wraps: true, cell: (set) => <bdi>{productsText(set)}</bdi> },
  { name: 'Products', numeric: true, cell: ({ count }) => number(count) },
  { name: 'Type', sort: 'TYPE', cell: ({ type }) => (type ? words(type) : '–') },
  advertiserColumn,
  changedColumn,
];

const filterOf = ({ query, status, advertiser }: ThingSearch): ProductSetFilter => ({
  query,
  ...(status && { status: enumValue(ProductSetStatus, status) }),
  ...(advertiser && { advertiserId: { eq: `Advertiser:${advertiser}` } }),
});

/** Parts of the advertisers' feeds, for dynamic ads and for targeting by what people did with products. */
export const ProductSets = () => (
  <ThingList
    kind="product-sets"
    document={DashboardProductSetsDocument}
    columns={COLUMNS}
    order={{ fields: ProductSetOrderField, usual: ProductSetOrderField.Name }}
    filterOf={filterOf}
    filters={(list) => (
      <>
        <StatusFilter list={list} statuses={ProductSetStatus} />
        <AdvertiserFilter list={list} />
      </>
    )}
    empty="There are no product sets yet. A set is a part of an advertiser’s product feed, such as all shoes below 50."
    create={<NewProductSet />}
  />
);
