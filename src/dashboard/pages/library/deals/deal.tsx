import { useRead } from '../../../api/use-read.ts';
import type { FieldOf } from '../../../edit/draft-fields.tsx';
import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardDealDocument,
  DashboardUpdateDealDocument,
  type DashboardUpdateDealMutation,
  DealStatus,
} from '../../../generated/graphql.ts';
import { labelOf } from '../../../parts/changes/labels.ts';
import { EditThing } from '../edit-thing.tsx';
import { StatusSwitch } from '../status-switch.tsx';
import { KindLink } from '../thing-columns.tsx';
import { ThingPage } from '../thing-page.tsx';
import { ACCESS, type AccessField, accessInput, accessOf, accessPicker } from './deal-access.tsx';
import { AllowedAdvertisers, ExchangeName } from './deal-facts.tsx';
import { priceOf } from './deals.tsx';

type Name = 'name' | 'status' | 'exchangeDealId' | 'reservePrice' | 'description' | AccessField;

const FIELDS: readonly FieldOf<Name>[] = [
  { name: 'name' },
  { name: 'status', choices: Object.values(DealStatus) },
  { name: 'exchangeDealId', label: 'Deal ID' },
  { name: 'reservePrice', isNumber: true },
  { name: 'description', isLong: true },
  ACCESS,
];

const UPDATE = {
  document: DashboardUpdateDealDocument,
  resultOf: ({ updateDeal }: DashboardUpdateDealMutation) => updateDeal,
};

/** A deal: what was agreed, at which price, and who can use it. */
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
        [`${labelOf('reservePrice')}, as agreed`, priceOf(deal.reservePrice)],
        ['Who can use it', <AllowedAdvertisers key="of" {...deal} />],
        ['Description', deal.description || '–'],
      ]}
      edit={(deal) => (
        <>
          <StatusSwitch thing={deal} off="INACTIVE" {...UPDATE} />
          <EditThing
            noun="deal"
            wide
            thing={{ ...deal, access: accessOf(deal), accounts: deal.accounts.join(',') }}
            fields={FIELDS}
            {...UPDATE}
            inputOf={({ status, access, accounts, exchangeDealId, ...values }, of) => ({
              ...values,
              ...(exchangeDealId !== undefined && { exchangeDealId: exchangeDealId ?? '' }),
              status: enumValue(DealStatus, status),
              ...accessInput({ access, accounts }, deal),
              ...of,
            })}
            extra={accessPicker(deal)}
          />
        </>
      )}
    >
      {() => (
        <p className="muted small">
          What was delivered is not told by deal, and lines take deals over REST only, so that neither figures
          nor lines stand here.
        </p>
      )}
    </ThingPage>
  );
}
