import { enumValue } from '../../../edit/enum-value.ts';
import { DashboardCreateDealDocument, DealStatus } from '../../../generated/graphql.ts';
import { DialogButton } from '../../../parts/dialogs/dialog-button.tsx';
import { NewThing } from '../new-thing.tsx';
import { ACCESS, accessInput, accessPicker, EVERYONE } from './deal-access.tsx';
import { useExchanges } from './deal-facts.tsx';

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
        ACCESS,
      ]}
      document={DashboardCreateDealDocument}
      resultOf={({ createDeal }) => createDeal}
      madeOf={({ deal }) => deal}
      initial={{ status: DealStatus.Active, access: 'all' }}
      inputOf={({ name, exchangeId, exchangeDealId, reservePrice, status, description, ...access }) => ({
        name: name ?? '',
        exchangeId: Number(exchangeId),
        exchangeDealId: exchangeDealId ?? '',
        description: description ?? '',
        status: enumValue(DealStatus, status) ?? DealStatus.Active,
        accountIsExcluded: true,
        ...accessInput(access, EVERYONE),
        ...(reservePrice && { reservePrice }),
      })}
      required={['exchangeId']}
      extra={accessPicker(EVERYONE)}
    />
  );
}
