import { enumValue } from '../../../edit/enum-value.ts';
import { DashboardCreateDealDocument, DealStatus } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { NewThing } from '../new-thing.tsx';
import { ACCESS, accessInput, accessPicker, EVERYONE } from './deal-access.tsx';
import { useExchanges } from './deal-facts.tsx';
import { DEAL_ID, DESCRIPTION, RESERVE_PRICE, STATUS } from './deal-fields.ts';
import { useCurrencyField } from './deal-price.ts';

export function NewDeal() {
  return (
    <DialogButton name="New deal" title="New deal" className="primary" wide>
      {() => <Form />}
    </DialogButton>
  );
}

/** What was agreed with the exchange, and who may use it. */
function Form() {
  const exchanges = useExchanges();
  const currency = useCurrencyField();
  return (
    <NewThing
      kind="deals"
      fields={[
        { name: 'name' },
        { name: 'exchangeId', label: 'Exchange', choices: [['', 'Choose an exchange'], ...exchanges] },
        DEAL_ID,
        RESERVE_PRICE,
        currency,
        STATUS,
        ACCESS,
        DESCRIPTION,
      ]}
      document={DashboardCreateDealDocument}
      resultOf={({ createDeal }) => createDeal}
      madeOf={({ deal }) => deal}
      initial={{ status: DealStatus.Active, access: 'all' }}
      inputOf={({ name, exchangeId, exchangeDealId, description, status, ...others }) => ({
        name: name ?? '',
        exchangeId: Number(exchangeId),
        exchangeDealId: exchangeDealId ?? '',
        description: description ?? '',
        status: enumValue(DealStatus, status) ?? DealStatus.Active,
        accountIsExcluded: true,
        ...accessInput(others, EVERYONE),
        ...(others.reservePrice && { reservePrice: others.reservePrice }),
        ...(others.currency && { currency: others.currency }),
      })}
      required={['exchangeId', 'exchangeDealId']}
      extra={accessPicker(EVERYONE)}
    />
  );
}
