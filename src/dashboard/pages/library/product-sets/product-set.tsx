import { useRead } from '../../../api/use-read.ts';
import type { FieldOf } from '../../../edit/draft-fields.tsx';
import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardProductSetDocument,
  DashboardUpdateProductSetDocument,
  type DashboardUpdateProductSetMutation,
  ProductSetStatus,
} from '../../../generated/graphql.ts';
import { counted, number } from '../../../parts/format.ts';
import type { Column } from '../../../parts/table.tsx';
import { words } from '../../../parts/words.ts';
import { DID } from '../../line/targeting/targeting-change.ts';
import { EditThing } from '../edit-thing.tsx';
import { LinesUsing, type LineUsing } from '../lines-using.tsx';
import { StatusSwitch } from '../status-switch.tsx';
import { AdvertiserLink, KindLink } from '../thing-columns.tsx';
import { ThingPage } from '../thing-page.tsx';
import { FilterFields } from './filter-fields.tsx';
import { productsText } from './product-sets.tsx';
import { Products } from './products.tsx';
import { filterIn, filterJson, NEW_FILTER, typedFilter } from './set-filter.ts';

type Name = 'name' | 'status' | 'productSetFilter';

const FIELDS: readonly FieldOf<Name>[] = [
  { name: 'name' },
  { name: 'status', choices: Object.values(ProductSetStatus) },
];

const UPDATE = {
  document: DashboardUpdateProductSetDocument,
  resultOf: ({ updateProductSet }: DashboardUpdateProductSetMutation) => updateProductSet,
};

/** A product set: which products it has, and the lines that reach people by them. */
export function ProductSet({ id }: { readonly id: string }) {
  const read = useRead(DashboardProductSetDocument, { id });
  return (
    <ThingPage
      noun="ProductSet"
      back={<KindLink kind="product-sets" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={(set) => [
        ['Advertiser', <AdvertiserLink key="of" advertiser={set.advertiser} />],
        ['Products', number(set.count)],
        ['Which products', productsText(set)],
        ['Type', set.type ? words(set.type) : '–'],
      ]}
      edit={(set) =>
        // The set of all products is the feed's, and stays as it is.
        !set.isAllProducts && (
          <>
            <StatusSwitch thing={set} off="INACTIVE" {...UPDATE} />
            <EditThing
              noun="product set"
              wide
              thing={set}
              fields={FIELDS}
              {...UPDATE}
              inputOf={({ status, productSetFilter, ...values }, of) => {
                const filter = typedFilter(productSetFilter);
                return {
                  ...values,
                  status: enumValue(ProductSetStatus, status),
                  ...(filter && { productSetFilter: filterJson(filter) }),
                  ...of,
                };
              }}
              extra={(values, change) => (
                <FilterFields
                  advertiserId={set.advertiser.id}
                  filter={
                    typedFilter(values.productSetFilter) ?? filterIn(set.productSetFilter) ?? NEW_FILTER
                  }
                  onChange={(filter) => change({ ...values, productSetFilter: JSON.stringify(filter) })}
                />
              )}
            />
          </>
        )
      }
    >
      {(set) => (
        <>
          <Products advertiserId={set.advertiser.id} filter={filterIn(set.productSetFilter)} />
          <LinesUsing
            title="Used by lines"
            advertiserId={set.advertiser.id}
            isUsedBy={(line) => funnelsOf(line, set.databaseId).length > 0}
            columns={[peopleColumn(set.databaseId)]}
            empty="No line reaches people by these products. Choose Edit targeting on the page of a line of the advertiser."
          />
        </>
      )}
    </ThingPage>
  );
}

const funnelsOf = ({ targeting }: LineUsing, set: number) =>
  targeting.funnelAttributes.filter(({ productSetId }) => productSetId === set);

/** Whom of those who saw the products a line reaches, and whom it leaves out. */
const peopleColumn = (set: number): Column<LineUsing> => ({
  name: 'People',
  wraps: true,
  cell: (line) =>
    funnelsOf(line, set)
      .map(
        ({ exclude, funnelType, lookBack }) =>
          `${exclude ? 'Not: ' : ''}${DID[funnelType]}, last ${counted(lookBack, 'day')}`,
      )
      .join('; '),
});
