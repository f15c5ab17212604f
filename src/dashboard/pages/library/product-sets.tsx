import { useRead } from '../../api/use-read.ts';
import { enumValue } from '../../edit/enum-value.ts';
import {
  DashboardProductSetDocument,
  DashboardProductSetsDocument,
  type DashboardProductSetsQuery,
  DashboardUpdateProductSetDocument,
  ProductSetStatus,
} from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import type { Column } from '../../parts/table.tsx';
import { words } from '../../parts/words.ts';
import { EditThing } from './edit-thing.tsx';
import {
  AdvertiserLink,
  advertiserColumn,
  changedColumn,
  KindLink,
  nameColumn,
  statusColumn,
} from './thing-columns.tsx';
import { ThingList } from './thing-list.tsx';
import { ThingPage } from './thing-page.tsx';

type Row = DashboardProductSetsQuery['list']['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('product-sets'),
  statusColumn,
  { name: 'Products', numeric: true, cell: ({ count }) => number(count) },
  advertiserColumn,
  changedColumn,
];

export const ProductSets = () => (
  <ThingList
    kind="product-sets"
    document={DashboardProductSetsDocument}
    columns={COLUMNS}
    empty="There are no product sets yet."
  />
);

const FIELDS = [{ name: 'name' }, { name: 'status', choices: Object.values(ProductSetStatus) }] as const;

export function ProductSet({ id }: { readonly id: string }) {
  const read = useRead(DashboardProductSetDocument, { id });
  return (
    <ThingPage
      noun="ProductSet"
      back={<KindLink kind="product-sets" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={({ advertiser, count, type, isAllProducts, productSetFilter }) => [
        ['Advertiser', <AdvertiserLink key="of" advertiser={advertiser} />],
        ['Products', number(count)],
        ['Type', type ? words(type) : '–'],
        ['Filter', isAllProducts ? 'All products' : <code key="filter">{productSetFilter}</code>],
      ]}
      edit={(set) =>
        // The set of all products is the feed's, and stays as it is.
        !set.isAllProducts && (
          <EditThing
            noun="product set"
            thing={set}
            fields={FIELDS}
            document={DashboardUpdateProductSetDocument}
            resultOf={({ updateProductSet }) => updateProductSet}
            inputOf={({ status, ...values }, of) => ({
              ...values,
              status: enumValue(ProductSetStatus, status),
              ...of,
            })}
          />
        )
      }
    />
  );
}
