import { enumValue } from '../../edit/enum-value.ts';
import { DashboardCreateDealDocument, DealStatus } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { useExchanges } from './deal-facts.tsx';
import { NewThing } from './new-thing.tsx';

export function NewDeal() {
  return (
    <DialogButton name="New deal" title="New deal" className="primary">
      {() => <Form />}
    </DialogButton>
  );
}

/** All advertisers can target it: whom it is for is agreed with the exchange, and a program can narrow it down. */
function Form() {
  const exchanges = useExchanges();
  return (
    <NewThing
      kind="deals"
      fields={[
        { name: 'name' },
        { name: 'exchangeId', label: 'Exchange', choices: [['', 'Choose an exchange'], ...exchanges] },
        { name: 'exchangeDealId', label: 'Deal ID' },
        { name: 'reservePrice', isNumber: true },
        { name: 'status', choices: Object.values(DealStatus) },
        { name: 'description', isLong: true },
      ]}
      document={DashboardCreateDealDocument}
      resultOf={({ createDeal }) => createDeal}
      madeOf={({ deal }) => deal}
      initial={{ status: DealStatus.Active }}
      inputOf={({ name, exchangeId, exchangeDealId, reservePrice, status, description }) => ({
        name: name ?? '',
        exchangeId: Number(exchangeId),
        exchangeDealId: exchangeDealId ?? '',
        description: description ?? '',
        status: enumValue(DealStatus, status) ?? DealStatus.Active,
        accountIsExcluded: true,
        ...(reservePrice && { reservePrice }),
      })}
      required={['exchangeId']}
    />
  );
}
