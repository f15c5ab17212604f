import type { FieldOf, Texts } from '../../../edit/draft-fields.tsx';
import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardCreateProductSetDocument,
  ProductSetStatus,
  ProductSetType,
} from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { Waiting } from '../../../parts/waiting.tsx';
import { NewThing } from '../new-thing.tsx';
import { useOwners } from '../thing-filters.tsx';
import { FilterFields } from './filter-fields.tsx';
import { filterJson, NEW_FILTER, typedFilter } from './set-filter.ts';

type Name = 'advertiserId' | 'name' | 'type' | 'status' | 'productSetFilter';

const INITIAL: Texts<Name> = { type: ProductSetType.Product, status: ProductSetStatus.Active };

export function NewProductSet() {
  return (
    <DialogButton name="New product set" title="New product set" className="primary" wide>
      {() => <Form />}
    </DialogButton>
  );
}

/** Of which feed, and which of its products. */
function Form() {
  const read = useOwners();
  const { data, error } = read.result;
  if (error && !data) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  const owners = data.advertisers.nodes.map(({ id, name }) => [id, name] as const);
  const fields: readonly FieldOf<Name>[] = [
    { name: 'advertiserId', label: 'Advertiser', choices: [['', 'Choose an advertiser'], ...owners] },
    { name: 'name' },
    { name: 'type', choices: Object.values(ProductSetType) },
    { name: 'status', choices: Object.values(ProductSetStatus) },
  ];
  return (
    <NewThing
      kind="product-sets"
      fields={fields}
      document={DashboardCreateProductSetDocument}
      resultOf={({ createProductSet }) => createProductSet}
      madeOf={({ productSet }) => productSet}
      initial={INITIAL}
      inputOf={({ advertiserId, name, type, status, productSetFilter }) => ({
        advertiserId: advertiserId ?? '',
        name: name ?? '',
        type: enumValue(ProductSetType, type) ?? ProductSetType.Product,
        status: enumValue(ProductSetStatus, status),
        productSetFilter: filterJson(typedFilter(productSetFilter) ?? NEW_FILTER),
      })}
      required={['advertiserId', 'productSetFilter']}
      extra={(values, change) =>
        values.advertiserId ? (
          <FilterFields
            advertiserId={values.advertiserId}
            filter={typedFilter(values.productSetFilter) ?? NEW_FILTER}
            onChange={(filter) => change({ ...values, productSetFilter: JSON.stringify(filter) })}
          />
        ) : (
          <p className="muted">Choose the advertiser, and its products can be looked at here.</p>
        )
      }
    />
  );
}
