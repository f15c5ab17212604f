import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardDealsDocument,
  type DashboardDealsQuery,
  type DealFilter,
  DealOrderField,
  DealStatus,
} from '../../../generated/graphql.ts';
import { labelOf } from '../../../parts/changes/labels.ts';
import { Choice } from '../../../parts/fields/choice.tsx';
import { number } from '../../../parts/format.ts';
import type { Column } from '../../../parts/table.tsx';
import { nameColumn, statusColumn } from '../thing-columns.tsx';
import { StatusFilter } from '../thing-filters.tsx';
import { ThingList } from '../thing-list.tsx';
import type { ThingSearch } from '../thing-search.ts';
import { AllowedText, ExchangeName, useExchanges } from './deal-facts.tsx';
import { priceOf } from './deal-price.ts';
import { NewDeal } from './new-deal.tsx';

type Row = DashboardDealsQuery['list']['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    ...nameColumn<Row>('deals'),
    cell: (row) => (
      <>
        {nameColumn<Row>('deals').cell(row)}
        {row.description && (
          <span className="cell-note">
            <bdi>{row.description}</bdi>
          </span>
        )}
      </>
    ),
  },
  statusColumn,
  {
    name: 'Deal ID',
    sort: 'EXCHANGE_DEAL_ID',
    cell: ({ exchangeDealId, exchangeId }) => (
      <>
        <code>{exchangeDealId}</code>
        <span className="cell-note">
          <ExchangeName id={exchangeId} />
        </span>
      </>
    ),
  },
  { name: 'Who can use it', wraps: true, cell: (deal) => <AllowedText {...deal} /> },
  {
    name: labelOf('reservePrice'),
    sort: 'RESERVE_PRICE',
    numeric: true,
    cell: priceOf,
  },
  {
    name: 'Lines',
    title: 'That buy through it',
    numeric: true,
    cell: ({ lines }) =>
      lines.totalCount === 0 ? <span className="muted">None</span> : number(lines.totalCount),
  },
];

const filterOf = ({ query, status, exchange }: ThingSearch): DealFilter => ({
  ...(query && { or: [{ query }, { exchangeDealId: { contains: query } }] }),
  ...(status && { status: enumValue(DealStatus, status) }),
  ...(exchange && { exchangeId: { eq: Number(exchange) } }),
});

/** The deals of the seat, with who can use each and at what price. */
export const Deals = () => (
  <ThingList
    kind="deals"
    document={DashboardDealsDocument}
    columns={COLUMNS}
    order={{ fields: DealOrderField, usual: DealOrderField.Name }}
    filterOf={filterOf}
    filters={(list) => (
      <>
        <StatusFilter list={list} statuses={DealStatus} />
        <ExchangeFilter list={list} />
      </>
    )}
    search="name or deal ID"
    empty="There are no deals yet. A deal is what you agreed with an exchange: enter the ID that the exchange gave it, the price, and who may use it."
    create={<NewDeal />}
  />
);

function ExchangeFilter({ list }: { readonly list: ThingSearch }) {
  return (
    <Choice
      label="Exchange"
      value={list.exchange ?? ''}
      choices={[['', 'All exchanges'], ...useExchanges()]}
      onChoose={(exchange) => list.go({ exchange })}
    />
  );
}
