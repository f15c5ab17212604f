import { useRead } from '../../../api/use-read.ts';
import type { FieldOf } from '../../../edit/draft-fields.tsx';
import { enumValue } from '../../../edit/enum-value.ts';
import {
  DashboardDealDocument,
  DashboardDealLinesDocument,
  DashboardUpdateDealDocument,
  type DashboardUpdateDealMutation,
  DealStatus,
} from '../../../generated/graphql.ts';
import { labelOf } from '../../../parts/changes/labels.ts';
import { moment } from '../../../parts/format.ts';
import { EditThing } from '../edit-thing.tsx';
import { StatusSwitch } from '../status-switch.tsx';
import { TargetingLines } from '../targeting-lines.tsx';
import { KindLink } from '../thing-columns.tsx';
import { ThingPage } from '../thing-page.tsx';
import { ACCESS, type AccessField, accessInput, accessOf, accessPicker } from './deal-access.tsx';
import { AllowedAdvertisers, ExchangeName } from './deal-facts.tsx';
import { DEAL_ID, DESCRIPTION, RESERVE_PRICE, STATUS } from './deal-fields.ts';
import { priceOf, useCurrencyField } from './deal-price.ts';

type Name = 'name' | 'status' | 'exchangeDealId' | 'reservePrice' | 'currency' | 'description' | AccessField;

const UPDATE = {
  document: DashboardUpdateDealDocument,
  resultOf: ({ updateDeal }: DashboardUpdateDealMutation) => updateDeal,
};

/** A deal: what was agreed, at which price, and who can use it. */
export function Deal({ id }: { readonly id: string }) {
  const read = useRead(DashboardDealDocument, { id });
  const currency = useCurrencyField();
  const fields: readonly FieldOf<Name>[] = [
    { name: 'name' },
    STATUS,
    DEAL_ID,
    RESERVE_PRICE,
    currency,
    ACCESS,
    DESCRIPTION,
  ];
  return (
    <ThingPage
      noun="Deal"
      back={<KindLink kind="deals" />}
      {...{ id, read }}
      titleOf={({ name }) => name}
      factsOf={(deal) => [
        ['Exchange', <ExchangeName key="exchange" id={deal.exchangeId} />],
        ['Deal ID', deal.exchangeDealId],
        [labelOf('reservePrice'), <Price key="price" {...deal} />],
        ['Who can use it', <AllowedAdvertisers key="of" {...deal} />],
        ['Description', deal.description || '–'],
        ['Changed', moment(deal.updatedAt)],
      ]}
      edit={(deal) => (
        <>
          <StatusSwitch thing={deal} off="INACTIVE" {...UPDATE} />
          <EditThing
            noun="deal"
            wide
            thing={{ ...deal, access: accessOf(deal), accounts: deal.accounts.join(',') }}
            fields={fields}
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
      {(deal) => (
        <TargetingLines
          title="Lines with this deal"
          id={deal.id}
          document={DashboardDealLinesDocument}
          note="All that these lines delivered: what came through the deal alone is not reported."
          empty={NO_LINES}
        />
      )}
    </ThingPage>
  );
}

const NO_LINES = 'No line has this deal yet. A program assigns it over REST, in what the line targets.';

const Price = (deal: Parameters<typeof priceOf>[0]) => (
  <>
    {priceOf(deal)}
    {!deal.currency && <span className="muted"> no currency set</span>}
  </>
);
