import { ValueForm } from '../../edit/value-form.tsx';
import { DashboardUpdateLineDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';

interface Line {
  readonly id: string;
  readonly updatedAt: string;
  readonly bidPrice?: string | null;
  readonly advertiser: { readonly currency: string };
}

interface Props {
  readonly line: Line;
}

const FIELDS = [{ name: 'bidPrice', label: 'Bid', isNumber: true, isMoney: true }] as const;

/** The bid alone, where it is what one would change. */
export const ChangeBid = ({ line }: Props) => (
  <DialogButton name="Change bid" title="Change bid" near>
    {(close) => <BidForm line={line} onDone={close} />}
  </DialogButton>
);

export const BidForm = ({ line, onDone }: Props & { readonly onDone: () => void }) => (
  <ValueForm
    row={line}
    fields={FIELDS}
    currency={line.advertiser.currency}
    document={DashboardUpdateLineDocument}
    resultOf={({ updateLine }) => updateLine}
    inputOf={(values, { id, updatedAt }) => ({ ...values, id, updatedAt })}
    onDone={onDone}
  />
);
