import { useRead } from '../../api/use-read.ts';
import { enumValue } from '../../edit/enum-value.ts';
import {
  DashboardDealDocument,
  DashboardDealsDocument,
  type DashboardDealsQuery,
  DashboardUpdateDealDocument,
  DealStatus,
} from '../../generated/graphql.ts';
import { labelOf } from '../../parts/changes/labels.ts';
import { number } from '../../parts/format.ts';
import type { Column } from '../../parts/table.tsx';
import { AllowedAdvertisers, allowedText, ExchangeName } from './deal-facts.tsx';
import { EditThing } from './edit-thing.tsx';
import { NewDeal } from './new-deal.tsx';
import { changedColumn, KindLink, nameColumn, statusColumn } from './thing-columns.tsx';
import { ThingList } from './thing-list.tsx';
import { ThingPage } from './thing-page.tsx';

type Row = DashboardDealsQuery['list']['nodes'][number];

const priceOf = (price: string) => number(price, { minimumFractionDigits: 2, maximumFractionDigits: 4 });

const COLUMNS: readonly Column<Row>[] = [
  nameColumn('deals'),
  statusColumn,
  { name: 'Deal ID', cell: ({ exchangeDealId }) => <code>{exchangeDealId}</code> },
  { name: 'Exchange', cell: ({ exchangeId }) => <ExchangeName id={exchangeId} /> },
  { name: 'Advertisers', cell: allowedText },
  { name: labelOf('reservePrice'), numeric: true, cell: ({ reservePrice }) => priceOf(reservePrice) },
  changedColumn,
];

export const Deals = () => (
  <ThingList
    kind="deals"
    document={DashboardDealsDocument}
    columns={COLUMNS}
    empty="There are no deals yet."
    create={<NewDeal />}
  />
);

const FIELDS = [
  { name: 'name' },
  { name: 'status', choices: Object.values(DealStatus) },
  { name: 'reservePrice', isNumber: true },
  { name: 'description', isLong: true },
] as const;

export function Deal({ id }: { readonly id: string }) {
  const read = useRead(DashboardDealDocument, { id });
  return (
    <ThingPage
      noun="Deal"
      back={<KindLink kind="deals" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={(deal) => [
        ['Exchange', <ExchangeName key="exchange" id={deal.exchangeId} />],
        ['Deal ID', deal.exchangeDealId],
        [labelOf('reservePrice'), priceOf(deal.reservePrice)],
        ['Advertisers', <AllowedAdvertisers key="of" {...deal} />],
        ['Description', deal.description || '–'],
      ]}
      edit={(deal) => (
        <EditThing
          noun="deal"
          thing={deal}
          fields={FIELDS}
          document={DashboardUpdateDealDocument}
          resultOf={({ updateDeal }) => updateDeal}
          inputOf={({ status, ...values }, of) => ({
            ...values,
            status: enumValue(DealStatus, status),
            ...of,
          })}
        />
      )}
    />
  );
}
