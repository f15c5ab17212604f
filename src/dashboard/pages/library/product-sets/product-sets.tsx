import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardProductSetsDocument,
  type DashboardProductSetsQuery,
  type ProductSetFilter,
  ProductSetOrderField,
  ProductSetStatus,
} from '../../../generated/graphql.ts';
import { Choice } from '../../../parts/fields/choice.tsx';
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
  if (!filter) return 'All products of the feed';
  const text = filterText(filter);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('product-sets'),
  statusColumn,
  { name: 'Which products', wraps: true, cell: (set) => <bdi>{productsText(set)}</bdi> },
  {
    name: 'Products',
    numeric: true,
    cell: ({ count, isAllProducts }) =>
      count > 0 ? (
        number(count)
      ) : (
        <span className={isAllProducts ? 'muted' : 'warned'}>{isAllProducts ? 'No feed' : 'None'}</span>
      ),
  },
  { name: 'Type', sort: 'TYPE', cell: ({ type }) => (type ? words(type) : '–') },
  advertiserColumn,
  changedColumn,
];

/** Each advertiser has one set of all products, which is empty without a feed: seldom what is looked for. */
const SETS = [
  ['', 'Own sets'],
  ['feeds', 'All products of a feed'],
] as const;

const filterOf = ({ query, status, advertiser, sets }: ThingSearch): ProductSetFilter => ({
  query,
  isAllProducts: { eq: sets === 'feeds' },
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
        <Choice label="Sets" value={list.sets ?? ''} choices={SETS} onChoose={(sets) => list.go({ sets })} />
        <StatusFilter list={list} statuses={ProductSetStatus} />
        <AdvertiserFilter list={list} />
      </>
    )}
    empty="There are no product sets yet. A set is a part of an advertiser’s product feed, such as all shoes below 50."
    create={<NewProductSet />}
    note="Each advertiser also has one for its whole feed, which is empty until a feed is loaded."
  />
);
