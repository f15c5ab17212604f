import { useState } from 'react';
import { useRead } from '../../../api/use-read.ts';
import {
  DashboardProductPreviewDocument,
  type DashboardProductPreviewQuery,
} from '../../../generated/graphql.ts';
import { labelOf } from '../../../parts/changes/labels.ts';
import { isNumber } from '../../../parts/fields/numbers.ts';
import { money, number } from '../../../parts/format.ts';
import { Pager } from '../../../parts/pager.tsx';
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
/** In this field, a feed names the currency of its prices. */
const CURRENCY = 'currency';

/** The products of a set as the feed has them, page by page. */
export function Products({ advertiserId, filter }: Props) {
  const [after, setAfter] = useState<string>();
  const [seen, setSeen] = useState(0);
  // One more than is shown says whether there is a next page.
  const asked = {
    ...{ advertiserId, filter: filter ? filterJson(filter) : null },
    ...{ first: ROWS + 1, after: after ?? null },
  };
  const read = useRead(DashboardProductPreviewDocument, asked);
  return (
    <Widget
      title="Products"
      read={read}
      empty={({ productSetPreview: { count } }) =>
        count === 0 &&
        (filter
          ? 'No product of the feed is in this set. Ads with its products show nothing.'
          : 'The advertiser has no product feed yet, so that this set is empty.')
      }
    >
      {({ productSetPreview: { count, products } }) => {
        const rows = products.slice(0, ROWS);
        return (
          <>
            <Table label="Products" rows={rows} columns={columnsOf(rows)} keyOf={({ id }) => id} />
            {count > ROWS && (
              <p className="muted small">
                {number(seen + 1)}–{number(seen + rows.length)} of {number(count)}
              </p>
            )}
            <Pager
              page={{ hasNextPage: products.length > ROWS, endCursor: rows.at(-1)?.id }}
              after={after}
              onGo={(to) => {
                setAfter(to);
                setSeen(to === undefined ? 0 : seen + rows.length);
              }}
            />
          </>
        );
      }}
    </Widget>
  );
}

const columnsOf = (products: readonly Product[]): readonly Column<Product>[] => [
  { name: 'ID', cell: ({ id }) => <code>{id}</code> },
  ...FIELDS.filter((name) => products.some(({ fields }) => textOf(fields, name) !== undefined)).map(
    (name) => ({
      name: labelOf(name),
      wraps: name === 'title',
      numeric: name === 'price',
      cell: ({ fields }: Product) => (
        <bdi>{name === 'price' ? priceIn(fields) : (textOf(fields, name) ?? '–')}</bdi>
      ),
    }),
  ),
];

/** With its currency where the feed names one; otherwise as the feed has it. */
function priceIn(fields: unknown): string {
  const [price, currency] = [textOf(fields, 'price'), textOf(fields, CURRENCY)];
  if (price === undefined) return '–';
  return currency && /^[A-Z]{3}$/.test(currency) && isNumber(price) ? money(price, currency) : price;
}
