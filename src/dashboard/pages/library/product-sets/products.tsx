import { useRead } from '../../../api/use-read.ts';
import {
  DashboardProductPreviewDocument,
  type DashboardProductPreviewQuery,
} from '../../../generated/graphql.ts';
import { labelOf } from '../../../parts/changes/labels.ts';
import { counted } from '../../../parts/format.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import { Widget } from '../../../parts/widget.tsx';
import { textOf } from './preview-text.tsx';
import { filterJson, type SetFilter } from './set-filter.ts';

type Product = DashboardProductPreviewQuery['productSetPreview']['products'][number];

interface Props {
  readonly advertiserId: string;
  /** Undefined where all products are of the set. */
  readonly filter: SetFilter | undefined;
}

const ROWS = 25;
/** What tells products apart, in this order; addresses are too long for a column. */
const FIELDS = ['title', 'brand', 'category', 'price', 'availability'];

/** The products of a set as the feed has them. */
export function Products({ advertiserId, filter }: Props) {
  const asked = { advertiserId, filter: filter ? filterJson(filter) : null, first: ROWS };
  const read = useRead(DashboardProductPreviewDocument, asked);
  return (
    <Widget
      title="Products"
      read={read}
      empty={({ productSetPreview: { count } }) =>
        count === 0 && 'No product of the feed is in this set. Ads with its products show nothing.'
      }
    >
      {({ productSetPreview: { count, products } }) => (
        <>
          <Table label="Products" rows={products} columns={columnsOf(products)} keyOf={({ id }) => id} />
          {count > products.length && (
            <p className="more muted">
              The first {counted(products.length, 'product')} of {count}
            </p>
          )}
        </>
      )}
    </Widget>
  );
}

const columnsOf = (products: readonly Product[]): readonly Column<Product>[] => [
  { name: 'ID', cell: ({ id }) => <code>{id}</code> },
  ...FIELDS.filter((name) => products.some(({ fields }) => textOf(fields, name) !== undefined)).map(
    (name) => ({
      name: labelOf(name),
      wraps: name === 'title',
      cell: ({ fields }: Product) => <bdi>{textOf(fields, name) ?? '–'}</bdi>,
    }),
  ),
];
